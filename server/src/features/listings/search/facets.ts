import { type AliasableExpression, type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { facetCountMax, priceBands } from '@marketplace/shared/listings/constants';
import type { FilterInput } from '@marketplace/shared/listings/inputs';
import type { FacetsView, PlacesView } from '@marketplace/shared/listings/views';
import { counties } from '@marketplace/shared/regions/towns';
import { cacheBriefly } from '../../../platform/coalesce.ts';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import {
  type Candidates,
  estimateRows,
  filterListings,
  matches,
  newestFirst,
  newestMatches,
  windowSize,
} from './listings.search.ts';
import { placeFilter } from '../place.ts';
import { areaOf, readFilter, understand, type Understanding } from './understand.ts';

/**
 * Counts the listings that pass the filters, and those of each option with all other filters
 * unchanged; a location replaces an area. `capped` marks counts above 1,000, and samples: the
 * newest for a common word, the cheapest of a wide price range. Throws BAD_REQUEST for a bad area.
 */
export async function countFacets(db: Db, given: FilterInput): Promise<FacetsView> {
  const understood = await understand(db, given);
  const { requested, filter: read } = understood;
  // If titles with the words need not pass the requested filters, those filters belong to the
  // search.
  const filter = read?.title === undefined ? { ...given, ...requested } : given;
  let total = 0;
  const categories: Tally = new Map();
  const conditions: Tally = new Map();
  const locations: Tally = new Map();
  const place = placeFilter(filter.location);
  const area = areaOf(filter)?.map(({ name }) => name);
  const fit = ({ category, condition, town, county }: Cell) => ({
    category: !filter.category || category === filter.category,
    condition:
      filter.condition === 'used'
        ? condition !== 'new'
        : !filter.condition || condition === filter.condition,
    place:
      place !== null &&
      (!place.town || town === place.town) &&
      (!place.county || county === place.county) &&
      (!area || area.includes(town ?? '')),
  });
  const { cells, isSample } = await readCells(db, filter, understood);
  for (const cell of cells) {
    const { category, condition, town, count } = cell;
    const fits = fit(cell);
    if (fits.category && fits.condition && fits.place) total += count;
    if (fits.condition && fits.place) add(categories, category, count);
    if (fits.category && fits.place) add(conditions, condition, count);
    if (fits.category && fits.condition) add(locations, town, count);
  }
  const byBand: number[] = [];
  const { minPrice, maxPrice, free, ...atAnyPrice } = filter;
  const hasPrice = minPrice !== undefined || maxPrice !== undefined || free === true;
  const anyPrice = hasPrice ? await readCells(db, atAnyPrice, understood) : { cells, isSample };
  for (const cell of anyPrice.cells) {
    const fits = fit(cell);
    if (!fits.category || !fits.condition || !fits.place) continue;
    // Counted by index, because each of thousands of cells has all bands.
    cell.bands.forEach((count, band) => {
      byBand[band] = (byBand[band] ?? 0) + count;
    });
  }
  const prices: Tally = new Map();
  for (const [band, { value }] of priceBands.entries()) add(prices, value, byBand[band] ?? 0);
  return {
    total: toCount(total, isSample),
    categories: toOptions(categories, isSample),
    conditions: toOptions(conditions, isSample),
    locations: toOptions(locations, isSample),
    prices: toOptions(prices, anyPrice.isSample),
  };
}

/** Returns a count for display, which is capped above the maximum and for a sample. */
export function toCount(count: number, isSample: boolean) {
  return { count: Math.min(count, facetCountMax), capped: isSample || count > facetCountMax };
}

function toOptions(tally: Tally, isSample: boolean) {
  return [...tally].map(([value, count]) => ({ value, ...toCount(count, isSample) }));
}

/** Counts public listings, in total and by place. The counts are at most a few seconds old. */
export async function countPlaces(db: Db): Promise<PlacesView> {
  const { cells } = await readCells(db, {}, await understand(db, {}));
  const byCounty: Tally = new Map();
  const byTown: Tally = new Map();
  for (const { county, town, count } of cells) {
    add(byCounty, county, count);
    add(byTown, town, count);
  }
  return {
    total: totalOf(cells),
    counties: counties.map(({ name }) => ({ name, count: byCounty.get(name) ?? 0 })),
    towns: [...byTown].map(([name, count]) => ({ name, count })),
  };
}

function totalOf(cells: Cell[]): number {
  return cells.reduce((sum, { count }) => sum + count, 0);
}

type Tally = Map<string, number>;

/** Adds to the count of an option. Listings without a category or town count toward no option. */
function add(tally: Tally, value: string | null, count: number): void {
  if (value && count > 0) tally.set(value, (tally.get(value) ?? 0) + count);
}

/** The number of listings that share these values, in total and in each price band. */
type Cell = Pick<Selectable<Listings>, 'category' | 'condition' | 'county' | 'town'> & {
  count: number;
  bands: number[];
};

/** The columns of a listing that counts depend on. */
type Row = Pick<Selectable<Listings>, 'category' | 'condition' | 'county' | 'town' | 'price'>;

/** Counts by all facets at once, of a sample if there were too many listings to count. */
type Cells = { cells: Cell[]; isSample: boolean };

const noCells: Cells = { cells: [], isSample: false };

/**
 * Counts public listings under the filters that are not facets, for the counts of all options.
 * Callers share the cells, which are at most a few seconds old.
 */
async function readCells(db: Db, filter: FilterInput, of: Understanding): Promise<Cells> {
  const { search, requested, filter: understood, queries } = of;
  const facets = { category: undefined, condition: undefined, location: undefined };
  const area = { near: undefined, from: undefined, to: undefined, within: undefined };
  const title = understood?.title;
  const isPlain = title === undefined;
  const read = await readFilter(db, { ...filter, ...facets, ...area, ...(!isPlain && requested) });
  if (!read) return noCells;
  const base = {
    ...read,
    ...(!isPlain && { title, requested: understood?.requested }),
    withInactive: false,
  };
  const key = `cells ${JSON.stringify([search, filter.literal, base])}`;
  return cacheBriefly(db, key, async () => {
    const count = (read: (trx: Db, candidates: Candidates) => Promise<Cells>) =>
      withTimeLimit(db, (trx) => read(trx, filterListings(trx, base)));
    if (!queries) {
      const isRange = base.minPrice !== undefined || base.maxPrice !== undefined;
      // The index for counts does not have these columns.
      const isOfTable = base.excluded !== undefined || base.postedWithin !== undefined || !isPlain;
      return count((trx, candidates) => {
        if (isRange) return countFirst(trx, candidates.orderBy('price'), countedInRange);
        if (!isOfTable) return countAll(trx, candidates);
        // Only the newest, because their rows have to be read.
        return countFirst(trx, candidates.orderBy(newestFirst), windowSize);
      });
    }
    for await (const { all } of queries()) {
      const counted = await count((trx, candidates) => countMatches(trx, candidates, all.query));
      if (counted.cells.length > 0) return counted;
    }
    return noCells;
  });
}

async function countAll(db: Db, candidates: Candidates): Promise<Cells> {
  return { cells: await group(db, facetColumns(candidates)), isSample: false };
}

/** The maximum number of listings of a price range that are counted, cheapest first: about 2 ms. */
export const countedInRange = 1_500;

async function countFirst(db: Db, candidates: Candidates, limit: number): Promise<Cells> {
  const cells = await group(db, facetColumns(candidates).limit(sql.lit(limit)));
  return { cells, isSample: totalOf(cells) === limit };
}

/** Up to this many matches, by the planner's estimate, are all counted: about 20 ms. */
export const countedMatches = 10_000;

async function countMatches(db: Db, candidates: Candidates, query: string): Promise<Cells> {
  const hits = candidates.where(matches(query));
  if ((await estimateRows(hits)) > countedMatches) {
    const cells = await group(db, newestMatches(db, candidates, query).selectAll());
    if (cells.length > 0) return { cells, isSample: true };
  }
  return countAll(db, hits);
}

function facetColumns(candidates: Candidates) {
  return candidates.select(['category', 'condition', 'county', 'town', 'price']);
}

const bandCounts = priceBands.map(
  ({ min, max }) =>
    sql<number>`(count(*) filter (where price >= ${sql.lit(min)}
      and ${max === null ? sql`true` : sql`price <= ${sql.lit(max)}`}))::int`,
);

/** Reads one row of arrays. To receive thousands of rows takes longer than to count them. */
async function group(db: Db, rows: AliasableExpression<Row>): Promise<Cell[]> {
  const cells = db
    .selectFrom(rows.as('rows'))
    .select(['category', 'condition', 'county', 'town', sql<number>`count(*)::int`.as('count')])
    .select(bandCounts.map((count, index) => count.as(`band${index}`)))
    .groupBy(['category', 'condition', 'county', 'town']);
  const all = <Column extends keyof Cell>(column: Column) =>
    sql<Cell[Column][] | null>`json_agg(${sql.ref(column)})`.as(column);
  const bands = sql.join(bandCounts.map((_, index) => sql`json_agg(${sql.ref(`band${index}`)})`));
  const found = await db
    .selectFrom(cells.as('cells'))
    .select([all('category'), all('condition'), all('county'), all('town'), all('count')])
    .select(sql<(number[] | null)[]>`json_build_array(${bands})`.as('bands'))
    .executeTakeFirstOrThrow();
  const { category, condition, county, town, count } = found;
  return (count ?? []).map((count, at) => ({
    count,
    bands: found.bands.map((band) => band?.[at] ?? 0),
    category: category?.[at] ?? '',
    condition: condition?.[at] ?? '',
    county: county?.[at] ?? null,
    town: town?.[at] ?? null,
  }));
}
