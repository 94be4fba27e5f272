import { describe, expect, test } from 'vitest';
import { townsAlong, townsByDistance, townsWithin } from './areas.ts';
import { distanceMiles, type Town, townOfPlace, towns } from './towns.ts';

function townOf(name: string): Town {
  const town = townOfPlace(name);
  if (!town) throw new Error(`${name} is no town.`);
  return town;
}

const names = (some: Town[]) => some.map(({ name }) => name);

describe('the towns around a town', () => {
  test('are sorted by distance', () => {
    const sorted = townsByDistance(townOf('Troy'));
    expect(names(sorted).slice(0, 3)).toEqual(['Troy', 'Watervliet', 'Green Island']);
    expect(sorted).toHaveLength(towns.length);
  });

  test.each([5, 10, 25, 50])('include all towns within %d miles and no others', (miles) => {
    for (const center of ['Troy', 'Hague', 'Hudson'].map(townOf)) {
      const within = townsWithin(center, miles);
      expect(within[0]).toBe(center);
      expect(within).toHaveLength(
        towns.filter((town) => distanceMiles(center, town) <= miles).length,
      );
    }
  });
});

describe('the towns along a way', () => {
  const [troy, saratoga] = [townOf('Troy'), townOf('Saratoga Springs')];

  test('are in the order of the way, including its ends', () => {
    const order = names(townsAlong(troy, saratoga, 5));
    const landmarks = ['Troy', 'Cohoes', 'Waterford', 'Mechanicville', 'Saratoga Springs'];
    expect(order.filter((name) => landmarks.includes(name))).toEqual(landmarks);
    for (const far of ['Albany', 'Schenectady', 'Glens Falls', 'Hudson']) {
      expect(order).not.toContain(far);
    }
  });

  test('are the same in reverse on the way back', () => {
    expect(townsAlong(saratoga, troy, 10)).toEqual(townsAlong(troy, saratoga, 10).reverse());
  });

  test('include more towns for a longer distance', () => {
    const [few, some, many] = [3, 5, 10].map((miles) => townsAlong(troy, saratoga, miles));
    expect(some).toEqual(expect.arrayContaining(few ?? []));
    expect(many).toEqual(expect.arrayContaining(some ?? []));
    expect(few?.length).toBeLessThan(many?.length ?? 0);
  });

  test('are the towns around a town for a way to itself', () => {
    const way = townsAlong(troy, troy, 10);
    expect(new Set(way)).toEqual(new Set(townsWithin(troy, 10)));
  });

  test.each(['Hague', 'Hudson', 'Catskill', 'Hoosick Falls'])(
    'from %s to Troy are within a mile of the allowed distance',
    (name) => {
      const from = townOf(name);
      for (const town of townsAlong(from, troy, 3)) {
        // A detour through a point is longer than the straight line by at most twice the point's
        // distance from it.
        const detour =
          distanceMiles(from, town) + distanceMiles(town, troy) - distanceMiles(from, troy);
        expect(detour).toBeLessThanOrEqual(2 * (3 + 1));
      }
    },
  );
});
