import type { Db } from '@marketplace/db/database';
import { facetCountMax } from '@marketplace/shared/listings/constants';
import type { DroppedFilter, RelaxationsView } from '@marketplace/shared/listings/views';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import { countedMatches } from './facets.ts';
import { type FilterInput, type ReadFilter, readFilter } from './list-filter.ts';
import {
  type Candidates,
  estimateRows,
  filterListings,
  firstOf,
  matches,
  newestMatches,
} from './listings.search.ts';
import { correctionsOf, searchQueries } from './search-query.ts';

/** The filters that can be dropped, each with the input without it. */
const droppable: [DroppedFilter, Partial<FilterInput>][] = [
  ['search', { search: undefined }],
  ['category', { category: undefined }],
  ['condition', { condition: undefined }],
  ['location', { location: undefined }],
  ['area', { near: undefined, from: undefined, to: undefined, within: undefined }],
  ['price', { minPrice: undefined, maxPrice: undefined, free: undefined }],
  ['featured', { featured: undefined }],
  ['exclude', { exclude: undefined }],
  ['postedWithin', { postedWithin: undefined }],
  ['withPhoto', { withPhoto: undefined }],
  ['kind', { kind: undefined }],
  ['availability', { availability: 'all' }],
];

/** How many are offered. */
const mostOffered = 3;

/**
 * For a list without results: which filters to drop, one at a time, and how many public listings the
 * list would have then, the most first; but before them to show the reserved ones, which are all that was
 * asked for. `capped` marks counts above 1,000, and those of a word so common that only the newest
 * listings were counted. And the words that a misspelled search was corrected to, in vain.
 */
export async function countRelaxations(db: Db, filter: FilterInput): Promise<RelaxationsView> {
  // Before the transaction: they are read on connections of their own.
  const { search = '' } = filter;
  const isSearch = search.trim() !== '';
  const queries = isSearch
    ? await Array.fromAsync(searchQueries(db, search), ({ query }) => query)
    : [];
  const corrections = isSearch ? await correctionsOf(db, search) : [];
  const choices: { drop: DroppedFilter; isSearch: boolean; rest: ReadFilter }[] = [];
  for (const [drop, change] of droppable) {
    const fields = Object.entries(change) as [keyof FilterInput, unknown][];
    if (fields.every(([field, value]) => (filter[field] || undefined) === value)) continue;
    const rest = await readFilter(db, { ...filter, ...change });
    if (rest) choices.push({ drop, rest, isSearch: drop !== 'search' && isSearch });
  }
  const found = await withTimeLimit(db, async (trx) => {
    const drops: RelaxationsView['drops'] = [];
    for (const { drop, rest, isSearch } of choices) {
      drops.push({ drop, ...(await countList(trx, rest, isSearch ? queries : null)) });
    }
    return drops;
  });
  const rank = ({ drop, count }: (typeof found)[number]) =>
    drop === 'availability' ? Infinity : count;
  const drops = found
    .filter(({ count }) => count > 0)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, mostOffered);
  return { corrections, drops };
}

const none = { count: 0, capped: false };

/** The length of a list. As in lists, a search goes by the first of its queries that finds anything. */
async function countList(
  trx: Db,
  filter: ReadFilter,
  queries: string[] | null,
): Promise<typeof none> {
  const candidates = filterListings(trx, { ...filter, withInactive: false });
  if (!queries) return countFirst(trx, candidates);
  for (const query of queries) {
    const hits = candidates.where(matches(query));
    const isCommon = (await estimateRows(hits)) > countedMatches;
    const { count, capped } = await countFirst(
      trx,
      isCommon ? newestMatches(trx, candidates, query) : hits,
    );
    if (count > 0) return { count, capped: capped || isCommon };
  }
  return none;
}

/** Read in the order of lists, so that the same indexes serve. */
async function countFirst(trx: Db, hits: Candidates): Promise<typeof none> {
  const first = firstOf(hits, { after: undefined, limit: facetCountMax + 1 });
  const { count } = await trx
    .selectFrom(first.as('first'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(Number(count), facetCountMax), capped: Number(count) > facetCountMax };
}
