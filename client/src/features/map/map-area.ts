import { nearMiles, wayMiles } from '@marketplace/shared/listings/constants';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { project, unitsPerMile } from '@marketplace/shared/regions/projection';
import { distanceMiles, type Town } from '@marketplace/shared/regions/towns';
import { paths } from '../../config/paths.ts';
import type { CountedCounty, CountedTown } from './map-view.ts';

/** An area with its towns, ordered along the way or by their distance from the center. */
export interface MapArea {
  title: string;
  /** The ends of the way, or twice the town in the center. */
  ends: readonly [Town, Town];
  isWay: boolean;
  miles: number;
  towns: (CountedTown & { about: number })[];
  /** The address of the area's listings. */
  to: string;
}

/** Returns the area in a query string; undefined if there is no valid one. */
export function readArea(params: URLSearchParams, counties: CountedCounty[]): MapArea | undefined {
  const [near, from, to] = ['near', 'from', 'to'].map((name) => readTown(params.get(name)));
  const within = params.get('within') ?? '';
  const miles = Number(within);
  const isWay = from !== undefined && to !== undefined;
  const allowed: readonly number[] = isWay ? wayMiles : nearMiles;
  const [start, end] = isWay ? [from, to] : [near, near];
  if (!start || !end || !allowed.includes(miles)) return undefined;
  const counted = new Map(counties.flatMap(({ towns }) => towns).map((town) => [town.name, town]));
  const found = isWay ? townsAlong(start.town, end.town, miles) : townsWithin(start.town, miles);
  return {
    title: isWay
      ? `On the way from ${start.name} to ${end.name}`
      : `Within about ${miles} miles of ${start.name}`,
    ends: [start.town, end.town],
    ...{ isWay, miles },
    towns: found.flatMap(({ name }) => {
      const town = counted.get(name);
      return town ? [{ ...town, about: Math.round(distanceMiles(start.town, town)) }] : [];
    }),
    to: paths.listings(
      isWay ? { from: start.name, to: end.name, within } : { near: start.name, within },
    ),
  };
}

function readTown(typed: string | null) {
  const match = matchLocation(typed ?? '');
  if (!match.ok || !match.town) return undefined;
  return { town: match.town, name: match.canonical.replace(/, NY$/, '') };
}

/** Returns the extent of an area on the map: coordinates that span its width and its height. */
export function reachOf({ ends, miles }: MapArea): [xs: number[], ys: number[]] {
  const points = ends.map(project);
  const reach = (at: number) => [at - miles * unitsPerMile, at + miles * unitsPerMile];
  return [points.flatMap(({ x }) => reach(x)), points.flatMap(({ y }) => reach(y))];
}
