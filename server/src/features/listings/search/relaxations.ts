import type { Db } from '@marketplace/db/database';
import { facetCountMax } from '@marketplace/shared/listings/constants';
import type { DroppedFilter, RelaxationsView } from '@marketplace/shared/listings/views';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import { countedMatches, toCount } from './facets.ts';
import type { FilterInput, ReadFilter } from './list-filter.ts';
import {
  type Candidates,
  countRows,
  estimateRows,
  filterListings,
  firstOf,
  matches,
  newestMatches,
} from './listings.search.ts';
import { understand } from './understand.ts';

/** The filters that can be dropped, each with the change to the input that drops it. */
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

/** The maximum number of `corrections`. */
const maxCorrections = 6;

/** The maximum number of `drops`. */
const maxDrops = 3;

/**
 * Returns, for a list without results, which filters to drop, one at a time, and how many public
 * listings the list would have then, most first. Showing reserved listings comes before all others,
 * because those pass all filters. `capped` marks counts above 1,000, and those of a word so common
 * that only the newest listings were counted. `corrections` are the words that were tried for
 * misspelled ones without success.
 */
export async function countRelaxations(db: Db, given: FilterInput): Promise<RelaxationsView> {
  const { search, requested, queries } = await understand(db, given);
  const filter = { ...given, ...requested, search };
  const searches = queries ? await Array.fromAsync(queries()) : [];
  // This comes before the transaction, because it reads on other connections.
  const choices: { drop: DroppedFilter; queries: string[] | null; rest: ReadFilter }[] = [];
  for (const [drop, change] of droppable) {
    const fields = Object.entries(change) as [keyof FilterInput, unknown][];
    if (fields.every(([field, value]) => (filter[field] || undefined) === value)) continue;
    const rest = await understand(db, { ...filter, ...change });
    const found = rest.queries && (await Array.fromAsync(rest.queries(), ({ all }) => all.query));
    if (rest.filter) choices.push({ drop, rest: rest.filter, queries: found });
  }
  const found = await withTimeLimit(db, async (trx) => {
    const drops: RelaxationsView['drops'] = [];
    for (const { drop, rest, queries } of choices) {
      drops.push({ drop, ...(await countList(trx, rest, queries)) });
    }
    return drops;
  });
  const rank = ({ drop, count }: (typeof found)[number]) =>
    drop === 'availability' ? Infinity : count;
  const drops = found
    .filter(({ count }) => count > 0)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, maxDrops);
  const [typed, ...others] = searches.map(({ terms }) => terms.flatMap(({ also }) => also));
  const corrections = others.flat().filter((one) => !typed?.includes(one));
  const texts = new Set(corrections.map(({ text }) => text));
  return { corrections: [...texts].slice(0, maxCorrections), drops };
}

/** Counts a list. Like lists, it uses the first query of a search that finds anything. */
async function countList(
  trx: Db,
  filter: ReadFilter,
  queries: string[] | null,
): Promise<{ count: number; capped: boolean }> {
  const candidates = filterListings(trx, { ...filter, withInactive: false });
  if (!queries) return toCount(await countFirst(trx, candidates), false);
  for (const query of queries) {
    const hits = candidates.where(matches(query));
    const isCommon = (await estimateRows(hits)) > countedMatches;
    const count = await countFirst(trx, isCommon ? newestMatches(trx, candidates, query) : hits);
    if (count > 0) return toCount(count, isCommon);
  }
  return toCount(0, false);
}

/** Counts hits up to the maximum, in the order of lists, so that the same indexes apply. */
function countFirst(trx: Db, hits: Candidates): Promise<number> {
  return countRows(trx, firstOf(hits, { limit: facetCountMax + 1 }));
}
