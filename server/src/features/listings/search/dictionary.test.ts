import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formsOf, readDictionary, synonymsOf } from './dictionary.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dictionary-'));
});
afterAll(() => rm(folder, { recursive: true }));

const textsOf = (phrase: string) => synonymsOf(phrase).map(({ text }) => text);

describe('forms', () => {
  it.each([
    ['table', 'tables'],
    ['couches', 'couch'],
    ['party', 'parties'],
    ['cookies', 'cookie'],
    ['wolf', 'wolves'],
    ['teeth', 'tooth'],
    ['bookshelves', 'bookshelf'],
    ['potato', 'potatoes'],
    ['tvs', 'tv'],
  ])('%s is found by %s and the reverse', (one, other) => {
    expect(formsOf(one)).toContain(other);
    expect(formsOf(other)).toContain(one);
  });

  it.each([
    ['dress', 'dres'],
    ['blue', 'blues'],
    ['news', 'new'],
    ['glasses', 'glass'],
    ['capes', 'cap'],
    ['80d', '80ds'],
  ])('%s is not a form of %s', (one, other) => {
    expect(formsOf(one)).not.toContain(other);
    expect(formsOf(other)).not.toContain(one);
  });
});

describe("an operator's entries", () => {
  it('add to those that come with the product', async () => {
    await writeFile(
      join(folder, 'synonyms.txt'),
      '# Ours\n\nflurb, T-Shirt press, gizmo box\r\nzorb => gizmo\n',
    );
    await writeFile(join(folder, 'plurals.txt'), 'flurb flurben # odd\n');
    readDictionary(folder);
    expect(textsOf('flurb')).toEqual(['T-Shirt press', 'gizmo box']);
    expect(textsOf('flurben')).toEqual(['T-Shirt press', 'gizmo box']);
    expect(textsOf('tshirtpresses')).toEqual(['flurb', 'gizmo box']);
    expect(textsOf('zorbs')).toEqual(['gizmo']);
    expect(textsOf('gizmo')).toEqual([]);
    expect(textsOf('couch')).toContain('sofa');
  });

  it.each([
    ['synonyms.txt', 'one, two\nalone', 2, 'An entry needs two words or phrases'],
    ['synonyms.txt', '\n\none, , two', 3, 'There is nothing between two commas'],
    ['synonyms.txt', 'one =>', 1, 'There is nothing'],
    ['synonyms.txt', 'a => b => c', 1, 'An entry can have one arrow.'],
    ['synonyms.txt', 'one, a phrase of five words', 1, '“a phrase of five words” has more than 4'],
    ['plurals.txt', 'wolf wolves\nox 2xen', 2, '“2xen” is not a word of letters.'],
    ['plurals.txt', 'sheep sheep', 1, 'A form is there twice.'],
  ])(
    'are refused if %s has %j, with an error for line %i',
    async (...[file, text, line, message]) => {
      await rm(folder, { recursive: true });
      folder = await mkdtemp(join(tmpdir(), 'dictionary-'));
      await writeFile(join(folder, file), text);
      expect(() => readDictionary(folder)).toThrow(
        `${join(folder, file)}, line ${line}: ${message}`,
      );
    },
  );

  it('are optional', () => {
    expect(() => readDictionary(join(folder, 'nowhere'))).not.toThrow();
  });
});
