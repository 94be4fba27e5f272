import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import { listingsPerPage } from '@marketplace/shared/listings/constants';
import {
  type Coordinates,
  distanceMiles,
  type Town,
  towns,
} from '@marketplace/shared/regions/towns';
import { withTimeLimit } from '../../platform/time-limit.ts';
import {
  type Hit,
  type ListPosition,
  readListings,
  readPreparedListings,
} from './listings.view.ts';

const lowest = sql<string>`(-price)`;

/** Which listings are wanted. Both prices are inclusive. */
export type ListingFilter = Partial<
  Record<(typeof exactFilters)[number] | 'minPrice' | 'maxPrice', string | undefined>
> & { featured?: boolean | undefined; withInactive: boolean; sort?: string | undefined };

const exactFilters = ['category', 'condition', 'town', 'county', 'sellerId'] as const;

export type Candidates = ReturnType<typeof filterListings>;

/**
 * The listings that a filter lets through, unordered; never deleted ones. What indexes are partial by
 * is a literal, or a prepared plan could not use them.
 */
export function filterListings(db: Db, filter: ListingFilter) {
  let query = db.selectFrom('listings').where('deletedAt', 'is', null);
  if (!filter.withInactive) query = query.where('visible', '=', sql.lit(true));
  for (const column of exactFilters) {
    const value = filter[column];
    if (value) query = query.where(column, '=', value);
  }
  const { minPrice, maxPrice } = filter;
  if (filter.sort === 'price-asc') {
    // In the form of the index that this order walks, so that it begins and ends within the range.
    if (minPrice) query = query.where(lowest, '<=', sql<string>`(-${minPrice}::numeric)`);
    if (maxPrice) query = query.where(lowest, '>=', sql<string>`(-${maxPrice}::numeric)`);
  } else {
    if (minPrice) query = query.where('price', '>=', minPrice);
    if (maxPrice) query = query.where('price', '<=', maxPrice);
  }
  if (filter.featured) query = query.where('isFeatured', '=', sql.lit(true));
  return query;
}

/** What a list is ordered by, descending; ties are broken by `newestFirst`. */
type Key = RawBuilder<string | number>;

export const keys = {
  newest: undefined,
  'price-desc': sql<string>`price`,
  'price-asc': lowest,
} satisfies Record<string, Key | undefined>;

/** The order, the position reached in it, and the number of rows. */
export interface Wanted {
  key?: Key | undefined;
  after: ListPosition | undefined;
  limit: number;
}

const newestFirst = sql`created_at desc, id desc`;

/** The first candidates of an order, by walking its index. */
export function firstOf(candidates: Candidates, { key, after, limit }: Wanted) {
  let query = candidates;
  if (after) {
    const { at, id } = after;
    // A comparison of rows, not ANDs and ORs: only this walks the index from the position on.
    query = query.where(
      key
        ? sql<boolean>`(${key}, created_at, id) < (${after.keys?.[0]}, ${at}, ${id})`
        : sql<boolean>`(created_at, id) < (${at}, ${id})`,
    );
  }
  return query
    .orderBy(key ? sql`${key} desc, ${newestFirst}` : newestFirst)
    .limit(sql.lit(limit))
    .select(['id', 'createdAt', keyed(key)]);
}

/** The first of few candidates: all of them are fetched, then sorted. */
function firstOfFew(db: Db, candidates: Candidates, { key, after, limit }: Wanted) {
  const found = candidates.select(['id', 'createdAt', keyed(key)]);
  const hits = db
    // Materialized, or the planner may turn it into a walk through all listings in the order.
    .with(
      (cte) => cte('found').materialized(),
      () => found,
    )
    .selectFrom('found')
    .select(['id', 'key'])
    .orderBy(sql`key desc, ${newestFirst}`)
    .limit(limit);
  if (!after) return hits;
  const { at, id, keys: [value = '0'] = [] } = after;
  return hits.where(sql<boolean>`(key, created_at, id) < (${value}, ${at}, ${id})`);
}

function keyed(key: Key | undefined) {
  return (key ?? sql<number>`0`).as('key');
}

/** How many listings, in their order, are searched for a word that many contain. */
const windowSize = 5_000;

/** A query in its text form, and the same without prefixes, to rank whole words higher. */
export interface SearchQuery {
  query: string;
  whole: string;
  /** The share of all listings that match; 0 if at most `fewRows` do. */
  share: number;
}

/** The condition that a listing matches a tsquery in its text form. */
export function matches(query: string) {
  return sql<boolean>`search @@ ${query}::tsquery`;
}

/** The newest candidates that match, among the newest `windowSize` candidates. */
export function newestMatches(db: Db, candidates: Candidates, query: string) {
  const newest = candidates
    .select(['id', 'category', 'condition', 'county', 'town', 'createdAt', 'search'])
    .orderBy(newestFirst)
    .limit(windowSize);
  return db.selectFrom(newest.as('listings')).where(matches(query));
}

/** Up to this many rows, by the planner's estimate, are fetched and sorted: about 5 ms. */
export const fewRows = 1_000;

const planSchema = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

/** How many rows the planner expects, from its statistics alone. */
export async function estimateRows(candidates: Candidates): Promise<number> {
  const [plan] = await candidates.select('id').explain('json');
  return planSchema.parse(Object.values(plan ?? {})[0])[0].Plan['Plan Rows'];
}

/**
 * The first listings of an order that match. There are two ways, each slow where the other is fast:
 * fetch all matches through the word index and sort them, or walk the order until enough match. The
 * planner's estimate decides. The walk ends after a window, since all matches may come late.
 */
export async function findInOrder(
  db: Db,
  { candidates, query }: { candidates: Candidates; query: string },
  wanted: Wanted,
): Promise<Hit[]> {
  const hits = candidates.where(matches(query));
  if ((await estimateRows(hits)) > fewRows) {
    const window = firstOf(candidates, { ...wanted, limit: windowSize }).select('search');
    const found = await db
      .selectFrom(window.as('first'))
      .select(['id', 'key'])
      .where(matches(query))
      .orderBy(sql`key desc, ${newestFirst}`)
      .limit(wanted.limit)
      .execute();
    if (found.length === wanted.limit) return readListings(db, found);
  }
  return readListings(db, await firstOfFew(db, hits, wanted).execute());
}

/** How many matches are ranked at a time if there are many: the newest, three pages of them, then the next. */
const blockSize = 3 * listingsPerPage;

/** The weight of a word in the description, in category and place, (unused) and in the title. */
const weights = '{0.01, 0.1, 0.4, 1}';

/**
 * A range of creation times whose matches are ranked together; null is unbounded. It stays the same
 * while a user pages through it, whatever is published meanwhile.
 */
interface Block {
  before: Date | null;
  from: Date | null;
}

/** A block that is ranked for the first time: its listings, unless they are few. */
type FoundBlock = Block & { ids?: string[] };

/** A search by relevance. */
interface Search extends SearchQuery {
  filter: ListingFilter;
}

/** How many keys a position in this order has: the rank, and both ends of the block. */
export const relevanceKeyCount = 3;

/**
 * The listings that match, most relevant first: title over category over description, a whole word
 * over a prefix, ties by age. If many match, the newest of them are ranked, then the next newest, so
 * that a common word costs no more than that.
 */
export async function findRelevant(
  db: Db,
  search: Search,
  wanted: Omit<Wanted, 'key'>,
): Promise<Hit[]> {
  let { after } = wanted;
  const hits: Hit[] = [];
  let block: FoundBlock | null = after ? blockOf(after) : await findBlock(db, search, null);
  while (block) {
    const limit = wanted.limit - hits.length;
    hits.push(...(await rankBlock(db, search, { block, after, limit })));
    if (hits.length === wanted.limit || !block.from) break;
    block = await findBlock(db, search, block.from);
    after = undefined;
  }
  return hits;
}

/** Filters that a search is prepared with; there are too many sets of all of them. */
export type CommonFilter = Pick<
  ListingFilter,
  'category' | 'town' | 'county' | 'minPrice' | 'maxPrice'
>;

/** The first page of `findRelevant`, where few listings match, in one prepared statement. */
export async function findFewRelevant(
  db: Db,
  values: CommonFilter & Pick<SearchQuery, 'query' | 'whole'> & { limit: number },
): Promise<Hit[]> {
  const hits = await rankFew(db, values);
  return hits.map((hit) => withEnds(hit, { before: null, from: null }));
}

/** The first of all that match, or of those with these ids. */
function rankFew(
  db: Db,
  values: Parameters<typeof findFewRelevant>[1] & { ids?: string[] },
): Promise<Hit[]> {
  const list = { name: 'relevant', values };
  return readPreparedListings(db, list, ({ ids, query, whole, limit, ...filter }) => {
    const candidates = filterListings(db, { ...filter, withInactive: ids !== undefined });
    const few = candidates.where(ids ? sql<boolean>`id = any(${ids}::uuid[])` : matches(query));
    return firstOfFew(db, few, { key: rankOf(query, whole), after: undefined, limit });
  });
}

async function rankBlock(
  db: Db,
  { filter, query, whole }: Search,
  { block, after, limit }: Omit<Wanted, 'key'> & { block: FoundBlock },
): Promise<Hit[]> {
  const { ids } = block;
  const hits = ids
    ? await rankFew(db, { ids, query, whole, limit })
    : await withTimeLimit(db, async (trx) => {
        const matching = between(filterListings(trx, filter), block).where(matches(query));
        const few = firstOfFew(trx, matching, { key: rankOf(query, whole), after, limit });
        return readListings(trx, await few.execute());
      });
  return hits.map((hit) => withEnds(hit, block));
}

function rankOf(query: string, whole: string) {
  return sql<number>`(ts_rank(${sql.lit(weights)}, search, ${query}::tsquery)
    + ts_rank(${sql.lit(weights)}, search, ${whole}::tsquery))`;
}

function withEnds({ listing, keys }: Hit, { before, from }: Block): Hit {
  const ends = [before, from].map((end) => (end ? String(end.getTime()) : ''));
  return { listing, keys: [...keys, ...ends] };
}

/**
 * The newest block of matches before a time; all of them if they are few, null if there are none. A walk
 * through the newest candidates finds it sooner than the index, unless few of them match.
 */
async function findBlock(
  db: Db,
  { filter, query, share }: Search,
  before: Date | null,
): Promise<FoundBlock | null> {
  const candidatesOf = (db: Db) => between(filterListings(db, filter), { before, from: null });
  const candidates = candidatesOf(db);
  const expected = await estimateRows(candidates.where(matches(query)));
  if (expected <= fewRows) return { before, from: null };
  const isInWindow = share * windowSize >= blockSize / 2;
  const inWindow = isInWindow ? await newestOf(newestMatches(db, candidates, query)) : [];
  const rows =
    inWindow.length > 0
      ? inWindow
      : await withTimeLimit(db, (trx) => newestOf(candidatesOf(trx).where(matches(query))));
  const from = rows.at(-1)?.createdAt;
  return from ? { before, from, ids: rows.map(({ id }) => id) } : null;
}

/** The newest `blockSize` of some listings, and those that are as old as the last of them. */
function newestOf(hits: Pick<Candidates, 'select'>) {
  return hits
    .select(['id', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .fetch(blockSize, 'with ties')
    .execute();
}

function between(candidates: Candidates, { before, from }: Block): Candidates {
  let query = candidates;
  if (before) query = query.where('createdAt', '<', before);
  if (from) query = query.where('createdAt', '>=', from);
  return query;
}

function blockOf({ keys: [, before, from] = [] }: ListPosition): Block {
  const timeOf = (key = '') => (/^\d+$/.test(key) ? new Date(Number(key)) : null);
  return { before: timeOf(before), from: timeOf(from) };
}

interface Nearest extends Omit<Wanted, 'key'> {
  candidates: Candidates;
  /** What distances are measured from. */
  near: Coordinates;
  /** The county of all candidates, if the filter has one. */
  county: string | undefined;
}

/**
 * The listings by the distance of their town, the newest first within a town; those without a town
 * come last. If there are many, one query per town replaces the sort.
 */
export async function findNearest(db: Db, wanted: Nearest): Promise<Hit[]> {
  const { candidates, near, after, limit } = wanted;
  const byDistance = towns
    .map((town) => ({ town, miles: distanceMiles(near, town) }))
    .sort((a, b) => a.miles - b.miles)
    .map(({ town }) => town);
  if ((await estimateRows(candidates)) > fewRows) return walkTowns(db, wanted, byDistance);
  const names = byDistance.map((town) => town.name);
  const key = sql<string>`coalesce(1 - array_position(${names}::text[], town), ${-names.length})::numeric`;
  return readListings(db, await firstOfFew(db, candidates, { key, after, limit }).execute());
}

async function walkTowns(
  db: Db,
  { candidates, county, after, limit }: Nearest,
  byDistance: Town[],
): Promise<Hit[]> {
  const reached = after ? Math.max(0, Math.trunc(-Number(after.keys?.[0]))) : 0;
  const hits: Hit[] = [];
  for (let rank = reached; rank <= byDistance.length && hits.length < limit; rank++) {
    const town = byDistance[rank];
    if (town && county && town.county !== county) continue;
    const inTown = town
      ? candidates.where('town', '=', town.name)
      : candidates.where('town', 'is', null);
    const position = rank === reached ? after : undefined;
    const first = firstOf(inTown, { after: position, limit: limit - hits.length });
    const there = await readListings(db, await first.execute());
    hits.push(...there.map((hit) => ({ ...hit, keys: [String(-rank)] })));
  }
  return hits;
}
