import { isStopWord, joined, modelOf, type Word, wordsOf } from './words.ts';

/** The form of search documents. A change of what follows needs a new number, and listings are indexed again. */
export const documentVersion = 1;

/** The lexeme of every document of this form; no word is like it. */
export const documentMark = '=';

/** The fields of a listing that searches look into. */
export interface SearchedListing {
  title: string;
  category: string;
  location: string;
  description: string;
}

/**
 * Returns the search document of a listing, a `tsvector` in its text form: the words of the title with
 * weight A, of category and place with C, of the description with D. A word is found in one piece and by its parts.
 * Titles also have stop words and neighboring words in one piece: 'Dish washer' is found by 'dishwasher'.
 */
export function searchDocument({
  title,
  category,
  location,
  description,
}: SearchedListing): string {
  const document = new Map<string, string[]>([[documentMark, []]]);
  let position = 0;
  const add = (text: string, weight: string) => {
    const positions = document.get(text) ?? [];
    // The database stores no more.
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
  const titleWords = wordsOf(title);
  addAll(titleWords, 'A');
  for (const text of neighborsOf(titleWords)) add(text, 'A');
  addAll(wordsOf(`${category} ${location}`), 'C');
  addAll(wordsOf(description), 'D');
  return Array.from(document, ([text, positions]) =>
    positions.length > 0 ? `'${text}':${positions.join()}` : `'${text}'`,
  ).join(' ');
}

/** Shorter parts, such as the 'd' of '80D', are not found alone; a number before its unit is. */
const partMinLength = 2;

/** The word and the neighboring parts in it: 'wh1000xm4', 'wh', '1000', 'xm4' and so on of 'WH-1000XM4'. */
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

/** Two neighboring words of a title in one piece, and three of a model number; 'and' does not divide them. */
function neighborsOf(words: readonly Word[]): string[] {
  const dense = words.filter(({ text }) => text !== 'and');
  return dense.flatMap((word, at) => {
    const two = joined([word, dense[at + 1]]);
    return [two, modelOf([word, dense[at + 1], dense[at + 2]])].flatMap((text) => text ?? []);
  });
}
