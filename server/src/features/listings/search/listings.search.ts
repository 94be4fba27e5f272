import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { AvailabilityFilter } from '@marketplace/shared/listings/constants';
import { type Hit, type ListPosition, readListings } from '../listings.view.ts';

const lowest = sql<string>`(-price)`;

/**
 * What a listing has to be, by the value of a filter: a parameter in a list, a column of a standing search
 * in alerts. Whatever filters listings is made of these, so that all agree.
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

/** The filters that a search can request in words. */
export type RequestedField = 'condition' | 'town' | 'towns' | 'county' | 'minPrice' | 'maxPrice';

/**
 * Which listings are wanted. Both prices are inclusive. `excluded` and `title` are tsqueries in their text form.
 * The filters in `requested` were words of the search; listings that match `title` need not pass them.
 */
export type ListingFilter = Partial<
  Record<
    'category' | 'condition' | 'town' | 'county' | 'sellerId' | 'kind' | 'excluded',
    string | undefined
  > &
    Record<'minPrice' | 'maxPrice', string | undefined> &
    Record<'featured' | 'withPhoto', boolean | undefined>
> & {
  /** One of these. */
  towns?: readonly string[] | undefined;
  /** In days. */
  postedWithin?: number | undefined;
  /** None: available ones, or all with the inactive ones. */
  availability?: AvailabilityFilter | '' | undefined;
  withInactive: boolean;
  sort?: string | undefined;
  title?: string | undefined;
  requested?: readonly RequestedField[] | undefined;
};

/** The fields that a list compares as they are; the others have indexes of a certain form. */
const plainFields = [
  ...(['category', 'condition', 'town', 'towns', 'county', 'sellerId', 'kind'] as const),
  ...(['excluded', 'postedWithin', 'withPhoto'] as const),
];

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
  const { minPrice, maxPrice, title, requested = [] } = filter;
  const isRequested = (field: string) =>
    title !== undefined && requested.some((one) => one === field);
  for (const field of plainFields) {
    const value = filter[field];
    if (value && !isRequested(field)) query = query.where(conditions[field](value));
  }
  if (title !== undefined && requested.length > 0) {
    const all = requested.map((field) => conditions[field](filter[field]));
    query = query.where(sql<boolean>`(${sql.join(all, sql` and `)} or ${conditions.words(title)})`);
  }
  if (minPrice && !isRequested('minPrice')) query = query.where(fromPrice(minPrice, filter));
  if (maxPrice && !isRequested('maxPrice')) query = query.where(upToPrice(maxPrice, filter));
  if (filter.featured) query = query.where(conditions.featured(sql.lit(true)));
  return query;
}

// In the order 'price-asc', in the form of the index that it walks, so that it begins and ends within the range.
function fromPrice(price: string, { sort }: ListingFilter) {
  return sort === 'price-asc'
    ? sql<boolean>`${lowest} <= (-${price}::numeric)`
    : conditions.minPrice(price);
}

function upToPrice(price: string, { sort }: ListingFilter) {
  return sort === 'price-asc'
    ? sql<boolean>`${lowest} >= (-${price}::numeric)`
    : conditions.maxPrice(price);
}

/** Filters that lists are prepared with; there are too many sets of all of them. */
export type CommonFilter = Pick<
  ListingFilter,
  'category' | 'town' | 'county' | 'minPrice' | 'maxPrice'
>;

/** The filters that many people use; '' is none. */
export function commonOf({
  category,
  town,
  county,
  minPrice,
  maxPrice,
}: ListingFilter): CommonFilter {
  return {
    ...{ category: category || undefined, town, county },
    ...{ minPrice: minPrice || undefined, maxPrice: maxPrice || undefined },
  };
}

/** Whether it has filters that no statement is prepared with. */
export function hasRareFilter(filter: ListingFilter): boolean {
  const { towns, excluded, postedWithin, withPhoto, kind, title } = filter;
  return Boolean(towns || excluded || postedWithin || withPhoto || kind || title);
}

/** The columns of a standing search that are conditions; a single town is one of its towns. */
const storedFields = [
  ...(['category', 'condition', 'towns', 'county', 'sellerId', 'kind', 'minPrice'] as const),
  ...(['maxPrice', 'withPhoto', 'featured', 'postedWithin', 'words', 'excluded'] as const),
];

/** The columns of `requested`: a search names its towns one way. */
const requestedColumns = new Set<string>(['condition', 'towns', 'county', 'minPrice', 'maxPrice']);

/** The condition that the standing search `s` lets a row of `listings`, stored or not, through. */
export function letsThrough() {
  const all = storedFields.map((field) => {
    const column = sql.ref(`s.${field}`);
    const passes = sql`${column} is null or ${conditions[field](column)}`;
    if (!requestedColumns.has(field)) return sql`(${passes})`;
    // Without a title this is false and never null, which alerts would not take for false.
    const hasTitle = sql`s.title is not null and ${sql.lit(field)} = any(s.requested)`;
    return sql`(${passes} or ${hasTitle} and ${conditions.words(sql.ref('s.title'))})`;
  });
  return sql<boolean>`(listings.visible
    and (listings.availability = s.availability
      or s.availability = 'all' and listings.availability <> 'sold')
    and ${sql.join(all, sql` and `)})`;
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

export const newestFirst = sql`created_at desc, id desc`;

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
    .limit(sql<number>`${limit}::bigint`);
  if (!after) return hits;
  const { at, id, keys: [value = '0'] = [] } = after;
  return hits.where(sql<boolean>`(key, created_at, id) < (${value}, ${at}, ${id})`);
}

function keyed(key: Key | undefined) {
  return (key ?? sql<number>`0`).as('key');
}

/** How many listings, in their order, are searched for a word that many contain. */
export const windowSize = 5_000;

/** A query in its text form, and the words that rank higher than others. */
export interface SearchQuery {
  query: string;
  whole: string;
  /** The share of all listings that match; 0 if at most `fewRows` do. */
  share: number;
  /** At most `rareRows` match. */
  isRare: boolean;
}

/** The condition that a listing matches a tsquery in its text form. */
export function matches(query: string) {
  return conditions.words(query);
}

/** The newest candidates that match, among the newest `windowSize` candidates. */
export function newestMatches(db: Db, candidates: Candidates, query: string) {
  const newest = candidates
    .select(['id', 'category', 'condition', 'county', 'town', 'price', 'createdAt', 'search'])
    .orderBy(newestFirst)
    .limit(windowSize);
  return db.selectFrom(newest.as('listings')).where(matches(query));
}

/** Up to this many rows, by the planner's estimate, are fetched and sorted: about 5 ms. */
export const fewRows = 1_000;

/** Up to this many matches are compared sooner than found in the index of a large category. */
export const rareRows = 200;

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
