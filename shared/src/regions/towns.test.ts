import { describe, expect, test } from 'vitest';
import { counties, type CountyName, distanceMiles, townLabel, towns } from './towns.ts';
import { findPlace } from './town-names.ts';
import { filterLocations } from './filter-locations.ts';

interface Box {
  lat: readonly [south: number, north: number];
  lon: readonly [west: number, east: number];
}

const boxes: Record<CountyName, Box> = {
  Albany: { lat: [42.4, 42.83], lon: [-74.27, -73.66] },
  Columbia: { lat: [41.97, 42.52], lon: [-73.94, -73.34] },
  Greene: { lat: [42.09, 42.48], lon: [-74.55, -73.77] },
  Rensselaer: { lat: [42.45, 42.99], lon: [-73.78, -73.25] },
  Saratoga: { lat: [42.76, 43.43], lon: [-74.17, -73.55] },
  Schenectady: { lat: [42.68, 42.99], lon: [-74.31, -73.8] },
  Warren: { lat: [43.22, 43.83], lon: [-74.23, -73.42] },
  Washington: { lat: [42.93, 43.82], lon: [-73.64, -73.23] },
};

const place = (name: string) => findPlace(name)?.town ?? { lat: Number.NaN, lon: Number.NaN };

const countOf = (county: CountyName, kind: 'city' | 'town' | 'village') =>
  towns.filter((town) => town.county === county && town.kind === kind).length;

describe('the towns of the region', () => {
  test('have 137 entries in eight counties', () => {
    expect(towns).toHaveLength(137);
    expect(counties).toHaveLength(8);
    expect(new Set(towns.map(({ county }) => county))).toEqual(
      new Set(counties.map(({ name }) => name)),
    );
  });

  // Villages with the name of a town in their county share its entry, so they are not counted.
  test.each([
    { county: 'Albany', city: 3, town: 10, village: 4 },
    { county: 'Columbia', city: 1, town: 18, village: 2 },
    { county: 'Greene', city: 0, town: 14, village: 1 },
    { county: 'Rensselaer', city: 2, town: 14, village: 4 },
    { county: 'Saratoga', city: 2, town: 19, village: 5 },
    { county: 'Schenectady', city: 1, town: 5, village: 2 },
    { county: 'Warren', city: 1, town: 11, village: 0 },
    { county: 'Washington', city: 0, town: 17, village: 1 },
  ] as const)(
    '$county County has $city cities, $town towns and $village more villages',
    ({ county, city, town, village }) => {
      expect(countOf(county, 'city')).toBe(city);
      expect(countOf(county, 'town')).toBe(town);
      expect(countOf(county, 'village')).toBe(village);
    },
  );

  test('have unique names, so that a label identifies one entry', () => {
    expect(new Set(towns.map(townLabel)).size).toBe(towns.length);
  });

  test('have distinct coordinates', () => {
    expect(new Set(towns.map(({ lat, lon }) => `${lat} ${lon}`)).size).toBe(towns.length);
  });

  test.each(towns)('$name lies within $county County', ({ county, lat, lon }) => {
    const box = boxes[county];
    expect(lat).toBeGreaterThan(box.lat[0]);
    expect(lat).toBeLessThan(box.lat[1]);
    expect(lon).toBeGreaterThan(box.lon[0]);
    expect(lon).toBeLessThan(box.lon[1]);
  });

  test.each(counties)('$name County contains its center', ({ name, lat, lon }) => {
    expect(lat > boxes[name].lat[0] && lat < boxes[name].lat[1]).toBe(true);
    expect(lon > boxes[name].lon[0] && lon < boxes[name].lon[1]).toBe(true);
  });

  test.each(filterLocations)('include the filter option %s', (name) => {
    expect(findPlace(name)?.name).toBe(name);
  });

  test('provide the 19 filter options', () => {
    expect(new Set(filterLocations).size).toBe(19);
  });
});

describe('distance', () => {
  test('is zero from a place to itself', () => {
    expect(distanceMiles(place('Troy'), place('Troy'))).toBe(0);
  });

  test('is the same both ways', () => {
    expect(distanceMiles(place('Troy'), place('Hudson'))).toBe(
      distanceMiles(place('Hudson'), place('Troy')),
    );
  });

  test.each([
    ['Albany', 'Troy', 6.2],
    ['Albany', 'Schenectady', 14.6],
    ['Albany', 'Saratoga Springs', 29.8],
    ['Albany', 'Glens Falls', 45.7],
    ['Albany', 'Hudson', 27.7],
  ])('from %s to %s is about %d miles', (from, to, miles) => {
    expect(Math.abs(distanceMiles(place(from), place(to)) - miles)).toBeLessThan(0.5);
  });

  test('between opposite points is half the circumference', () => {
    const half = distanceMiles({ lat: 42, lon: -73 }, { lat: -42, lon: 107 });
    expect(half).toBeCloseTo(Math.PI * 3958.7613, 6);
  });
});
