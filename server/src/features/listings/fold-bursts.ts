import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { ListedView } from '@marketplace/shared/listings/views';
import type { Page } from '@marketplace/shared/pagination';
import { encodeCursor, type Position } from '../../platform/cursor.ts';
import { type Hit, readListings } from './listings.view.ts';
import { filterListings, firstOf, type ListingFilter } from './search/listings.search.ts';

/** How many listings of one seller a page shows before the rest of the seller's burst folds. */
const visiblePerSeller = 5;

/** More than `visiblePerSeller` listings of a seller within this time, in ms, are a burst. */
const burstMs = 24 * 60 * 60 * 1000;

/** If a burst folds, listings are read in steps of this size, up to a maximum per page. */
const stepSize = 250;
const maxRead = 1_500;

type Row = Position & { sellerId: string };

/**
 * Returns a page of the newest listings with at most five of each burst. The fifth has the number
 * of those left out. Reads more than the first `limit` + 1 hits only if a burst folds.
 */
export async function listFolded(
  db: Db,
  hits: Hit[],
  { limit, filter }: { limit: number; filter: ListingFilter },
): Promise<Page<ListedView>> {
  const listings = new Map(hits.map(({ listing }) => [listing.id, listing]));
  let rows = hits.map(({ listing }) => toRow(listing));
  let { visible } = fold(rows);
  let isEnd = rows.length <= limit;
  const mostRows = visible.length < rows.length ? maxRead : rows.length;
  while (visible.length <= limit && !isEnd && rows.length < mostRows) {
    const following = firstOf(filterListings(db, filter), { after: rows.at(-1), limit: stepSize });
    const more = await following.select('sellerId').execute();
    isEnd = more.length < stepSize;
    rows.push(...more.map(toRow));
    ({ visible } = fold(rows));
  }
  const next = visible[limit];
  if (next) rows = rows.slice(0, rows.indexOf(next));
  const page = fold(rows);
  const missing = page.visible.map(({ id }) => id).filter((id) => !listings.has(id));
  if (missing.length > 0) {
    const byId = filterListings(db, filter).where('id', 'in', missing);
    const found = await byId.select(['id', sql<number>`0`.as('key')]).execute();
    for (const { listing } of await readListings(db, found)) listings.set(listing.id, listing);
  }
  const last = rows.at(-1);
  return {
    items: page.visible.flatMap(({ id }) => {
      const listing = listings.get(id);
      const moreFromSeller = page.folded.get(id);
      return listing ? { ...listing, ...(moreFromSeller && { moreFromSeller }) } : [];
    }),
    nextCursor: last && (next || !isEnd) ? encodeCursor(last) : null,
  };
}

function toRow(of: { id: string; sellerId: string; createdAt: string | Date }): Row {
  return { id: of.id, sellerId: of.sellerId, at: new Date(of.createdAt) };
}

/**
 * Divides rows, newest first, into those that are visible and those that fold. `folded` is the
 * number of folded rows, by the id of the visible row that they fold behind.
 */
function fold(rows: Row[]): { visible: Row[]; folded: Map<string, number> } {
  const visible: Row[] = [];
  const folded = new Map<string, number>();
  const sellers = new Map<string, { times: number[]; lastVisible: string }>();
  for (const row of rows) {
    const { id, sellerId } = row;
    const seller = sellers.get(sellerId) ?? { times: [], lastVisible: id };
    sellers.set(sellerId, seller);
    const time = row.at.getTime();
    const fiveBefore = seller.times.at(-visiblePerSeller);
    seller.times.push(time);
    if (fiveBefore !== undefined && fiveBefore - time < burstMs) {
      folded.set(seller.lastVisible, (folded.get(seller.lastVisible) ?? 0) + 1);
    } else {
      seller.lastVisible = id;
      visible.push(row);
    }
  }
  return { visible, folded };
}
