import townsByCounty from './towns.json' with { type: 'json' };

/**
 * The region served: eight counties of New York State and all their cities, towns and villages.
 *
 * The 159 municipalities make 137 entries, because 22 villages bear the name of a town of their
 * county (Chatham, Lake George, Colonie...) and a listing says only 'Chatham, NY'. Such a pair is
 * one entry with the kind of the larger of the two, the town. No name occurs in two counties, so
 * 'Town, NY' names exactly one entry.
 */

export type CountyName =
  | 'Albany'
  | 'Columbia'
  | 'Greene'
  | 'Rensselaer'
  | 'Saratoga'
  | 'Schenectady'
  | 'Warren'
  | 'Washington';

/** A point in decimal degrees (WGS 84); longitudes of the region are negative. */
export interface Coordinates {
  lat: number;
  lon: number;
}

export interface County extends Coordinates {
  name: CountyName;
}

/** A city, town or village; the point is its main settlement, or its middle where it has none. */
export interface Town extends Coordinates {
  name: string;
  county: CountyName;
  kind: 'city' | 'town' | 'village';
}

/** The eight counties by name, each with a point near its middle. */
export const counties: readonly County[] = [
  { name: 'Albany', lat: 42.6002, lon: -73.9736 },
  { name: 'Columbia', lat: 42.2502, lon: -73.6316 },
  { name: 'Greene', lat: 42.2766, lon: -74.1227 },
  { name: 'Rensselaer', lat: 42.711, lon: -73.5097 },
  { name: 'Saratoga', lat: 43.1072, lon: -73.8643 },
  { name: 'Schenectady', lat: 42.818, lon: -74.0586 },
  { name: 'Warren', lat: 43.5609, lon: -73.846 },
  { name: 'Washington', lat: 43.3137, lon: -73.4307 },
];

/** The county of this name in lower case. */
export function findCounty(word: string | undefined): CountyName | undefined {
  return counties.find(({ name }) => name.toLowerCase() === word)?.name;
}

/** Every city, town and village of the region, by county; within one cities first. */
export const towns: readonly Town[] = Object.entries(
  townsByCounty as unknown as Record<CountyName, Row[]>,
).flatMap(([county, rows]) =>
  rows.map(([name, kind, lat, lon]) => ({ name, county: county as CountyName, kind, lat, lon })),
);

type Row = [name: string, kind: Town['kind'], lat: number, lon: number];

/** How a town is stored and shown: 'Troy, NY'. */
export function townLabel(town: Pick<Town, 'name'>): string {
  return `${town.name}, NY`;
}

const earthRadiusMiles = 3958.7613;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance between two points, in statute miles (haversine, mean earth radius). */
export function distanceMiles(from: Coordinates, to: Coordinates): number {
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2);
  const halfLon = Math.sin(radians(to.lon - from.lon) / 2);
  const chord =
    halfLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfLon ** 2;
  // Rounding can carry the chord of two opposite points just past 1.
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(Math.min(1, chord)));
}
