import hamletsByTown from './hamlets.json' with { type: 'json' };
import townsByCounty from './towns.json' with { type: 'json' };
import zipCodesByPlace from './zip-codes.json' with { type: 'json' };

/**
 * The region: eight counties of New York State with all their cities, towns, and villages. The 159
 * municipalities make 137 entries: 22 villages share the name of a town in their county, and a
 * listing only says 'Chatham, NY'. Such a pair is one entry with the kind of the town. No name
 * occurs in two counties, so 'Town, NY' identifies one entry.
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

/** A point in decimal degrees (WGS 84). Longitudes of the region are negative. */
export type Coordinates = { lat: number; lon: number };

/** A city, town, or village. The point is its main settlement, or its center if it has none. */
export interface Town extends Coordinates {
  name: string;
  county: CountyName;
  kind: 'city' | 'town' | 'village';
}

export type County = Coordinates & { name: CountyName };

/** The eight counties by name, each with a point near its center. */
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

/** Returns the county with this name in lower case. */
export function findCounty(word: string | undefined): CountyName | undefined {
  return counties.find(({ name }) => name.toLowerCase() === word)?.name;
}

/** Every city, town, and village of the region by county, cities first. */
export const towns: readonly Town[] = Object.entries(
  townsByCounty as unknown as Record<CountyName, Row[]>,
).flatMap(([county, rows]) =>
  rows.map(([name, kind, lat, lon]) => ({ name, county: county as CountyName, kind, lat, lon })),
);

type Row = [name: string, kind: Town['kind'], lat: number, lon: number];

/** A place as people name it: a town, or a hamlet or neighborhood in one. */
export type Place = { name: string; town: Town };

/**
 * Hamlets and neighborhoods that people name instead of their town, compiled by hand from post
 * offices and the towns' names for their parts. None has the name of a town.
 */
export const hamlets: readonly Place[] = towns.flatMap((town) => {
  const names = (hamletsByTown as Record<string, string[] | undefined>)[town.name] ?? [];
  return names.map((name) => ({ name, town }));
});

const places = new Map(
  [...hamlets, ...towns.map((town) => ({ name: town.name, town }))].map((one) => [one.name, one]),
);

const placesByZipCode = new Map(
  Object.entries(zipCodesByPlace).flatMap(([name, codes]) =>
    codes.split(' ').map((code) => [code, places.get(name)]),
  ),
);

/**
 * Returns the places whose ZIP codes start with these digits. The codes are from GeoNames
 * (geonames.org, CC BY 4.0). Codes of suburbs with a city's postal name belong to the suburb.
 */
export function placesOfZipCodes(digits: string): Place[] {
  return [...placesByZipCode].flatMap(([code, place]) =>
    place && code.startsWith(digits) ? place : [],
  );
}

/** Returns the town of a stored location or of a place name: 'Latham, NY' is in Colonie. */
export function townOfPlace(location: string): Town | undefined {
  return places.get(location.replace(/, NY$/, ''))?.town;
}

/** Returns the stored and displayed form of a town or hamlet: 'Troy, NY'. */
export function townLabel({ name }: { name: string }): string {
  return `${name}, NY`;
}

const earthRadiusMiles = 3958.7613;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance in statute miles (haversine, mean Earth radius). */
export function distanceMiles(from: Coordinates, to: Coordinates): number {
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2);
  const halfLon = Math.sin(radians(to.lon - from.lon) / 2);
  const shrink = Math.cos(radians(from.lat)) * Math.cos(radians(to.lat));
  const chord = halfLat ** 2 + shrink * halfLon ** 2;
  // Rounding can raise the chord of two opposite points just above 1.
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(Math.min(1, chord)));
}
