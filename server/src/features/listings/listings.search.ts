import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { AvailabilityFilter } from '@marketplace/shared/listings/constants';
import { type Hit, type ListPosition, readListings } from './listings.view.ts';

const lowest = sql<string>`(-price)`;

/** Which listings are wanted. Both prices are inclusive. */
export type ListingFilter = Partial<
  Record<(typeof exactFilters)[number] | 'minPrice' | 'maxPrice', string | undefined>
> & {
  featured?: boolean | undefined;
  /** None: available ones, or all with the inactive ones. */
  availability?: AvailabilityFilter | '' | undefined;
  withInactive: boolean;
  sort?: string | undefined;
};

const exactFilters = ['category', 'condition', 'town', 'county', 'sellerId'] as const;

export type Candidates = ReturnType<typeof filterListings>;

/**
 * The listings that a filter lets through, unordered; never deleted ones. What indexes are partial by
 * is a literal, or a prepared plan could not use them.
 */
export function filterListings(db: Db, filter: ListingFilter) {
  let query = db.selectFrom('listings').where('deletedAt', 'is', null);
  const { withInactive, availability = '' } = filter;
  if (!withInactive) query = query.where('visible', '=', sql.lit(true));
  if (availability === 'all') {
    query = query.where('availability', '<>', sql.lit('sold'));
  } else if (availability || !withInactive) {
    query = query.where('availability', '=', sql.lit(availability || 'available'));
  }
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
export function firstOfFew(db: Db, candidates: Candidates, { key, after, limit }: Wanted) {
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
export const windowSize = 5_000;

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
