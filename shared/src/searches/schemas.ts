import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { createListingInput, listingFacetsInput } from '../listings/inputs.ts';
import { listingView } from '../listings/views.ts';
import { storableText } from '../storable-text.ts';

/** How often a saved search sends alerts. */
export const searchFrequencies = ['instant', 'daily', 'weekly'] as const;

/** Maximum number of saved searches per user, including followed sellers. */
export const maxSearches = 100;

export const searchNameMaxLength = 80;

const name = storableText('Give the search a name.')
  .trim()
  .min(1, 'Give the search a name.')
  .max(searchNameMaxLength, `A name can have up to ${searchNameMaxLength} characters.`);
const frequency = z.enum(searchFrequencies, 'Choose instant, daily or weekly.');

/** Without a name, the search is named after its filter. */
export const createSearchInput = z.object({
  name: name.optional(),
  filter: listingFacetsInput,
  frequency,
});

/** An omitted field stays unchanged. */
export const updateSearchInput = z.object({
  id: lookupId,
  name: name.optional(),
  frequency: frequency.optional(),
  paused: z.boolean().optional(),
});

export const searchByIdInput = z.object({ id: lookupId });

/** An unfinished listing, from the form. */
export const waitingInput = z.object({
  draft: createListingInput
    .omit({ images: true, details: true, isFirmPrice: true, clientId: true })
    .extend({ hasPhoto: z.boolean().default(false) }),
});

/** The number of people whose saved searches match the listing. */
export const waitingView = z.object({ count: z.number() });

/** `since` is when the newest listing of the page was created. Listings after it are new. */
export const newMatchesInput = z.object({
  filter: listingFacetsInput,
  since: z.iso.datetime().optional(),
});
export const newMatchView = z.object({ listing: listingView });

/**
 * A saved search of the caller. `filter` is as it was saved. `seller` is the followed seller, if
 * the search has no other filter. `matchCount` is the number of matches within 90 days, up to
 * 1,000. `lastMatches` are the newest of them that are still listed.
 */
export const searchView = z.object({
  id: z.string(),
  name: z.string(),
  filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  seller: z
    .object({ id: z.string(), displayName: z.string(), profileImageUrl: z.string().nullable() })
    .nullable(),
  frequency,
  paused: z.boolean(),
  createdAt: z.iso.datetime(),
  matchCount: z.number(),
  lastMatches: z.array(listingView),
});

export const searchesView = z.array(searchView);

/** The number of the caller's followers, whose names stay private. */
export const followersView = z.object({ count: z.number() });

export type SearchFrequency = (typeof searchFrequencies)[number];
export type SearchView = z.output<typeof searchView>;
export type WaitingInput = z.input<typeof waitingInput>;
