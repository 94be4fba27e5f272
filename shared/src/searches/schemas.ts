import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { createListingInput, listingFacetsInput } from '../listings/inputs.ts';
import { listingView } from '../listings/views.ts';
import { storableText } from '../text.ts';

/** How soon one is told of new listings. */
export const searchFrequencies = ['instant', 'daily', 'weekly'] as const;

/** Standing searches that a person can have. */
export const maxSearches = 100;

const name = storableText('Give the search a name.')
  .trim()
  .min(1, 'Give the search a name.')
  .max(80, 'A name can have up to 80 characters.');
const frequency = z.enum(searchFrequencies, 'Unknown frequency.');

/** Without a name, the search is named after its filter. */
export const createSearchInput = z.object({
  name: name.optional(),
  filter: listingFacetsInput,
  frequency,
});

/** A field that is left out stays as it is. */
export const updateSearchInput = z.object({
  id: lookupId,
  name: name.optional(),
  frequency: frequency.optional(),
  paused: z.boolean().optional(),
});

export const searchByIdInput = z.object({ id: lookupId });

/** A listing as far as its form is filled in. */
export const waitingInput = z.object({
  draft: createListingInput.pick({
    title: true,
    description: true,
    price: true,
    category: true,
    location: true,
    condition: true,
    kind: true,
  }),
});

/** How many people wait for a listing like it. */
export const waitingView = z.object({ count: z.number() });

export const newMatchesInput = z.object({ filter: listingFacetsInput });
export const newMatchView = z.object({ listing: listingView });

/**
 * A standing search of the caller's. `filter` is as it was saved, for the page that shows it. `matchCount`
 * are the listings that it found since then, `lastMatches` the newest of them that are still public.
 */
export const searchView = z.object({
  id: z.string(),
  name: z.string(),
  filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  frequency,
  paused: z.boolean(),
  createdAt: z.iso.datetime(),
  matchCount: z.number(),
  lastMatches: z.array(listingView),
});

export const searchesView = z.array(searchView);

export type SearchFrequency = (typeof searchFrequencies)[number];
export type SearchView = z.output<typeof searchView>;
