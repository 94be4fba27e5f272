import { expect, test } from 'vitest';
import { cpuTime } from '../test/cpu-time.ts';
import { suggestLocations, suggestionLimit } from './suggest-locations.ts';
import { townLabel, towns } from './towns.ts';

test.each(['', ' ', 't', 'T,', '🙂'])('%j is too little for a suggestion', (typed) => {
  expect(suggestLocations(typed)).toEqual([]);
});

test('two letters suffice', () => {
  expect(suggestLocations('tr')).toEqual(['Troy, NY']);
});

test.each(towns)('$name is suggested for its whole name and its stored value', (town) => {
  expect(suggestLocations(town.name)[0]).toBe(townLabel(town));
  expect(suggestLocations(townLabel(town).toLowerCase())[0]).toBe(townLabel(town));
});

test('names that begin with the letters come before those with a later word that does', () => {
  expect(suggestLocations('gre')).toEqual([
    'Green Island, NY',
    'Greenfield, NY',
    'Greenport, NY',
    'Greenville, NY',
    'Greenwich, NY',
    'East Greenbush, NY',
    'North Greenbush, NY',
    'Greenfield Center, NY',
  ]);
});

test('a second word can be typed letter by letter', () => {
  expect(suggestLocations('Saratoga S')).toEqual(['Saratoga Springs, NY']);
  expect(suggestLocations('s. glens')).toEqual(['South Glens Falls, NY']);
});

test('a later word alone is enough', () => {
  expect(suggestLocations('spri')[0]).toBe('Saratoga Springs, NY');
});

test.each([
  ['Scenec', 'Schenectady, NY'],
  ['guilderlnd', 'Guilderland, NY'],
  ['chathm', 'Chatham, NY'],
  ['saratoga sprn', 'Saratoga Springs, NY'],
])('the misspelled beginning %j finds %s', (typed, expected) => {
  expect(suggestLocations(typed)[0]).toBe(expected);
});

test('a name without a fault brings no misspelled ones with it', () => {
  expect(suggestLocations('Malta')).toEqual(['Malta, NY', 'Malta Ridge, NY', 'Maltaville, NY']);
});

test('what is still being typed after the town does not matter', () => {
  expect(suggestLocations('Troy, N')).toEqual(['Troy, NY']);
  expect(suggestLocations('troy ny')).toEqual(['Troy, NY']);
});

test('both places that people call Saratoga are offered', () => {
  expect(suggestLocations('Saratoga')).toEqual(['Saratoga, NY', 'Saratoga Springs, NY']);
});

test.each([
  ['lath', 'Latham, NY'],
  ['12110', 'Latham, NY'],
  ['1218', 'Troy, NY'],
  ['slingerlnd', 'Slingerlands, NY'],
])('hamlets and ZIP codes are known: %j', (typed, expected) => {
  expect(suggestLocations(typed)).toContain(expected);
});

test('there are never more than ten', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const first of letters) {
    for (const second of letters) {
      expect(suggestLocations(first + second).length).toBeLessThanOrEqual(suggestionLimit);
    }
  }
});

test('a pasted page is answered', () => {
  expect(suggestLocations('troy '.repeat(1000))).toEqual([]);
});

test('a thousand long words take less than a second', () => {
  const words = Array.from({ length: 1000 }, (_, n) => `${'x'.repeat(90)}${n}`);
  expect(cpuTime(() => words.forEach((word) => suggestLocations(word)))).toBeLessThan(1_000);
});
