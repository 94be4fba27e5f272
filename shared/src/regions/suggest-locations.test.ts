import { expect, test } from 'vitest';
import { cpuTime } from '../test/cpu-time.ts';
import { suggestLocations, suggestionLimit } from './suggest-locations.ts';
import { townLabel, towns } from './towns.ts';

test.each(['', ' ', 't', 'T,', '🙂'])('suggests nothing for %j, which is too short', (typed) => {
  expect(suggestLocations(typed)).toEqual([]);
});

test('suggests a town from two letters on', () => {
  expect(suggestLocations('tr')).toEqual(['Troy, NY']);
});

test.each(towns)('suggests $name for its whole name and its stored value', (town) => {
  expect(suggestLocations(town.name)[0]).toBe(townLabel(town));
  expect(suggestLocations(townLabel(town).toLowerCase())[0]).toBe(townLabel(town));
});

test('suggests names with the prefix before names with a later word that has it', () => {
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

test('matches a second word letter by letter', () => {
  expect(suggestLocations('Saratoga S')).toEqual(['Saratoga Springs, NY']);
  expect(suggestLocations('s. glens')).toEqual(['South Glens Falls, NY']);
});

test('matches a later word alone', () => {
  expect(suggestLocations('spri')[0]).toBe('Saratoga Springs, NY');
});

test.each([
  ['Scenec', 'Schenectady, NY'],
  ['guilderlnd', 'Guilderland, NY'],
  ['chathm', 'Chatham, NY'],
  ['saratoga sprn', 'Saratoga Springs, NY'],
])('finds a misspelled prefix: %j means %s', (typed, expected) => {
  expect(suggestLocations(typed)[0]).toBe(expected);
});

test('suggests no similar names for a correct one', () => {
  expect(suggestLocations('Malta')).toEqual(['Malta, NY', 'Malta Ridge, NY', 'Maltaville, NY']);
});

test('ignores text after the town', () => {
  expect(suggestLocations('Troy, N')).toEqual(['Troy, NY']);
  expect(suggestLocations('troy ny')).toEqual(['Troy, NY']);
});

test('suggests both places that people call Saratoga', () => {
  expect(suggestLocations('Saratoga')).toEqual(['Saratoga, NY', 'Saratoga Springs, NY']);
});

test.each([
  ['lath', 'Latham, NY'],
  ['12110', 'Latham, NY'],
  ['1218', 'Troy, NY'],
  ['slingerlnd', 'Slingerlands, NY'],
])('suggests hamlets and places of ZIP codes: %j', (typed, expected) => {
  expect(suggestLocations(typed)).toContain(expected);
});

test('never suggests more than ten places', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const first of letters) {
    for (const second of letters) {
      expect(suggestLocations(first + second).length).toBeLessThanOrEqual(suggestionLimit);
    }
  }
});

test('suggests nothing for a pasted page', () => {
  expect(suggestLocations('troy '.repeat(1000))).toEqual([]);
});

test('takes less than a second for a thousand long words', () => {
  const words = Array.from({ length: 1000 }, (_, n) => `${'x'.repeat(90)}${n}`);
  expect(cpuTime(() => words.forEach((word) => suggestLocations(word)))).toBeLessThan(1_000);
});
