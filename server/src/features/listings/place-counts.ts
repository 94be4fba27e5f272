import type { Db } from '@marketplace/db/database';
import type { PlacesView } from '@marketplace/shared/listings/views';
import { counties } from '@marketplace/shared/regions/towns';
import { readCells } from './facet-cells.ts';
import { add, type Tally } from './facets.ts';

/** Where the listings are that everybody sees: all of them, as counted within about a second. */
export async function countPlaces(db: Db): Promise<PlacesView> {
  const { cells } = await readCells(db, {});
  const byCounty: Tally = new Map();
  const byTown: Tally = new Map();
  let total = 0;
  for (const { county, town, count } of cells) {
    total += count;
    add(byCounty, county, count);
    add(byTown, town, count);
  }
  return {
    total,
    counties: counties.map(({ name }) => ({ name, count: byCounty.get(name) ?? 0 })),
    towns: [...byTown].map(([name, count]) => ({ name, count })),
  };
}
