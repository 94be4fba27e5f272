import { sql } from 'kysely';
import { type Db, runPrepared } from '@marketplace/db/database';
import { listingsPerPage } from '@marketplace/shared/listings/constants';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import {
  type Candidates,
  type CommonFilter,
  commonOf,
  estimateRows,
  filterListings,
  firstOfFew,
  hasRareFilter,
  type ListingFilter,
  matches,
  newestFirst,
  type SearchQuery,
  type Slice,
  windowSize,
} from './listings.search.ts';
import { remember, type Search, weigh, type Weight } from './search-query.ts';
import {
  type Hit,
  type ListPosition,
  readFound,
  readListings,
  readPreparedListings,
  rowVersion,
} from '../listings.view.ts';

/** If there are many matches, this many of them are ranked at a time, newest first. */
const blockSize = 3 * listingsPerPage;

/** Up to this many matches, by estimate, are all ranked at once: about 3 ms. */
const fewToRank = 400;

/** How many weeks are searched one by one. */
const weeksSearched = 12;

/** The week in which a listing was created, as in the word index. */
const week = sql<Date>`date_trunc('week', listings.created_at at time zone 'UTC')`;

/** The weights of a word in the description, in category and place, (unused), and in the title. */
const weights = '{0.01, 0.1, 0.4, 1}';

/**
 * Creation times whose matches are ranked together; null is unbounded. A block stays the same while
 * a user pages through it, even if new listings are published.
 */
interface Block {
  before: Date | null;
  from: Date | null;
  /** The matches, if they were read to find the block. */
  ranked?: Ranked[];
}

/** A match with its rank. */
type Ranked = { id: string; version: string; key: number; createdAt: Date };

/** A query of a search by relevance, with the filter of the list. */
type FilteredQuery = SearchQuery & { filter: ListingFilter };

type WeighedQuery = FilteredQuery & Weight;

/** How many keys a position has: the rank, both ends of the block, and '' or `expandedKey`. */
export const relevanceKeyCount = 4;

/** Marks positions among the listings that only an expansion finds. */
const expandedKey = 'also';

/** Returns matches, most relevant first. Those that need a synonym or the like come last. */
export async function findRelevant(
  db: Db,
  { filter, all, split }: Pick<Search, 'all' | 'split'> & { filter: ListingFilter },
  slice: Slice,
): Promise<Hit[]> {
  if (!split) return findRanked(db, { filter, ...all }, slice);
  const { after, limit } = slice;
  const isExpanded = after?.keys?.[3] === expandedKey;
  const exact = isExpanded ? [] : await findRanked(db, { filter, ...split.exact }, slice);
  if (exact.length === limit) return exact;
  const rest = { after: isExpanded ? after : undefined, limit: limit - exact.length };
  const expanded = await findRanked(db, { filter, ...split.expanded }, rest);
  const marked = expanded.map((hit) => ({ ...hit, keys: [...hit.keys.slice(0, 3), expandedKey] }));
  return [...exact, ...marked];
}

/**
 * Returns matches, most relevant first: title over category over description, the word as typed
 * over its plural, ties by age. Ranks the newest of many matches first, to limit the cost.
 */
async function findRanked(db: Db, query: FilteredQuery, slice: Slice): Promise<Hit[]> {
  const search = { ...query, ...(await weigh(db, query.query)) };
  const { filter, share } = search;
  let { after } = slice;
  let block: Block;
  if (after) block = blockOf(after);
  else if (share > 0 && share * (await countPlace(db, filter)) > fewToRank) {
    block = await findBlock(db, search, null);
  } else {
    const common = commonOnly(filter);
    if (common) return findFew(db, search, { ...common, limit: slice.limit });
    block = { before: null, from: null };
  }
  const hits: Hit[] = [];
  for (;;) {
    const limit = slice.limit - hits.length;
    hits.push(...(await readBlock(db, search, { block, after, limit })));
    if (hits.length === slice.limit || !block.from) return hits;
    block = await findBlock(db, search, block.from);
    after = undefined;
  }
}

/** Estimates how many listings a category and place have. */
function countPlace(db: Db, { category, town, county }: ListingFilter): Promise<number> {
  const place = { category, town, county };
  const filter = { ...place, withInactive: false };
  return remember(db, place, (trx) => estimateRows(filterListings(trx, filter)));
}

/** Returns the first page of `findRanked` in one prepared statement, if few listings match. */
async function findFew(
  db: Db,
  { query, whole, isRare }: WeighedQuery,
  wanted: CommonFilter & { limit: number },
): Promise<Hit[]> {
  const name = isRare ? 'rare' : 'relevant';
  const list = { name, values: { ...wanted, query, whole }, planOnce: true };
  const hits = await readPreparedListings(db, list, ({ query, whole, limit, ...filter }) => {
    const usual = { ...filter, withInactive: false };
    const candidates = isRare ? compareListings(db, filter) : filterListings(db, usual);
    const few = candidates.where(matches(query));
    return firstOfFew(db, few, { key: rankOf(query, whole), limit });
  });
  return hits.map((hit) => withEnds(hit, { before: null, from: null }));
}

/** Filters listings in a form that no index has, so that only the word index is used. */
function compareListings(db: Db, { category, town, ...filter }: CommonFilter): Candidates {
  let query = filterListings(db, { ...filter, withInactive: false });
  if (category) query = query.where(sql<boolean>`category || '' = ${category}`);
  if (town) query = query.where(sql<boolean>`town || '' = ${town}`);
  return query;
}

async function readBlock(db: Db, search: FilteredQuery, slice: Slice & { block: Block }) {
  const { filter, query, whole } = search;
  const { block, after, limit } = slice;
  const { ranked } = block;
  const hits = ranked
    ? await readFound(db, ranked.slice(0, limit))
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

/** Returns the filter if prepared statements have all of its fields. */
function commonOnly(filter: ListingFilter): CommonFilter | undefined {
  const { condition, sellerId, featured, availability, withInactive } = filter;
  const isRare = condition || sellerId || featured || availability || withInactive;
  return isRare || hasRareFilter(filter) ? undefined : commonOf(filter);
}

function withEnds({ listing, keys }: Hit, { before, from }: Block): Hit {
  const ends = [before, from].map((end) => (end ? String(end.getTime()) : ''));
  return { listing, keys: [...keys, ...ends, ''] };
}

/** Finds the newest block of matches before a time. */
async function findBlock(db: Db, search: WeighedQuery, before: Date | null): Promise<Block> {
  const isCommon = search.share * windowSize > 2 * blockSize;
  const find = isCommon ? newestInWindow : newestByWeek;
  let newest = await rankNewest(db, search, { before, find });
  if (newest.length <= blockSize) {
    newest = await rankNewest(db, search, { before, find: newestOfAll });
  }
  const ranked = newest.slice(0, blockSize);
  const next = newest[blockSize];
  // A block ends at a time, so matches of the same time as the next one go to the next block.
  if (next) while (ranked.at(-1)?.createdAt.getTime() === next.createdAt.getTime()) ranked.pop();
  const from = ranked.at(-1)?.createdAt;
  if (!from) return { before, from: null };
  ranked.sort((one, other) => other.key - one.key);
  return { before, from: next ? from : null, ranked };
}

/** Ranks the newest matches before a time that `find` selects: a block and one more. */
function rankNewest(
  db: Db,
  { filter, query, whole }: FilteredQuery,
  { before, find }: { before: Date | null; find: typeof newestOfAll },
): Promise<Ranked[]> {
  const values = { query, whole, before: before ?? undefined };
  const build = (db: Db, { query, whole, before, ...filter }: ListingFilter & typeof values) => {
    const newest = find(db, { filter, query, before });
    return db
      .selectFrom(newest.as('listings'))
      .innerJoin('users', 'users.id', 'listings.sellerId')
      .select(['listings.id', 'listings.createdAt', rowVersion.as('version')])
      .select(rankOf(query, whole).as('key'))
      .orderBy(sql`listings.created_at desc, listings.id desc`);
  };
  const common = commonOnly(filter);
  if (!common || find === newestOfAll) {
    return withTimeLimit(db, (trx) => build(trx, { ...filter, ...values }).execute());
  }
  const list = { name: find.name, values: { ...common, ...values }, planOnce: true };
  return runPrepared(db, list, (values) => build(db, { withInactive: false, ...values }));
}

/** The parts of a statement for the newest matches. */
type Newest = { filter: ListingFilter; query: string; before: Date | undefined };

/** Selects the newest matches among all listings, however long it takes. */
function newestOfAll(db: Db, { filter, query, before }: Newest) {
  return firstMatches(between(filterListings(db, filter), { before }), query);
}

/** Selects matches among the newest of a category and place, which may be too few. */
function newestInWindow(db: Db, { filter, query, before }: Newest) {
  const { category, town, county, availability, withInactive } = filter;
  const place = { category, town, county, availability, withInactive };
  const window = between(filterListings(db, place), { before })
    .selectAll()
    .select(sql`xmin`.as('xmin'))
    .orderBy(newestFirst)
    .limit(sql.lit(windowSize));
  // The window replaces the table.
  const within = db.with('listings', () => window) as unknown as Db;
  return firstMatches(filterListings(within, filter), query);
}

/** Selects the newest matches week by week, which the word index supports. */
function newestByWeek(db: Db, { filter, query, before }: Newest) {
  const newest = between(filterListings(db, { withInactive: true }), { before })
    .select(week.as('week'))
    .orderBy(newestFirst)
    .limit(sql.lit(1));
  const ofWeek = between(filterListings(db, filter), { before }).where(
    sql<boolean>`${week} = newest.week - back * interval '1 week'`,
  );
  return db
    .selectFrom(newest.as('newest'))
    .crossJoinLateral(sql`generate_series(0, ${sql.lit(weeksSearched - 1)})`.as('back'))
    .crossJoinLateral(firstMatches(ofWeek, query).as('listings'))
    .selectAll('listings')
    .limit(sql.lit(blockSize + 1));
}

function firstMatches(candidates: Candidates, query: string) {
  return candidates
    .where(matches(query))
    .select(['listings.id', 'listings.createdAt', 'listings.search', 'listings.sellerId'])
    .select(sql`listings.xmin`.as('xmin'))
    .orderBy(newestFirst)
    .limit(sql.lit(blockSize + 1));
}

function between(candidates: Candidates, { before, from }: Partial<Block>): Candidates {
  let query = candidates;
  if (before) query = query.where('createdAt', '<', sql<Date>`${before}::timestamptz`);
  if (from) query = query.where('createdAt', '>=', from);
  return query;
}

function blockOf({ keys: [, before, from] = [] }: ListPosition): Block {
  const timeOf = (key = '') => (/^\d+$/.test(key) ? new Date(Number(key)) : null);
  return { before: timeOf(before), from: timeOf(from) };
}
