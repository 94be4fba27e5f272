import { type Coordinates, distanceMiles, type Town, towns } from './towns.ts';

/** All towns of the region by their distance from a point, the nearest first. */
export function townsByDistance(from: Coordinates): Town[] {
  return sortedBy(towns, (town) => distanceMiles(from, town));
}

/** The towns whose middle is within so many miles of the middle of a town, itself among them. */
export function townsWithin(center: Town, miles: number): Town[] {
  return townsByDistance(center).filter((town) => distanceMiles(center, town) <= miles);
}

/**
 * The towns whose middle is within so many miles of the straight way between two towns, in the order in
 * which one comes by them. Beyond the ends of the way, those within the same distance of the end count.
 */
export function townsAlong(from: Town, to: Town, miles: number): Town[] {
  const near = towns.filter((town) => distanceMiles(town, nearestOnWay(from, to, town)) <= miles);
  return sortedBy(near, (town) => shareOfWay(from, to, town));
}

/** The point of the way that is nearest to a point. */
function nearestOnWay(from: Coordinates, to: Coordinates, point: Coordinates): Coordinates {
  const share = Math.min(1, Math.max(0, shareOfWay(from, to, point)));
  return {
    lat: from.lat + share * (to.lat - from.lat),
    lon: from.lon + share * (to.lon - from.lon),
  };
}

/**
 * Where one comes by a point: 0 at the beginning of the way, 1 at its end, less and more beyond. On a plane,
 * where a degree of longitude is as short as it is at the beginning; over 100 miles that is exact to a mile.
 */
function shareOfWay(from: Coordinates, to: Coordinates, point: Coordinates): number {
  const shrink = Math.cos((from.lat * Math.PI) / 180);
  const [x, y] = [(to.lon - from.lon) * shrink, to.lat - from.lat];
  const length = x ** 2 + y ** 2;
  if (length === 0) return 0;
  return ((point.lon - from.lon) * shrink * x + (point.lat - from.lat) * y) / length;
}

function sortedBy(some: readonly Town[], key: (town: Town) => number): Town[] {
  return some
    .map((town) => ({ town, key: key(town) }))
    .sort((one, other) => one.key - other.key)
    .map(({ town }) => town);
}
