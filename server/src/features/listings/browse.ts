import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { ListingView } from '@marketplace/shared/listings/views';
import type { Page } from '@marketplace/shared/pagination';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { decodeCursor, pageOfRows } from '../../platform/cursor.ts';
import { filterListings, newestOf } from './listing-filter.ts';
import { type Caller, canSeeInactive } from './listings.policy.ts';
import { readListings } from './listings.view.ts';
import { searchListings } from './search.ts';

/** What a list is narrowed by, as the caller gave it; an empty filter is none. */
export interface ListQuery {
  search?: string;
  category?: string;
  location?: string;
  sellerId?: string;
  featured?: boolean;
  cursor?: string;
  limit: number;
}

const emptyPage: Page<never> = { items: [], nextCursor: null };

/**
 * Listings newest first, by keyset (decisions: Listings). A location or seller that does not exist
 * gives an empty list. Throws a refusal of `cursor` where that is none.
 */
export async function listListings(
  db: Db,
  caller: Caller,
  query: ListQuery,
): Promise<Page<ListingView>> {
  const { search, category, sellerId, featured = false, cursor, limit } = query;
  const after = cursor ? decodeCursor(cursor) : undefined;
  const place = placeFilter(query.location);
  if (!place || (sellerId && !isId(sellerId))) return emptyPage;
  const wanted = { db, limit: limit + 1 };
  const candidates = filterListings(db, {
    category,
    sellerId,
    featured,
    after,
    ...place,
    withInactive: canSeeInactive(caller, sellerId?.toLowerCase()),
  });
  const rows = search?.trim()
    ? await searchListings({ ...wanted, candidates, text: search })
    : await readListings(db, newestOf(candidates, wanted.limit));
  return pageOfListings(rows, limit);
}

/** The caller's own listings, inactive ones too, newest first. */
export async function listOwnListings(
  db: Db,
  sellerId: string,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<Page<ListingView>> {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const own = filterListings(db, { sellerId, after, featured: false, withInactive: true });
  return pageOfListings(await readListings(db, newestOf(own, limit + 1)), limit);
}

/** A listing that the caller may see. 404 for every other id, in whatever form. */
export async function getListing(db: Db, caller: Caller, id: string): Promise<ListingView> {
  let hit = db.selectFrom('listings').select('id').where('deletedAt', 'is', null);
  if (!caller?.isAdmin) {
    hit = hit.where((eb) =>
      caller
        ? eb.or([eb('visible', '=', true), eb('sellerId', '=', caller.id)])
        : eb('visible', '=', true),
    );
  }
  const [listing] = isId(id) ? await readListings(db, hit.where('id', '=', id)) : [];
  if (!listing) throw new AppError('NOT_FOUND', texts.listingNotFound);
  return listing;
}

function pageOfListings(rows: ListingView[], limit: number): Page<ListingView> {
  return pageOfRows(rows, limit, (row) => ({ at: new Date(row.createdAt), id: row.id }));
}

/** The town or county that a location filter means; neither for the whole region, null for elsewhere. */
function placeFilter(location: string | undefined): { town?: string; county?: string } | null {
  if (!location?.trim()) return {};
  const match = matchLocation(location);
  if (!match.ok) return null;
  return match.town ? { town: match.town.name } : { county: match.county };
}
