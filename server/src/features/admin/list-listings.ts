import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { adminDescriptionLength } from '@marketplace/shared/admin/constants';
import type { AdminListing, adminListingsInput } from '@marketplace/shared/admin/schemas';
import type { ListingView } from '@marketplace/shared/listings/views';
import type { Page } from '@marketplace/shared/pagination';
import { notFound } from '../../errors.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { readTotals } from '../../realtime/totals.ts';
import { decodeListCursor, type Hit, pageOfHits, readListings } from '../listings/listings.view.ts';
import {
  type Candidates,
  filterListings,
  findInOrder,
  firstOf,
  keys,
  type Wanted,
} from '../listings/search/listings.search.ts';
import { searchQueries } from '../listings/search/search-query.ts';

type ListingsQuery = output<typeof adminListingsInput>;

/**
 * Returns a page of all listings that are not deleted, newest first. Searches like the browse page.
 * `total` is set if there is no search and no filter.
 */
export async function listListings(
  db: Db,
  query: ListingsQuery,
): Promise<Page<AdminListing> & { total?: number }> {
  const { cursor, limit, search, filter } = query;
  const after = cursor ? decodeListCursor(cursor, 0) : undefined;
  const wanted = { key: keys.newest, after, limit: limit + 1 };
  const hits = await findHits(db, { filter, wanted, search });
  const page = pageOfHits(hits, limit);
  const isWhole = !search && filter === 'all';
  return {
    ...page,
    items: await withSellers(db, page.items),
    ...(isWhole ? { total: (await readTotals(db)).listings } : {}),
  };
}

/** Returns one listing as admins see it. Throws NOT_FOUND for an unknown or deleted one. */
export async function getListing(db: Db, id: string): Promise<AdminListing> {
  const one = filterListings(db, { withInactive: true }).where('id', '=', id);
  const hits = await readListings(db, await one.select(['id', sql<number>`0`.as('key')]).execute());
  const [listing] = await withSellers(
    db,
    hits.map((hit) => hit.listing),
  );
  if (!listing) throw notFound('Listing');
  return listing;
}

function candidatesOf(db: Db, filter: ListingsQuery['filter']): Candidates {
  const all = filterListings(db, { withInactive: true, featured: filter === 'featured' });
  if (filter === 'active') return all.where('isActive', '=', true);
  if (filter === 'flagged') return all.where('isActive', '=', false);
  if (filter !== 'reported') return all;
  return all.where('id', 'in', (inner) =>
    inner
      .selectFrom('moderationCases')
      .select('targetId')
      .where('targetType', '=', 'listing')
      .where('status', '=', 'open'),
  );
}

async function findHits(
  db: Db,
  { filter, wanted, search }: Pick<ListingsQuery, 'filter' | 'search'> & { wanted: Wanted },
): Promise<Hit[]> {
  if (!search) return readListings(db, await firstOf(candidatesOf(db, filter), wanted).execute());
  for await (const { all } of searchQueries(db, search)) {
    const hits = await withTimeLimit(db, (trx) =>
      findInOrder(trx, { candidates: candidatesOf(trx, filter), query: all.query }, wanted),
    );
    if (hits.length > 0) return hits;
  }
  return [];
}

/** Adds what only admins see. Leaves out listings that were deleted since they were found. */
async function withSellers(db: Db, listings: ListingView[]): Promise<AdminListing[]> {
  if (listings.length === 0) return [];
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .select(['l.id', 'l.flagReason', 'l.hiddenByReportsAt', 'u.email as sellerEmail'])
    .where('l.id', '=', sql<string>`any(${listings.map(({ id }) => id)}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return listings.flatMap((listing) => {
    const row = byId.get(listing.id);
    if (!row) return [];
    const { hiddenByReportsAt, ...added } = row;
    const description = shortened(listing.description);
    return { ...listing, ...added, description, hiddenByReports: hiddenByReportsAt !== null };
  });
}

/** Cuts a text to 200 characters and an ellipsis, without splitting a character. */
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= adminDescriptionLength) return text;
  return `${characters.slice(0, adminDescriptionLength).join('')}…`;
}
