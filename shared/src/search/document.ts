import { isStopWord, joined, modelOf, type Word, wordsOf } from './words.ts';

/** Increase this with any change below, so that all listings are indexed again. */
export const documentVersion = 1;

/** A lexeme in every document of this version. No word equals it. */
export const documentMark = '=';

/** The searchable fields of a listing. */
export type SearchedListing = Record<'title' | 'category' | 'location' | 'description', string>;

/**
 * Returns the search document of a listing, a `tsvector` as text: the title has weight A, category
 * and place C, the description D. Words also match by their parts; titles have stop words and
 * joined neighbors: 'Dish washer' matches 'dishwasher'.
 */
export function searchDocument(listing: SearchedListing): string {
  const document = new Map<string, string[]>([[documentMark, []]]);
  let position = 0;
  const add = (text: string, weight: string) => {
    const positions = document.get(text) ?? [];
    // PostgreSQL stores at most 255 positions per lexeme.
    if (positions.length < 255) positions.push(`${position}${weight}`);
    document.set(text, positions);
  };
  const addAll = (words: readonly Word[], weight: string) => {
    for (const word of words) {
      position += 1;
      if (weight === 'D' && isStopWord(word)) continue;
      for (const run of runsOf(word)) add(run, weight);
    }
  };
  const titleWords = wordsOf(listing.title);
  addAll(titleWords, 'A');
  for (const text of neighborsOf(titleWords)) add(text, 'A');
  addAll(wordsOf(`${listing.category} ${listing.location}`), 'C');
  addAll(wordsOf(listing.description), 'D');
  return Array.from(document, ([text, positions]) =>
    positions.length > 0 ? `'${text}':${positions.join()}` : `'${text}'`,
  ).join(' ');
}

/** A shorter part, such as the 'd' of '80D', does not match alone, but a leading number does. */
const partMinLength = 2;

/** Returns the word and all runs of its parts: 'wh', '1000', 'xm4', 'wh1000', and so on. */
function runsOf({ text, parts }: Word): Set<string> {
  const runs = new Set([text]);
  if (parts.length === 1) return runs;
  for (let start = 0; start < parts.length; start += 1) {
    for (let end = start + 1; end <= parts.length; end += 1) {
      const run = parts.slice(start, end).join('');
      const isFound = run.length >= partMinLength || (start === 0 && /\d/.test(run));
      if (isFound && text.includes(run)) runs.add(run);
    }
  }
  return runs;
}

/** Returns joined pairs of neighboring words, and triples that may be model numbers. */
function neighborsOf(words: readonly Word[]): string[] {
  const dense = words.filter(({ text }) => text !== 'and');
  return dense.flatMap((word, at) => {
    const two = joined([word, dense[at + 1]]);
    return [two, modelOf([word, dense[at + 1], dense[at + 2]])].flatMap((text) => text ?? []);
  });
}
