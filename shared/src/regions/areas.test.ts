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
  test('go from the nearest to the farthest', () => {
    const sorted = townsByDistance(townOf('Troy'));
    expect(names(sorted).slice(0, 3)).toEqual(['Troy', 'Watervliet', 'Green Island']);
    expect(sorted).toHaveLength(towns.length);
  });

  test.each([5, 10, 25, 50])('within %d miles are those and no others', (miles) => {
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

  test('come in the order of the way, its ends among them', () => {
    const order = names(townsAlong(troy, saratoga, 5));
    const landmarks = ['Troy', 'Cohoes', 'Waterford', 'Mechanicville', 'Saratoga Springs'];
    expect(order.filter((name) => landmarks.includes(name))).toEqual(landmarks);
    for (const far of ['Albany', 'Schenectady', 'Glens Falls', 'Hudson']) {
      expect(order).not.toContain(far);
    }
  });

  test('are the same on the way back, in the other order', () => {
    expect(townsAlong(saratoga, troy, 10)).toEqual(townsAlong(troy, saratoga, 10).reverse());
  });

  test('are more the farther one would go for something', () => {
    const [few, some, many] = [3, 5, 10].map((miles) => townsAlong(troy, saratoga, miles));
    expect(some).toEqual(expect.arrayContaining(few ?? []));
    expect(many).toEqual(expect.arrayContaining(some ?? []));
    expect(few?.length).toBeLessThan(many?.length ?? 0);
  });

  test('from a town to itself are those around it', () => {
    const way = townsAlong(troy, troy, 10);
    expect(new Set(way)).toEqual(new Set(townsWithin(troy, 10)));
  });

  test.each(['Hague', 'Hudson', 'Catskill', 'Hoosick Falls'])(
    'from %s to Troy lie where the line is, to a mile',
    (name) => {
      const from = townOf(name);
      for (const town of townsAlong(from, troy, 3)) {
        // A detour over a point beside a straight line is at most twice as long as that point is far off it.
        const detour =
          distanceMiles(from, town) + distanceMiles(town, troy) - distanceMiles(from, troy);
        expect(detour).toBeLessThanOrEqual(2 * (3 + 1));
      }
    },
  );
});
