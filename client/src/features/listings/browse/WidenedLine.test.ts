import { expect, test } from 'vitest';
import { widenedText } from './WidenedLine.tsx';

const couch = { word: 'couch', also: ['sofa', 'settee'] };
const couches = { word: 'couches', also: ['sofa', 'settee', 'davenport', 'loveseat', '🛋'] };
const more = { word: 'couch', also: ['chesterfield'] };
const textOf = (change: { expansions?: (typeof couch)[]; dropped?: string[] }, title: string) =>
  widenedText({ search: '', filters: {}, expansions: [], dropped: [], ...change }, [
    { title, description: 'As new.' },
  ]);

test.each([
  [[], 'Couch', ''],
  [[couch], 'Red couch', 'Also showing results for sofa and settee.'],
  [[couch], 'Red sofa', 'Showing results for sofa and settee.'],
  [[couches], 'Couch', 'Also showing results for sofa, settee, davenport, and loveseat.'],
  [[couches, more], 'Couch', 'Also showing results for sofa, settee, davenport, and more.'],
  [[{ word: 'bycicle', also: ['bicycle'] }], 'Bicycle', 'Showing results for bicycle.'],
  [[{ word: 'tshirt', also: ['tee'] }], 'T-Shirt', 'Also showing results for tee.'],
  [
    [{ word: 'chest drawers', also: ['dresser'] }],
    'Chest of drawers',
    'Also showing results for dresser.',
  ],
])('with the expansions %j and the listing "%s", the line is "%s"', (expansions, title, text) => {
  expect(textOf({ expansions }, title)).toBe(text);
});

test('names the words left out before the words added', () => {
  const left =
    'No listings have all your words. Showing results without “beautiful” and “vintage”.';
  const dropped = ['beautiful', 'vintage'];
  expect(textOf({ dropped }, 'Desk')).toBe(left);
  expect(textOf({ dropped, expansions: [couch] }, 'Couch')).toBe(
    `${left} Also showing results for sofa and settee.`,
  );
});
