import {
  isEmoji,
  isStopWord,
  joined,
  modelOf,
  type Word,
  wordsOf,
} from '@marketplace/shared/search/words';
import { formsOf, phraseWords, type Synonym, synonymsOf } from './dictionary.ts';

/** The maximum number of words of a search that are read. */
const maxWords = 20;

/** One way to match a word of a search: by one lexeme of each group, in places that fit. */
interface Alternative {
  groups: readonly (readonly string[])[];
  /** The distance of each group from the one before it, or else groups may be anywhere. */
  distances?: readonly number[];
  inTitle?: boolean;
}

/** A word, or a phrase in quotes. A listing matches if it has one of the alternatives. */
export interface Term {
  /** The word or phrase, as it was read from the search. */
  typed: string;
  /** The word itself, in singular and plural, and joined with its neighbors. */
  exact: Alternative[];
  /** Alternatives that synonyms add. */
  expanded: Alternative[];
  /** The words and phrases of `expanded`, for display. */
  also: Synonym[];
}

/**
 * Returns the terms that a listing must all match. Stop words count only without other words.
 * Quoted text is a phrase. In a `literal` search, quotes mean nothing and no word is expanded.
 */
export function termsOf(text: string, { literal = false } = {}): Term[] {
  if (literal) return wordTerms(wordsOf(text).slice(0, maxWords), literal);
  const { phrases, rest } = splitPhrases(text);
  const words = wordsOf(rest).slice(0, maxWords);
  return [...phrases.flatMap(phraseTerm), ...wordTerms(words, literal)].slice(0, maxWords);
}

/** Words in quotes. A quote after a letter or digit is the sign for inches. */
const quoted = /(?<![\p{L}\p{N}])["“”„]([^"“”„]*[\p{L}\p{N}][^"“”„]*)["“”„](?![\p{L}\p{N}])/gu;

/** Returns the phrases in quotes, and the text without them. */
export function splitPhrases(text: string): { phrases: string[]; rest: string } {
  const phrases = Array.from(text.matchAll(quoted), ([, phrase = '']) => phrase.trim());
  return { phrases, rest: text.replace(quoted, ' ') };
}

/** Returns the words without stop words, or all of them if there are no others. */
function withoutStopWords(words: Word[]): Word[] {
  const others = words.filter((word) => !isStopWord(word));
  return others.length > 0 ? others : words;
}

function phraseTerm(phrase: string): Term[] {
  const words = wordsOf(phrase).slice(0, maxWords);
  const needed = withoutStopWords(words);
  if (needed.length === 0) return [];
  const places = needed.map((word) => words.indexOf(word));
  const alternative = {
    groups: needed.map(({ text }) => [text]),
    distances: places.map((place, index) => place - (places[index - 1] ?? place)),
  };
  return [{ typed: `“${phrase}”`, exact: [alternative], expanded: [], also: [] }];
}

function wordTerms(words: Word[], literal: boolean): Term[] {
  // A repeated word is one condition. The database's planner would treat it as two.
  const all = words.filter((word, at) => words.findIndex(({ text }) => text === word.text) === at);
  // 'and' does not divide neighbors: 'h and m' is 'hm'.
  const dense = words.filter(({ text }) => text !== 'and');
  return withoutStopWords(all).map((word) => {
    const also = literal ? [] : synonymsAround(words, words.indexOf(word));
    return {
      typed: word.text,
      exact: exactAlternatives(word, dense),
      expanded: also.flatMap(synonymAlternatives),
      also,
    };
  });
}

function exactAlternatives(word: Word, dense: Word[]): Alternative[] {
  const forms = formsOf(word.text);
  const at = dense.indexOf(word);
  if (at >= 0) {
    for (const start of [at - 2, at - 1, at]) {
      const model = modelOf(dense.slice(Math.max(0, start), start + 3));
      if (start >= 0 && model) forms.push(model);
    }
    for (const start of [at - 1, at]) {
      const pair = start >= 0 && joined([dense[start], dense[start + 1]]);
      if (pair) forms.push(...formsOf(pair));
    }
  }
  const whole = { groups: [[...new Set(forms)]] };
  return isDivisible(word) ? [whole, { groups: word.parts.map(formsOf) }] : [whole];
}

/** Returns true if the parts may be anywhere: in 'table/chairs', but not 'M2' and 'T-shirt'. */
function isDivisible({ parts }: Word): boolean {
  return parts.length > 1 && parts.every((part) => /^\p{L}{3,}$/u.test(part));
}

/** The maximum number of synonyms of a word. */
const maxSynonyms = 12;

/** Returns the synonyms of the word at an index and of all phrases that contain it. */
function synonymsAround(words: readonly Word[], at: number): Synonym[] {
  const found = new Map<string, Synonym>();
  for (let size = phraseWords; size >= 1; size -= 1) {
    for (let start = at - size + 1; start <= at; start += 1) {
      const phrase = words.slice(Math.max(0, start), start + size);
      if (phrase.length < size) continue;
      for (const one of synonymsOf(phrase.map(({ text }) => text).join('')))
        found.set(one.text, one);
    }
  }
  return [...found.values()].slice(0, maxSynonyms);
}

function synonymAlternatives({ words }: Synonym): Alternative[] {
  const last = words.length - 1;
  const groups = words.map((word, at) => (at === last ? formsOf(word) : [word]));
  if (last === 0) return [{ groups, inTitle: true }];
  const whole = words.join('');
  return [
    { groups, distances: words.map((_, at) => Math.min(at, 1)), inTitle: true },
    { groups: [formsOf(whole)], inTitle: true },
  ];
}

/** Returns the tsquery for listings with all terms, as text. `exact` drops expansions. */
export function toTsquery(terms: readonly Term[], { exact = false, inTitle = false } = {}): string {
  return terms
    .map((term) => {
      const alternatives = exact ? term.exact : [...term.exact, ...term.expanded];
      const texts = alternatives.map((one) => alternativeText(inTitle ? { ...one, inTitle } : one));
      return texts.length === 1 ? texts[0] : `(${texts.join(' | ')})`;
    })
    .join(' & ');
}

function alternativeText({ groups, distances, inTitle = false }: Alternative): string {
  const texts = groups.map((lexemes) => {
    const all = lexemes.map((lexeme) => `'${lexeme}'${inTitle ? ':A' : ''}`);
    return all.length === 1 ? all[0] : `(${all.join(' | ')})`;
  });
  if (texts.length === 1) return texts[0] ?? '';
  const parts = texts.map((text, at) => {
    if (at === 0) return text;
    return distances ? ` <${distances[at] ?? 1}> ${text}` : ` & ${text}`;
  });
  return `(${parts.join('')})`;
}

/** Returns lexemes of which a listing with the term has at least one. */
export function lexemesOf({ exact, expanded }: Term): string[] {
  const longest = ({ groups }: Alternative) => {
    const least = (group: readonly string[]) => Math.min(...group.map(({ length }) => length));
    return groups.toSorted((one, other) => least(other) - least(one))[0] ?? [];
  };
  return [...new Set([...exact, ...expanded].flatMap(longest))];
}

/** Returns the tsquery for any of the words or quoted phrases, or null without a word. */
export function anyWord(text: string): string | null {
  const { phrases, rest } = splitPhrases(text);
  const words = wordsOf(rest).slice(0, maxWords);
  const forms = withoutStopWords(words).flatMap((word) => formsOf(word.text));
  const all = [
    ...phrases.flatMap(phraseTerm).map((term) => toTsquery([term])),
    ...forms.map((form) => `'${form}'`),
  ];
  return all.length > 0 ? all.join(' | ') : null;
}

/** Returns the words of a title that misspelled searches can be corrected to. */
export function spellingWords(title: string): string[] {
  const words = wordsOf(title).filter((word) => !isEmoji(word));
  const all = words.flatMap(({ text, parts }) => [text, ...parts]);
  return [...new Set(all)].filter((word) => /^\p{L}{3,40}$/u.test(word)).sort();
}
