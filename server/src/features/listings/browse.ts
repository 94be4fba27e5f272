import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { listListingsInput } from '@marketplace/shared/listings/inputs';
import type { ListedView, ListingView } from '@marketplace/shared/listings/views';
import type { Page } from '@marketplace/shared/pagination';
import { distanceMiles, type Town, towns } from '@marketplace/shared/regions/towns';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField } from '../../errors.ts';
import { estimateRows, fewRows } from './estimate.ts';
import { listFolded } from './fold-bursts.ts';
import { decodeListCursor, type Hit, type ListPosition, pageOfHits } from './listing-cursor.ts';
import { type Candidates, filterListings } from './listing-filter.ts';
import { firstOf, firstOfFew, type Key, keys } from './listing-order.ts';
import { type Caller, canSeeInactive } from './listings.policy.ts';
import { readListings } from './listings.view.ts';
import { placeFilter } from './place.ts';
import { findRelevant, relevanceKeyCount } from './relevance.ts';
import { searchQueries } from './search-query.ts';
import { findInOrder, matches, type Search } from './search.ts';
import { withTimeLimit } from './time-limit.ts';

export type ListQuery = output<typeof listListingsInput>;

type Order = keyof typeof keys | 'relevance' | { near: Town };

const emptyPage: Page<never> = { items: [], nextCursor: null };

/**
 * A page of listings by keyset, read once for all who ask for it at the same
 * moment and may see the same. A location or seller that does not exist gives an empty list. Throws
 * refusals of `cursor` (or `from`) and `near` where they are none.
 */
export function listListings(
  { db, coalesce }: Pick<AppContext, 'db' | 'coalesce'>,
  caller: Caller,
  query: ListQuery,
): Promise<Page<ListedView>> {
  const withInactive = canSeeInactive(caller, query.sellerId?.toLowerCase());
  const list = { ...query, withInactive };
  return coalesce(`listings.list ${JSON.stringify(list)}`, () => readList(db, list));
}

async function readList(
  db: Db,
  query: ListQuery & { withInactive: boolean },
): Promise<Page<ListedView>> {
  const { location, sellerId, from, cursor = from, limit, search: text, fold } = query;
  const order = orderOf(query);
  const after = cursor ? decodeListCursor(cursor, keyCountOf(order)) : undefined;
  const place = placeFilter(location);
  if (!place || (sellerId && !isId(sellerId))) return emptyPage;
  const candidatesOf = (on: Db) => filterListings(on, { ...query, ...place });
  const list = { order, after, limit: limit + 1, county: place.county };
  if (fold && order === 'newest' && !sellerId && !text?.trim()) {
    return listFolded(db, candidatesOf(db), { after, limit });
  }
  if (!text?.trim()) return pageOfHits(await findListed(db, candidatesOf(db), list), limit);
  return withTimeLimit(db, async (trx) => {
    // All on the connection of the transaction: many that wait for a second one would wait for each other.
    const candidates = candidatesOf(trx);
    for await (const matching of searchQueries(trx, text)) {
      const hits = await findMatching(trx, { candidates, ...matching }, list);
      if (hits.length > 0) return pageOfHits(hits, limit);
    }
    return emptyPage;
  });
}

/** The caller's own listings, inactive ones too, newest first. */
export async function listOwnListings(
  db: Db,
  sellerId: string,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<Page<ListingView>> {
  const after = cursor ? decodeListCursor(cursor, 0) : undefined;
  const own = filterListings(db, { sellerId, withInactive: true });
  const first = firstOf(own, { key: keys.newest, after, limit: limit + 1 });
  return pageOfHits(withoutKeys(await readListings(db, first)), limit);
}

/** A listing that the caller may see. 404 for every other id, in whatever form. */
export async function getListing(db: Db, caller: Caller, id: string): Promise<ListingView> {
  let query = db.selectFrom('listings').select('id').where('deletedAt', 'is', null);
  if (!caller?.isAdmin) {
    query = query.where((eb) =>
      caller
        ? eb.or([eb('visible', '=', true), eb('sellerId', '=', caller.id)])
        : eb('visible', '=', true),
    );
  }
  const one = query.where('id', '=', id).select(sql<number>`0`.as('key'));
  const [hit] = isId(id) ? await readListings(db, one) : [];
  if (hit) return hit.listing;
  throw new AppError('NOT_FOUND', texts.listingNotFound, { gone: await wasTakenDown(db, id) });
}

/** Whether the listing was deleted or flagged, which is for good unless an admin restores it. */
async function wasTakenDown(db: Db, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('deletedAt', 'is not', null), eb('flaggedAt', 'is not', null)]))
    .executeTakeFirst();
  return row !== undefined;
}

interface List {
  order: Order;
  after: ListPosition | undefined;
  limit: number;
  county: string | undefined;
}

async function findMatching(db: Db, search: Search, list: List): Promise<Hit[]> {
  const { order } = list;
  if (order === 'relevance') return findRelevant(db, search, list);
  if (typeof order === 'object') {
    const candidates = search.candidates.where(matches(search.query));
    return findNearest(db, { ...list, near: order.near, candidates });
  }
  const key = keys[order];
  const hits = await findInOrder(db, search, { ...list, key });
  return key ? hits : withoutKeys(hits);
}

async function findListed(db: Db, candidates: Candidates, list: List): Promise<Hit[]> {
  const { order } = list;
  if (typeof order === 'object') return findNearest(db, { ...list, near: order.near, candidates });
  const key = order === 'relevance' ? keys.newest : keys[order];
  const hits = await readListings(db, firstOf(candidates, { ...list, key }));
  return key ? hits : withoutKeys(hits);
}

/** What a list is ordered by: relevance only with a search, nearness only from a town. */
function orderOf({ sort, near, search }: ListQuery): Order {
  const usual = search?.trim() ? 'relevance' : 'newest';
  if (sort === 'relevance') return usual;
  if (sort !== 'nearest') return sort ?? usual;
  if (!near?.trim()) return usual;
  const match = matchLocation(near);
  if (match.ok && match.town) return { near: match.town };
  throw badField('near', 'Choose a town to sort by distance.');
}

function keyCountOf(order: Order): number {
  if (order === 'newest') return 0;
  return order === 'relevance' ? relevanceKeyCount : 1;
}

/** Hits of the newest first, whose place their time and id tell. */
function withoutKeys(hits: Hit[]): Hit[] {
  return hits.map(({ listing }) => ({ listing, keys: [] }));
}

interface Nearest {
  candidates: Candidates;
  /** The town that distances are from. */
  near: Town;
  /** The county that the candidates are in, where they are in one. */
  county: string | undefined;
  after: ListPosition | undefined;
  limit: number;
}

/**
 * The listings by the distance of their town from another, within a town the newest first; those
 * that say no town come last. Where there are many it goes from town to town.
 */
async function findNearest(db: Db, wanted: Nearest): Promise<Hit[]> {
  const { candidates, near, after, limit } = wanted;
  const byDistance = townsByDistance(near);
  if ((await estimateRows(candidates)) <= fewRows) {
    const nowhere = -byDistance.length;
    const names = byDistance.map((town) => town.name);
    const key: Key = sql<string>`coalesce(1 - array_position(${names}::text[], town), ${nowhere})::numeric`;
    return readListings(db, firstOfFew(db, candidates, { key, after, limit }));
  }
  return walkTowns(db, wanted, byDistance);
}

async function walkTowns(db: Db, wanted: Nearest, byDistance: Town[]): Promise<Hit[]> {
  const { candidates, county, after, limit } = wanted;
  const reached = after ? Math.max(0, Math.trunc(-Number(after.keys[0]))) : 0;
  const hits: Hit[] = [];
  for (let rank = reached; rank <= byDistance.length && hits.length < limit; rank++) {
    const town = byDistance[rank];
    if (town && county && town.county !== county) continue;
    const there = town
      ? candidates.where('town', '=', town.name)
      : candidates.where('town', 'is', null);
    const position = rank === reached ? after : undefined;
    const first = firstOf(there, { key: undefined, after: position, limit: limit - hits.length });
    hits.push(...(await readListings(db, first)).map((hit) => ({ ...hit, keys: [String(-rank)] })));
  }
  return hits;
}

function townsByDistance(near: Town): Town[] {
  const measured = towns.map((town) => ({ town, miles: distanceMiles(near, town) }));
  return measured.sort((a, b) => a.miles - b.miles).map(({ town }) => town);
}
