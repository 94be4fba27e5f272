import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { facetCountMax } from '@marketplace/shared/listings/constants';
import type { listingFacetsInput } from '@marketplace/shared/listings/inputs';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { type Cells, readCells } from './facet-cells.ts';
import { placeFilter } from './place.ts';

type FacetFilter = output<typeof listingFacetsInput>;
type Cell = Cells['cells'][number];

/**
 * How many listings of those that everybody sees are under the filters, and how many each option
 * would give with all other filters as they are. Counts end at 1,000 and, of a word that very many
 * have, at what the newest listings show: `capped` says so.
 */
export async function countFacets(db: Db, filter: FacetFilter): Promise<FacetsView> {
  if (filter.sellerId && !isId(filter.sellerId)) return toView(emptyTallies(), false);
  const { cells, isSample } = await readCells(db, filter);
  const isInPlace = placeTest(filter.location);
  const tallies = emptyTallies();
  for (const cell of cells) {
    const fits = {
      category: !filter.category || cell.category === filter.category,
      condition: !filter.condition || cell.condition === filter.condition,
      place: isInPlace(cell),
    };
    if (fits.category && fits.condition && fits.place) tallies.total += cell.count;
    if (fits.condition && fits.place) add(tallies.categories, cell.category, cell.count);
    if (fits.category && fits.place) add(tallies.conditions, cell.condition, cell.count);
    if (fits.category && fits.condition) add(tallies.locations, cell.town, cell.count);
  }
  return toView(tallies, isSample);
}

/** How many listings there are by some value of theirs. */
export type Tally = Map<string, number>;

interface Tallies {
  total: number;
  categories: Tally;
  conditions: Tally;
  locations: Tally;
}

function emptyTallies(): Tallies {
  return { total: 0, categories: new Map(), conditions: new Map(), locations: new Map() };
}

/** Adds to the count of an option; without a category or a town there is none to choose. */
export function add(tally: Tally, value: string | null, count: number): void {
  if (value) tally.set(value, (tally.get(value) ?? 0) + count);
}

function placeTest(location: string | undefined): (cell: Cell) => boolean {
  const place = placeFilter(location);
  if (!place) return () => false;
  const { town, county } = place;
  return (cell) => (!town || cell.town === town) && (!county || cell.county === county);
}

function toView(tallies: Tallies, isSample: boolean): FacetsView {
  const toCount = (count: number) => ({
    count: Math.min(count, facetCountMax),
    capped: isSample || count > facetCountMax,
  });
  const toOptions = (tally: Tally) =>
    [...tally].map(([value, count]) => ({ value, ...toCount(count) }));
  return {
    total: toCount(tallies.total),
    categories: toOptions(tallies.categories),
    conditions: toOptions(tallies.conditions),
    locations: toOptions(tallies.locations),
  };
}
