import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOf } from '@marketplace/shared/search/words';

/**
 * A word or phrase that stands for another one. `text` is for display; `words` are its words in the
 * form of search documents.
 */
export type Synonym = { text: string; words: string[] };

/** The longest phrase that can have synonyms, in words. */
export const phraseWords = 4;

const shipped = join(import.meta.dirname, '../../../../search-data');

/** The synonyms of each word or phrase, keyed by its words joined without blanks. */
const synonyms = new Map<string, Synonym[]>();

/** The other forms of irregular nouns. The list is empty for a word without another form. */
const nouns = new Map<string, string[]>();

/** The minimum length of a word that has a plural, and of a plural without its ending. */
const nounMinLength = 2;

/** The minimum length of an irregular noun that may end a longer word. */
const endingMinLength = 3;

readDictionary(shipped);

/**
 * Adds the entries of a folder's `synonyms.txt` and `plurals.txt`, if they exist, to this process.
 * Throws an error that names the file and line of the first bad entry.
 */
export function readDictionary(folder: string): void {
  readEntries(join(folder, 'plurals.txt'), addNoun);
  readEntries(join(folder, 'synonyms.txt'), addSynonyms);
}

function readEntries(file: string, add: (entry: string) => void): void {
  if (!existsSync(file)) return;
  for (const [index, line] of readFileSync(file, 'utf8').split(/\r?\n/).entries()) {
    const entry = line.replace(/#.*/, '').trim();
    try {
      if (entry !== '') add(entry);
    } catch (error) {
      throw new Error(`${file}, line ${index + 1}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Adds an entry such as `wolf wolves`, or `news` for a word without another form. */
function addNoun(entry: string): void {
  const forms = entry.split(/\s+/).map((word) => {
    const [only, ...others] = wordsOf(word);
    if (!only || others.length > 0 || !/^\p{L}+$/u.test(only.text)) {
      throw new Error(`“${word}” is not a word of letters.`);
    }
    return only.text;
  });
  if (new Set(forms).size < forms.length) throw new Error('A form is there twice.');
  for (const form of forms) {
    const others = forms.filter((other) => other !== form);
    const known = nouns.get(form) ?? [];
    nouns.set(form, [...new Set([...known, ...others])]);
  }
}

/** Adds an entry such as `couch, sofa`, or `pet crate => dog crate`, which goes one way. */
function addSynonyms(entry: string): void {
  const sides = entry.split('=>').map((side) => side.split(',').map(toSynonym));
  if (sides.length > 2) throw new Error('An entry can have one arrow.');
  const [from = [], to = from] = sides;
  if (sides.length === 1 && from.length < 2) {
    throw new Error('An entry needs two words or phrases, with a comma between them.');
  }
  for (const one of from) {
    const others = to.filter(({ words }) => words.join('') !== one.words.join(''));
    // People also search for the plural.
    for (const last of formsOf(one.words.at(-1) ?? '')) {
      const key = [...one.words.slice(0, -1), last].join('');
      synonyms.set(key, [...(synonyms.get(key) ?? []), ...others]);
    }
  }
}

function toSynonym(written: string): Synonym {
  const text = written.trim();
  const words = wordsOf(text).map((word) => word.text);
  if (words.length === 0)
    throw new Error('There is nothing between two commas, or beside the arrow.');
  if (words.length > phraseWords) throw new Error(`“${text}” has more than ${phraseWords} words.`);
  return { text, words };
}

/** Returns the synonyms of a word or phrase. `phrase` is its words joined without blanks. */
export function synonymsOf(phrase: string): readonly Synonym[] {
  return synonyms.get(phrase) ?? [];
}

/**
 * Returns a word and its forms in singular and plural: every spelling that could be right, such as
 * 'cooky' and 'cookie' for 'cookies'. The wrong ones are in no listing.
 */
export function formsOf(word: string): string[] {
  if (!/^\p{L}+$/u.test(word) || word.length < nounMinLength) return [word];
  const known = nouns.get(word);
  const singulars = singularsOf(word);
  // "Women's" is indexed as "womens". It also finds "woman", the other form of "women".
  const owners = singulars.flatMap((singular) => nouns.get(singular) ?? []);
  const others = known ?? [...compoundForms(word), ...singulars, ...owners, ...pluralsOf(word)];
  // Words without another form are left out: "blues" is not the plural of "blue".
  const forms = others.filter((other) => nouns.get(other)?.length !== 0);
  return [...new Set([word, ...forms])];
}

/** Returns the other forms of a word that ends with an irregular noun, such as 'bookshelves'. */
function compoundForms(word: string): string[] {
  for (let start = 1; start <= word.length - endingMinLength; start += 1) {
    const others = nouns.get(word.slice(start)) ?? [];
    if (others.length > 0) return others.map((other) => word.slice(0, start) + other);
  }
  return [];
}

function singularsOf(word: string): string[] {
  if (!/[^s]s$/.test(word) || word.length <= nounMinLength) return [];
  const found = [word.slice(0, -1)];
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) found.push(word.slice(0, -2));
  if (/[^aeiou]ies$/.test(word)) found.push(`${word.slice(0, -3)}y`);
  return found.filter(({ length }) => length >= nounMinLength);
}

function pluralsOf(word: string): string[] {
  if (/[^aius]s$/.test(word)) return [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (/(?:s|x|z|ch|sh)$/.test(word)) return [`${word}es`];
  return word.endsWith('o') ? [`${word}s`, `${word}es`] : [`${word}s`];
}
