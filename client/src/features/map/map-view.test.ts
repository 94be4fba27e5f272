import { expect, test } from 'vitest';
import { mapSize, project } from '@marketplace/shared/regions/projection';
import { countPlaces, readArea, viewOf, zoomed } from './map-view.ts';

const counties = countPlaces({
  total: 6,
  counties: [],
  towns: [
    { name: 'Troy', count: 3 },
    { name: 'Mechanicville', count: 2 },
    { name: 'Hudson', count: 1 },
  ],
});
const areaOf = (query: string) => readArea(new URLSearchParams(query), counties);

test('lists the towns along a way in order, with their counts', () => {
  const area = areaOf('from=Troy&to=Saratoga+Springs&within=5');
  expect(area?.title).toBe('On the way from Troy to Saratoga Springs');
  expect(area?.to).toBe('/listings?from=Troy&to=Saratoga+Springs&within=5');
  const landmarks = ['Troy', 'Mechanicville', 'Saratoga Springs', 'Hudson'];
  const found = area?.towns.filter(({ name }) => landmarks.includes(name)) ?? [];
  expect(found.map(({ name, count, about }) => [name, count, about])).toEqual([
    ['Troy', 3, 0],
    ['Mechanicville', 2, 12],
    ['Saratoga Springs', 0, 25],
  ]);
});

test('starts an area around a town with that town', () => {
  const area = areaOf('near=troy&within=10');
  expect(area).toMatchObject({
    title: 'Within about 10 miles of Troy',
    isWay: false,
    to: '/listings?near=Troy&within=10',
  });
  expect(area?.towns[0]).toMatchObject({ name: 'Troy', count: 3, about: 0 });
});

test.each(['', 'county=Albany', 'near=Troy', 'near=Troy&within=3', 'near=Boston&within=5'])(
  'finds no area in "%s"',
  (query) => {
    expect(areaOf(query)).toBeUndefined();
  },
);

test.each(['from=Hague&to=Hudson&within=3', 'near=Troy&within=5', 'near=Hudson&within=50'])(
  'shows all of %s on the map',
  (query) => {
    const area = areaOf(query);
    const { zoom, dots } = viewOf(counties, { area });
    for (const end of area?.ends ?? []) {
      const { x, y } = zoomed(zoom, project(end));
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(mapSize.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(mapSize.height);
    }
    expect(dots).toHaveLength(area?.towns.length ?? 0);
  },
);
