import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { ListedView, ListingView } from '@marketplace/shared/listings/views';
import type { Page } from '@marketplace/shared/pagination';
import { encodeCursor, type Position } from '../../platform/cursor.ts';
import type { Candidates } from './listing-filter.ts';
import { firstOf } from './listing-order.ts';
import { readListings } from './listings.view.ts';

/** How many listings of one seller a page shows before the rest of their burst folds. */
const shownOfSeller = 5;

/** More than that many listings of a seller within so many ms are a burst. */
const burstMs = 24 * 60 * 60 * 1000;

/** How many more listings are looked at in one step where a burst folds, and in all for one page. */
const stepSize = 250;
const maxLookedAt = 1_500;

/** A listing as far as folding needs it. */
interface Row {
  id: string;
  sellerId: string;
  createdAt: Date;
}

/**
 * A page of the newest listings on which a seller's burst has five places at most. The last of them
 * says how many more there are, and the next page begins after these. A page without a burst takes
 * one statement, as any other list does.
 */
export async function listFolded(
  db: Db,
  candidates: Candidates,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<Page<ListedView>> {
  const hits = await readListings(db, firstRows(candidates, after, limit + 1));
  const listings = new Map(hits.map(({ listing }) => [listing.id, listing]));
  let rows = [...listings.values()].map(toRow);
  let { shown } = fold(rows);
  let isEnd = rows.length <= limit;
  const mostRows = shown.length < rows.length ? maxLookedAt : rows.length;
  while (shown.length <= limit && !isEnd && rows.length < mostRows) {
    const last = rows.at(-1);
    const more = await firstRows(candidates, last && positionOf(last), stepSize)
      .select('sellerId')
      .execute();
    isEnd = more.length < stepSize;
    rows.push(...more);
    ({ shown } = fold(rows));
  }
  const next = shown[limit];
  if (next) rows = rows.slice(0, rows.indexOf(next));
  const onPage = fold(rows);
  await addListings(db, candidates, { listings, rows: onPage.shown });
  const last = rows.at(-1);
  return {
    items: onPage.shown.flatMap(({ id }) => {
      const listing = listings.get(id);
      const moreFromSeller = onPage.folded.get(id);
      return listing ? { ...listing, ...(moreFromSeller && { moreFromSeller }) } : [];
    }),
    nextCursor: last && (next || !isEnd) ? encodeCursor(positionOf(last)) : null,
  };
}

function firstRows(candidates: Candidates, after: Position | undefined, limit: number) {
  return firstOf(candidates, { key: undefined, after: after && { ...after, keys: [] }, limit });
}

function toRow({ id, sellerId, createdAt }: ListingView): Row {
  return { id, sellerId, createdAt: new Date(createdAt) };
}

function positionOf({ id, createdAt }: Row): Position {
  return { id, at: createdAt };
}

/** Which rows of a page, newest first, are shown, and how many fold under the id of one of them. */
function fold(rows: Row[]): { shown: Row[]; folded: Map<string, number> } {
  const shown: Row[] = [];
  const folded = new Map<string, number>();
  const sellers = new Map<string, { times: number[]; lastShown: string }>();
  for (const row of rows) {
    const { id, sellerId, createdAt } = row;
    const seller = sellers.get(sellerId) ?? { times: [], lastShown: id };
    sellers.set(sellerId, seller);
    const time = createdAt.getTime();
    const fiveBefore = seller.times.at(-shownOfSeller);
    const isMore = seller.times.push(time) > shownOfSeller;
    if (isMore && fiveBefore !== undefined && fiveBefore - time < burstMs) {
      folded.set(seller.lastShown, (folded.get(seller.lastShown) ?? 0) + 1);
    } else {
      seller.lastShown = id;
      shown.push(row);
    }
  }
  return { shown, folded };
}

/** Reads those of the shown listings that are not there yet. */
async function addListings(
  db: Db,
  candidates: Candidates,
  { listings, rows }: { listings: Map<string, ListingView>; rows: Row[] },
): Promise<void> {
  const missing = rows.map(({ id }) => id).filter((id) => !listings.has(id));
  if (missing.length === 0) return;
  const byId = candidates.where('id', 'in', missing).select(['id', sql<number>`0`.as('key')]);
  for (const { listing } of await readListings(db, byId)) listings.set(listing.id, listing);
}
