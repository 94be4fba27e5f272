import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { listingsPerPage } from '@marketplace/shared/listings/constants';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import {
  type Candidates,
  estimateRows,
  fewRows,
  filterListings,
  firstOfFew,
  type ListingFilter,
  matches,
  newestMatches,
  type SearchQuery,
  type Wanted,
  windowSize,
} from './listings.search.ts';
import {
  type Hit,
  type ListPosition,
  readListings,
  readPreparedListings,
} from '../listings.view.ts';

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
