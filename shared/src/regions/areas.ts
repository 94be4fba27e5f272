import { type Coordinates, distanceMiles, type Town, towns } from './towns.ts';

/** Returns all towns of the region, sorted by distance from a point. */
export function townsByDistance(from: Coordinates): Town[] {
  return sortedBy(towns, (town) => distanceMiles(from, town));
}

/** Returns the towns, including `center`, whose centers are within `miles` of that town's. */
export function townsWithin(center: Town, miles: number): Town[] {
  return townsByDistance(center).filter((town) => distanceMiles(center, town) <= miles);
}

/** Returns the towns within `miles` of the straight line between two towns, in travel order. */
export function townsAlong(from: Town, to: Town, miles: number): Town[] {
  const near = towns.filter((town) => distanceMiles(town, nearestOnWay(from, to, town)) <= miles);
  return sortedBy(near, (town) => shareOfWay(from, to, town));
}

/** Returns the point of the way that is nearest to a point. */
function nearestOnWay(from: Coordinates, to: Coordinates, point: Coordinates): Coordinates {
  const share = Math.min(1, Math.max(0, shareOfWay(from, to, point)));
  return {
    lat: from.lat + share * (to.lat - from.lat),
    lon: from.lon + share * (to.lon - from.lon),
  };
}

/**
 * Returns the position of a point along the way: 0 at its start, 1 at its end. Computed on a plane
 * with the length of a degree of longitude at the start; over 100 miles, the error is up to a mile.
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
