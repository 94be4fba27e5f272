import { nearMiles, wayMiles } from '@marketplace/shared/listings/constants';
import type { PlacesView } from '@marketplace/shared/listings/views';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import {
  type MapPoint,
  mapSize,
  project,
  unitsPerMile,
} from '@marketplace/shared/regions/projection';
import { counties, distanceMiles, towns } from '@marketplace/shared/regions/towns';
import { paths } from '../../config/paths.ts';
import { countyOutlines } from './region-outlines.ts';

export type CountedCounty = ReturnType<typeof countPlaces>[number];

/**
 * Returns the eight counties with their towns, the towns with the most listings first. Each county
 * has its number of listings and the address of its map; each town, its number and the address of
 * its listings.
 */
export function countPlaces(places: PlacesView) {
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

export type MapArea = NonNullable<ReturnType<typeof readArea>>;

/**
 * Returns the area in a query string with its towns, ordered along the way or by their distance
 * from the center; undefined if there is no valid one. For an area around one town, both `ends` are
 * that town.
 */
export function readArea(params: URLSearchParams, counties: CountedCounty[]) {
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
    ends: [start.town, end.town] as const,
    isWay,
    miles,
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

/** The scale of the map and then its offset, in map units. */
export type Zoom = MapPoint & { scale: number };

function zoomTo(points: MapPoint[]): Zoom {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const { width, height } = mapSize;
  // The space around the points is 24 map units.
  const scale = Math.min((width - 48) / (right - left), (height - 48) / (bottom - top));
  return {
    scale,
    x: width / 2 - (scale * (left + right)) / 2,
    y: height / 2 - (scale * (top + bottom)) / 2,
  };
}

function cornersOfCounty({ name }: CountedCounty): MapPoint[] {
  const corners = countyOutlines[name].matchAll(/([\d.-]+) ([\d.-]+)/g);
  return [...corners].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

function cornersOfArea({ ends, miles }: MapArea): MapPoint[] {
  const reach = miles * unitsPerMile;
  return ends
    .map(project)
    .flatMap(({ x, y }) => [-reach, reach].map((by) => ({ x: x + by, y: y + by })));
}

export function zoomed({ scale, x, y }: Zoom, point: MapPoint): MapPoint {
  return { x: x + scale * point.x, y: y + scale * point.y };
}

/** The visible part of the map: a county, an area, or by default the whole region. */
export type MapPart = { county?: CountedCounty | undefined; area?: MapArea | undefined };

/** The props of the map and of its list. `marked` is the address of the place to highlight. */
export type MapProps = MapPart & { counties: CountedCounty[]; marked: string | null };

/** Returns the zoom and the circles, whose areas are proportional to the numbers of listings. */
export function viewOf(counties: CountedCounty[], { county, area }: MapPart) {
  const corners = area ? cornersOfArea(area) : county && cornersOfCounty(county);
  const zoom = corners ? zoomTo(corners) : { scale: 1, x: 0, y: 0 };
  const towns = area?.towns ?? (county ? [county] : counties).flatMap((one) => one.towns);
  const most = Math.max(1, ...towns.map(({ count }) => count));
  const dots = towns.map((town) => {
    // In map units: 1.3 without listings, from 2 with few, and 9 with the most.
    const radius = town.count > 0 ? Math.max(2, 9 * Math.sqrt(town.count / most)) : 1.3;
    const { x, y } = zoomed(zoom, project(town));
    return { x, y, name: town.name, radius, isMain: town.kind === 'city', town };
  });
  return { zoom, dots };
}
