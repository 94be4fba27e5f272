import type { PlacesView } from '@marketplace/shared/listings/views';
import { counties, type County, type Town, towns } from '@marketplace/shared/regions/towns';
import { paths } from '../../config/paths.ts';

/** A town with how many listings it has, and where they are listed. */
export interface CountedTown extends Town {
  count: number;
  to: string;
}

/** A county with how many listings it has, its towns with the most listings first. */
export interface CountedCounty extends County {
  count: number;
  towns: CountedTown[];
  /** Its map. */
  to: string;
}

/** The eight counties and all their towns with their counts. */
export function countPlaces(places: PlacesView): CountedCounty[] {
  const inCounty = new Map(places.counties.map(({ name, count }) => [name, count]));
  const inTown = new Map(places.towns.map(({ name, count }) => [name, count]));
  return counties.map((county) => ({
    ...county,
    count: inCounty.get(county.name) ?? 0,
    to: paths.map(county.name),
    towns: towns
      .filter((town) => town.county === county.name)
      .map((town) => ({
        ...town,
        count: inTown.get(town.name) ?? 0,
        to: paths.listings({ location: town.name }),
      }))
      .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name)),
  }));
}

export function sumOf(counted: { count: number }[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}
