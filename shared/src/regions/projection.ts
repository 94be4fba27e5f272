import type { Coordinates } from './towns.ts';

/** A point of the region's map, in map units. y increases to the south. */
export type MapPoint = { x: number; y: number };

/** Size of the region's map, in map units. The eight counties fill its height. */
export const mapSize = { width: 300, height: 500 };

const middle: Coordinates = { lat: 42.91, lon: -73.9 };
const unitsPerDegree = 254;
/** A degree of latitude is 69 miles. */
export const unitsPerMile = unitsPerDegree / 69;
const shrink = Math.cos((middle.lat * Math.PI) / 180);

/**
 * Projects a place onto the region's map. Equirectangular, and true to scale along the middle
 * parallel; over two degrees of latitude, the error is below 2 %.
 */
export function project({ lat, lon }: Coordinates): MapPoint {
  return {
    x: mapSize.width / 2 + (lon - middle.lon) * shrink * unitsPerDegree,
    y: mapSize.height / 2 - (lat - middle.lat) * unitsPerDegree,
  };
}
