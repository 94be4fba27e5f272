import * as z from 'zod';
import { type ListingHint, listingHints } from './hints.ts';

/** How many days the statistics of a listing cover, today included. */
export const statsDays = 30;

const day = z.object({
  day: z.iso.date(),
  views: z.int(),
  favorites: z.int(),
  conversations: z.int(),
});

/**
 * How a listing does. `days` are the last `statsDays` days of the region, oldest first. `similar` has
 * the medians of `count` similar listings over `days` days, null if they are too few. They are the
 * last days or, if the listing was posted more recently than `statsDays` days ago, as many days
 * from the posting of each. `hint` is null without figures that support one.
 */
export const listingStatsView = z.object({
  days: z.array(day),
  similar: z
    .object({
      views: z.number(),
      favorites: z.number(),
      conversations: z.number(),
      count: z.int(),
      days: z.int(),
    })
    .nullable(),
  hint: z.enum(Object.keys(listingHints) as ListingHint[]).nullable(),
});

export type ListingStats = z.output<typeof listingStatsView>;
