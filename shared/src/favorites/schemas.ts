import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { listingsPerPage } from '../listings/constants.ts';
import { listingView } from '../listings/views.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { maxFavorites, tooManyFavorites } from './constants.ts';

export const favoritesInput = pageInput(listingsPerPage);
export const favoriteInput = z.object({ listingId: lookupId });

/** The listings that a browser kept for a visitor, the newest favorite first. */
export const mergeFavoritesInput = z.object({
  listingIds: z.array(lookupId).max(maxFavorites, tooManyFavorites),
});

/** Whether the listing is one of the caller's favorites now. */
export const savedView = z.object({ saved: z.boolean() });

/** The ids of all favorites, the newest first. */
export const favoriteIdsView = z.array(z.string());

/**
 * A favorite. `listing` is null once others can no longer open it; `title` then says which it was, unless
 * it was reported and not cleared, or an admin acted on it.
 */
export const favoriteView = z.object({
  listingId: z.string(),
  savedAt: z.iso.datetime(),
  title: z.string().nullable(),
  listing: listingView.nullable(),
});

export const favoritePage = pageOf(favoriteView);

export type FavoriteView = z.output<typeof favoriteView>;
