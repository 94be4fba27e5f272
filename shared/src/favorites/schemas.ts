import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { listingsPerPage } from '../listings/constants.ts';
import { listingView } from '../listings/views.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { maxFavorites, tooManyFavorites } from './constants.ts';

export const favoritesInput = pageInput(listingsPerPage);
export const favoriteInput = z.object({ listingId: lookupId });

/** The favorites that a visitor's browser stored, newest first. */
export const mergeFavoritesInput = z.object({
  listingIds: z.array(lookupId).max(maxFavorites, tooManyFavorites),
});

/** True if the listing is now one of the caller's favorites. */
export const savedView = z.object({ saved: z.boolean() });

/** The listing ids of all favorites, newest first. */
export const favoriteIdsView = z.array(z.string());

/**
 * A favorite. `listing` is null if the listing can no longer be opened. `title` then names it,
 * unless it was reported and not cleared, or an admin acted on it.
 */
export const favoriteView = z.object({
  listingId: z.string(),
  savedAt: z.iso.datetime(),
  title: z.string().nullable(),
  listing: listingView.nullable(),
});

export const favoritePage = pageOf(favoriteView);

export type FavoriteView = z.output<typeof favoriteView>;
