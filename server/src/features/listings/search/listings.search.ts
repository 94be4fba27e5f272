import { type AliasableExpression, type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { AvailabilityFilter } from '@marketplace/shared/listings/constants';
import { type Hit, type ListPosition, readListings } from '../listings.view.ts';

const lowest = sql<string>`(-price)`;

/**
 * The condition of each filter, given its value: a parameter in a list, or a column of a standing
 * search in alerts. Both use these, so that they agree.
 */
const conditions = {
  category: (value: unknown) => sql<boolean>`listings.category = ${value}`,
  condition: (value: unknown) =>
    sql<boolean>`(listings.condition = ${value} or ${value} = 'used' and listings.condition <> 'new')`,
  town: (value: unknown) => sql<boolean>`listings.town = ${value}`,
  towns: (value: unknown) => sql<boolean>`listings.town = any(${value}::text[])`,
  county: (value: unknown) => sql<boolean>`listings.county = ${value}`,
  sellerId: (value: unknown) => sql<boolean>`listings.seller_id = ${value}`,
  kind: (value: unknown) => sql<boolean>`listings.kind = ${value}`,
  minPrice: (value: unknown) => sql<boolean>`listings.price >= ${value}::numeric`,
  maxPrice: (value: unknown) => sql<boolean>`listings.price <= ${value}::numeric`,
  withPhoto: (value: unknown) => sql<boolean>`listings.has_photo = ${value}`,
  featured: (value: unknown) => sql<boolean>`listings.is_featured = ${value}`,
  postedWithin: (value: unknown) =>
    sql<boolean>`listings.created_at > now() - ${value} * interval '1 day'`,
  words: (value: unknown) => sql<boolean>`listings.search @@ ${value}::tsquery`,
  excluded: (value: unknown) => sql<boolean>`not listings.search @@ ${value}::tsquery`,
};

/** The conditions for 'price-asc'. Comparing `-price` limits the walk on its index to the range. */
const priceAscConditions = {
  ...conditions,
  minPrice: (value: unknown) => sql<boolean>`${lowest} <= (-${value}::numeric)`,
  maxPrice: (value: unknown) => sql<boolean>`${lowest} >= (-${value}::numeric)`,
};

/** The filters that a search can request in words. */
export type RequestedField = 'condition' | 'town' | 'towns' | 'county' | 'minPrice' | 'maxPrice';

/**
 * The conditions of a list. Prices are inclusive. `excluded` and `title` are tsqueries. Listings
 * that match `title` need not pass the `requested` filters, which were words of the search.
 */
export type ListingFilter = Partial<
  Record<TextField | 'minPrice' | 'maxPrice' | 'sort' | 'title', string | undefined>
> & {
  featured?: boolean | undefined;
  withPhoto?: boolean | undefined;
  /** The listing has to be in one of these towns. */
  towns?: readonly string[] | undefined;
  /** In days. */
  postedWithin?: number | undefined;
  /** Without a value, only available listings pass, or all of them if `withInactive`. */
  availability?: AvailabilityFilter | '' | undefined;
  withInactive: boolean;
  /** The user whose hidden listings are left out. */
  hiddenFor?: string | undefined;
  requested?: readonly RequestedField[] | undefined;
};

type TextField = 'category' | 'condition' | 'town' | 'county' | 'sellerId' | 'kind' | 'excluded';

/** The fields that lists compare if they have a value. */
const plainFields = [
  ...(['category', 'condition', 'town', 'towns', 'county', 'sellerId', 'kind'] as const),
  ...(['excluded', 'postedWithin', 'withPhoto', 'minPrice', 'maxPrice'] as const),
];

/** Returns an SQL condition: the user hid the row `listings`, or all listings of its seller. */
export function isHiddenFrom(userId: unknown) {
  return sql<boolean>`exists (select from hidden_listings as h
    where h.user_id = ${userId} and h.seller_id = listings.seller_id
      and (h.listing_id is null or h.listing_id = listings.id))`;
}

export type Candidates = ReturnType<typeof filterListings>;

/**
 * Selects the listings that pass a filter, without deleted ones. Values that partial indexes depend
 * on are literals, because prepared plans could not use the indexes otherwise.
 */
export function filterListings(db: Db, filter: ListingFilter) {
  let query = db.selectFrom('listings').where('deletedAt', 'is', null);
  const { withInactive, availability = '' } = filter;
  if (!withInactive) query = query.where('visible', '=', sql.lit(true));
  if (availability === 'all') query = query.where('availability', '<>', sql.lit('sold'));
  else if (availability || !withInactive)
    query = query.where('availability', '=', sql.lit(availability || 'available'));
  const { title, requested = [] } = filter;
  const isRequested = (field: string) =>
    title !== undefined && requested.some((one) => one === field);
  const compare = filter.sort === 'price-asc' ? priceAscConditions : conditions;
  for (const field of plainFields) {
    const value = filter[field];
    if (value && !isRequested(field)) query = query.where(compare[field](value));
  }
  if (title !== undefined && requested.length > 0) {
    const all = requested.map((field) => conditions[field](filter[field]));
    query = query.where(sql<boolean>`(${sql.join(all, sql` and `)} or ${conditions.words(title)})`);
  }
  if (filter.hiddenFor) query = query.where(sql<boolean>`not ${isHiddenFrom(filter.hiddenFor)}`);
  if (filter.featured) query = query.where(conditions.featured(sql.lit(true)));
  return query;
}

/** The filters of prepared statements. With all filters, there would be too many combinations. */
export type CommonFilter = ReturnType<typeof commonOf>;

/** Returns the filters that many people use. '' counts as no filter. */
export function commonOf(filter: ListingFilter) {
  const { category, town, county, minPrice, maxPrice } = filter;
  const prices = { minPrice: minPrice || undefined, maxPrice: maxPrice || undefined };
  return { category: category || undefined, town, county, ...prices };
}

/** Returns true if a filter has fields that no prepared statement has. */
export function hasRareFilter(filter: ListingFilter): boolean {
  const { towns, excluded, postedWithin, withPhoto, kind, title, hiddenFor } = filter;
  return Boolean(towns || excluded || postedWithin || withPhoto || kind || title || hiddenFor);
}

/** The columns of a standing search that are conditions. A single town is stored in `towns`. */
const storedFields = [
  ...(['category', 'condition', 'towns', 'county', 'sellerId', 'kind', 'minPrice'] as const),
  ...(['maxPrice', 'withPhoto', 'featured', 'postedWithin', 'words', 'excluded'] as const),
];

/** The columns that `requested` may name. */
const requestedColumns = new Set<string>(['condition', 'towns', 'county', 'minPrice', 'maxPrice']);

/** Returns the condition that a row of `listings`, stored or not, passes the search `s`. */
export function matchesStandingSearch() {
  const all = storedFields.map((field) => {
    const column = sql.ref(`s.${field}`);
    const passes = sql`${column} is null or ${conditions[field](column)}`;
    if (!requestedColumns.has(field)) return sql`(${passes})`;
    // Without a title this must be false, because alerts would not treat null as false.
    const hasTitle = sql`s.title is not null and ${sql.lit(field)} = any(s.requested)`;
    return sql`(${passes} or ${hasTitle} and ${conditions.words(sql.ref('s.title'))})`;
  });
  return sql<boolean>`(listings.visible
    and (listings.availability = s.availability
      or s.availability = 'all' and listings.availability <> 'sold')
    and ${sql.join(all, sql` and `)})`;
}

/** The expression that a list is ordered by, descending. Ties are broken by `newestFirst`. */
type Key = RawBuilder<string | number>;

export const keys = {
  newest: undefined,
  'price-desc': sql<string>`price`,
  'price-asc': lowest,
} satisfies Record<string, Key | undefined>;

/** The position reached in a list, and the number of rows to read from there. */
export type Slice = { after?: ListPosition | undefined; limit: number };

/** A slice of a list, and the key of its order. */
export type Wanted = Slice & { key?: Key | undefined };

export const newestFirst = sql`created_at desc, id desc`;

/** Selects the first candidates of an order by walking its index. */
export function firstOf(candidates: Candidates, { key, after, limit }: Wanted) {
  let query = candidates;
  if (after) {
    const { at, id } = after;
    // Only a comparison of rows, and not one of ANDs and ORs, starts the walk at the position.
    query = query.where(
      key
        ? sql<boolean>`(${key}, created_at, id) < (${after.keys?.[0]}, ${at}, ${id})`
        : sql<boolean>`(created_at, id) < (${at}, ${id})`,
    );
  }
  return query
    .orderBy(key ? sql`${key} desc, ${newestFirst}` : newestFirst)
    .limit(sql.lit(limit))
    .select(['id', 'createdAt', (key ?? sql<number>`0`).as('key')]);
}

/** Selects the first of few candidates by fetching and sorting all of them. */
export function firstOfFew(db: Db, candidates: Candidates, { key, after, limit }: Wanted) {
  const found = candidates.select(['id', 'createdAt', (key ?? sql<number>`0`).as('key')]);
  const hits = db
    // Materialized, because the planner might otherwise walk through all listings in the order.
    .with(
      (cte) => cte('found').materialized(),
      () => found,
    )
    .selectFrom('found')
    .select(['id', 'key'])
    .orderBy(sql`key desc, ${newestFirst}`)
    .limit(sql<number>`${limit}::bigint`);
  if (!after) return hits;
  const { at, id, keys: [value = '0'] = [] } = after;
  return hits.where(sql<boolean>`(key, created_at, id) < (${value}, ${at}, ${id})`);
}

/** How many listings, in the order of the list, are searched for a common word. */
export const windowSize = 5_000;

/** A tsquery, and `whole`, another one whose matches rank higher. Both are in text form. */
export type SearchQuery = { query: string; whole: string };

/** The condition that a listing matches a tsquery in text form. */
export const matches: (query: string) => RawBuilder<boolean> = conditions.words;

/** Selects the candidates that match among the newest `windowSize` candidates. */
export function newestMatches(db: Db, candidates: Candidates, query: string) {
  const newest = candidates
    .select(['id', 'category', 'condition', 'county', 'town', 'price', 'createdAt', 'search'])
    .orderBy(newestFirst)
    .limit(windowSize);
  return db.selectFrom(newest.as('listings')).where(matches(query));
}

/** Up to this many rows, by the planner's estimate, are fetched and sorted: about 5 ms. */
export const fewRows = 1_000;

/** Checking up to this many matches is faster than the index of a large category. */
export const rareRows = 200;

/** Returns the exact number of rows. */
export async function countRows(db: Db, rows: AliasableExpression<{ id: string }>) {
  const { count } = await db
    .selectFrom(rows.as('rows'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const planSchema = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

/** Returns how many rows the planner expects, from its statistics alone. */
export async function estimateRows(candidates: Candidates): Promise<number> {
  const [plan] = await candidates.select('id').explain('json');
  return planSchema.parse(Object.values(plan ?? {})[0])[0].Plan['Plan Rows'];
}

/**
 * Returns the first matches of an order. If the planner expects few, all are fetched and sorted.
 * Otherwise the order is walked first, but only through a window, because all matches may come
 * late.
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
      .selectFrom(window.as('listings'))
      .select(['id', 'key'])
      .where(matches(query))
      .orderBy(sql`key desc, ${newestFirst}`)
      .limit(wanted.limit)
      .execute();
    if (found.length === wanted.limit) return readListings(db, found);
  }
  return readListings(db, await firstOfFew(db, hits, wanted).execute());
}
