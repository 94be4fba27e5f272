import type { Db } from '@marketplace/db/database';
import { facetCountMax } from '@marketplace/shared/listings/constants';
import type { FilterInput } from '@marketplace/shared/listings/inputs';
import type { DroppedFilter, RelaxationsView } from '@marketplace/shared/listings/views';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import { countedMatches, toCount } from './facets.ts';
import {
  type Candidates,
  countRows,
  estimateRows,
  filterListings,
  firstOf,
  matches,
  newestMatches,
} from './listings.search.ts';
import { type ReadFilter, understand } from './understand.ts';

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

const maxCorrections = 6;
const maxDrops = 3;

/**
 * Returns, for a list without results, which filters to drop, one at a time, and how many listings
 * it would have then, most first. Showing reserved listings comes first, because those pass all
 * filters. `capped` is as in `countFacets`. `corrections` were tried for misspelled words.
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
  const some = found.filter(({ count }) => count > 0);
  const rank = ({ drop, count }: (typeof some)[number]) =>
    drop === 'availability' ? Infinity : count;
  const drops = some.sort((a, b) => rank(b) - rank(a)).slice(0, maxDrops);
  const [typed, ...others] = searches.map(({ terms }) => terms.flatMap(({ also }) => also));
  const corrections = others.flat().filter((one) => !typed?.includes(one));
  const texts = new Set(corrections.map(({ text }) => text));
  return { corrections: [...texts].slice(0, maxCorrections), drops };
}

/** Counts a list. Like lists, it uses the first query of a search that finds anything. */
async function countList(trx: Db, filter: ReadFilter, queries: string[] | null) {
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
