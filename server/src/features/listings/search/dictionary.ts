import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOf } from '@marketplace/shared/search/words';

/** Words that searches also find, by the words that people search for; and the plurals of nouns. */
interface Dictionary {
  /** The synonyms of each word or phrase, keyed by its words joined without blanks. */
  synonyms: Map<string, Synonym[]>;
  /** The other forms of irregular nouns; none for words that have no other form. */
  nouns: Map<string, string[]>;
}

/** A word or phrase that stands for another one. */
export interface Synonym {
  /** The entry as it is in the file, for people to read. */
  text: string;
  /** Its words in the form of search documents. */
  words: string[];
}

/** The longest phrase that can have synonyms, in words. */
export const phraseWords = 4;

const shipped = join(import.meta.dirname, '../../../../search-data');

const dictionary: Dictionary = { synonyms: new Map(), nouns: new Map() };

/** The least letters of a word that has a plural, or of a plural without its ending. */
const nounMinLength = 2;

/** The shortest irregular noun that may end a longer word. */
const endingMinLength = 3;

readDictionary(shipped);

/**
 * Adds the entries of `synonyms.txt` and `plurals.txt` in a folder to the dictionary of this process; a file that
 * is missing adds nothing. Throws an error that names the file and line of the first bad entry.
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

/** Adds `wolf wolves`, or `news` for a word without another form. */
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
    const known = dictionary.nouns.get(form) ?? [];
    dictionary.nouns.set(form, [...new Set([...known, ...others])]);
  }
}

/** Adds `couch, sofa`, where each finds the others, or `pet crate => dog crate`, which goes one way. */
function addSynonyms(entry: string): void {
  const sides = entry.split('=>').map((side) => side.split(',').map(toSynonym));
  if (sides.length > 2) throw new Error('An entry can have one arrow.');
  const [from = [], to = from] = sides;
  if (sides.length === 1 && from.length < 2) {
    throw new Error('An entry needs two words or phrases, with a comma between them.');
  }
  for (const one of from) {
    const others = to.filter((other) => keyOf(other) !== keyOf(one));
    // People search for the plural, too.
    for (const last of formsOf(one.words.at(-1) ?? '')) {
      const key = [...one.words.slice(0, -1), last].join('');
      dictionary.synonyms.set(key, [...(dictionary.synonyms.get(key) ?? []), ...others]);
    }
  }
}

function toSynonym(written: string): Synonym {
  const text = written.trim();
  const words = wordsOf(text).map((word) => word.text);
  if (words.length === 0)
    throw new Error('There is nothing between two commas, or beside the arrow.');
  if (words.length > phraseWords) {
    throw new Error(`“${text}” has more than ${phraseWords} words.`);
  }
  return { text, words };
}

function keyOf({ words }: Synonym): string {
  return words.join('');
}

/** Returns what a word or phrase also finds. `phrase` is its words in one piece. */
export function synonymsOf(phrase: string): readonly Synonym[] {
  return dictionary.synonyms.get(phrase) ?? [];
}

/**
 * Returns a word and its other forms in singular and plural. A regular one has every spelling that could be right:
 * 'cooky' and 'cookie' for 'cookies'; the wrong ones are in no listing.
 */
export function formsOf(word: string): string[] {
  if (!/^\p{L}+$/u.test(word) || word.length < nounMinLength) return [word];
  const known = dictionary.nouns.get(word);
  const singulars = singularsOf(word);
  // "Womens" is written for "women's", which finds "woman's".
  const owners = singulars.flatMap((singular) => dictionary.nouns.get(singular) ?? []);
  const others = known ?? [...compoundForms(word), ...singulars, ...owners, ...pluralsOf(word)];
  // "blues" is no plural of "blue".
  return [
    ...new Set([word, ...others.filter((other) => dictionary.nouns.get(other)?.length !== 0)]),
  ];
}

/** Returns the other forms of a word that ends with an irregular noun, as 'bookshelves' does. */
function compoundForms(word: string): string[] {
  for (let start = 1; start <= word.length - endingMinLength; start += 1) {
    const others = dictionary.nouns.get(word.slice(start)) ?? [];
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
