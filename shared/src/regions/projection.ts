import type { Coordinates } from './towns.ts';

/** A point of the region's map, in its units; y grows to the south. */
export interface MapPoint {
  x: number;
  y: number;
}

/** Size of the region's map in its units; the eight counties fill it from top to bottom. */
export const mapSize = { width: 300, height: 500 };

const middle: Coordinates = { lat: 42.91, lon: -73.9 };
const unitsPerDegree = 254;
/** A degree of latitude has 69 miles. */
export const unitsPerMile = unitsPerDegree / 69;
const shrink = Math.cos((middle.lat * Math.PI) / 180);

/**
 * Where a place lies on the region's map. Equirectangular, true to scale along the middle parallel:
 * over two degrees of latitude it is off by less than two parts in a hundred.
 */
export function project({ lat, lon }: Coordinates): MapPoint {
  return {
    x: mapSize.width / 2 + (lon - middle.lon) * shrink * unitsPerDegree,
    y: mapSize.height / 2 - (lat - middle.lat) * unitsPerDegree,
  };
}
