import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, runPrepared } from '@marketplace/db/database';
import { categories } from '@marketplace/shared/listings/constants';
import type { SuggestionView } from '@marketplace/shared/listings/views';
import { suggestByPrefix } from '@marketplace/shared/regions/suggest-locations';
import { isStopWord, wordsOf } from '@marketplace/shared/search/words';
import { synonymsOf } from './dictionary.ts';
import { filterListings, newestFirst } from './listings.search.ts';

/** The minimum number of letters before anything is suggested. */
const minLength = 2;

/** The minimum number of letters before categories and towns are suggested. */
const nameMinLength = 3;

const maxPhrases = 6;
const maxCategories = 2;
const maxTowns = 2;

/**
 * Returns searches that a text may be the beginning of: words and phrases of titles, those of the
 * most sellers first, then categories and towns that its last words begin. The words before those
 * are searched for in the category or town: 'lamp tro'.
 */
export async function suggest(db: Db, typed: string): Promise<SuggestionView[]> {
  const text = plain(typed);
  if (text.length < minLength) return [];
  const words = text.trim().split(' ');
  const join = (from: number, to?: number) => words.slice(from, to).join(' ');
  const names = words.map((_, index) => namesFor(join(index), join(0, index)));
  // The longest name counts: 'lamp saratoga sp' searches for 'lamp' in Saratoga Springs.
  return [...(await phrasesFor(db, typed)), ...(names.find(({ length }) => length > 0) ?? [])];
}

/** Returns a text in the form for comparing names: lower case, no accents, single blanks. */
function plain(typed: string): string {
  const letters = typed.normalize('NFKD').replace(/[\p{M}'’]/gu, '');
  return letters
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trimStart();
}

/** Returns phrases that begin with the last words of the text, or with a synonym of these words. */
async function phrasesFor(db: Db, typed: string): Promise<SuggestionView[]> {
  const written = typed.trim().split(/\s+/);
  const before = written.slice(0, -phraseWords).join(' ');
  const last = wordsOf(written.slice(-phraseWords).join(' '));
  const key = last.map(({ text }) => text).join('');
  if (key === '') return [];
  const begun = await findBegun(db, key);
  const others =
    begun.length < maxPhrases ? synonymsOf(key).map(({ words }) => words.join('')) : [];
  const alike = await Promise.all(others.slice(0, maxPhrases).map((other) => findBegun(db, other)));
  const phrases = [...begun.filter((one) => one.key !== key), ...alike.flat()];
  const texts = [...new Set(phrases.map(({ phrase }) => phrase))].slice(0, maxPhrases);
  return texts.map((phrase) => {
    const search = before === '' ? phrase : `${before} ${phrase}`;
    return { kind: 'words', text: search, filter: { search } };
  });
}

function findBegun(db: Db, key: string) {
  // A range instead of LIKE, so that one plan suits every value.
  const values = { from: key, to: `${key}\u{10FFFF}` };
  return runPrepared(db, { name: 'suggest', values }, ({ from, to }) =>
    db
      .selectFrom('searchPhrases')
      .select(['key', 'phrase'])
      .where('key', '>=', from)
      .where('key', '<', to)
      .orderBy('uses', 'desc')
      .orderBy('phrase')
      .limit(sql.lit(maxPhrases + 1)),
  );
}

/** Returns categories and towns with a word that begins with a text, for a search in them. */
function namesFor(begun: string, search: string): SuggestionView[] {
  if (begun.length < nameMinLength) return [];
  const isBegun = (name: string) => ` ${plain(name)}`.includes(` ${begun}`);
  const inName = (name: string) => (search ? `${search} in ${name}` : name);
  const begunCategories = categories.filter(({ label }) => isBegun(label)).slice(0, maxCategories);
  // Leaves out towns that match by their ZIP code only.
  const places = suggestByPrefix(begun).filter(isBegun).slice(0, maxTowns);
  return [
    ...begunCategories.map(({ value: category, label }) => {
      return { kind: 'category' as const, text: inName(label), filter: { search, category } };
    }),
    ...places.map((place) => {
      const location = place.replace(/, NY$/, '');
      return { kind: 'town' as const, text: inName(location), filter: { search, location } };
    }),
  ];
}

/** How many titles, of the newest available listings, are read for phrases. */
const titlesRead = 20_000;

/** Titles that are processed between two pauses, so that requests need not wait for all of them. */
const titlesAtOnce = 500;

/** The maximum length of a phrase in words, and the limits of its key in characters. */
const phraseWords = 3;
const keyMinLength = 2;
const keyMaxLength = 60;

/** Separators between the parts of a title: punctuation that cannot stand within a word. */
const partEnds = /[^\p{L}\p{M}\p{N}\s'’./&+-]+|\s-+\s/u;

/** `begun` is the key of the phrase without its last word. */
type Phrase = { text: string; sellers: Set<string>; isEnd: boolean; begun: string };

/**
 * Replaces the phrases that complete searches with those of the newest titles: every word, up to
 * three words at the end of a part of a title, and other neighboring words that two sellers wrote.
 * A seller counts once per phrase, so that nobody makes one common alone. A phrase that only begins
 * a longer one is left out.
 */
export async function refreshSearchPhrases(db: Db): Promise<void> {
  const listings = await filterListings(db, { withInactive: false })
    .select(['sellerId', 'title'])
    .orderBy(newestFirst)
    .limit(titlesRead)
    .execute();
  const found = new Map<string, Phrase>();
  for (const [index, { sellerId, title }] of listings.entries()) {
    addPhrases(found, title, sellerId);
    if (index % titlesAtOnce === 0) await setImmediate();
  }
  const counted = [...found].filter(([, { isEnd, sellers }]) => isEnd || sellers.size > 1);
  const continued = new Set(counted.map(([, { begun, sellers }]) => `${begun} ${sellers.size}`));
  const all = counted.filter(([key, { sellers }]) => !continued.has(`${key} ${sellers.size}`));
  await db.transaction().execute(async (trx) => {
    // This lock lets readers through and makes another refresh wait.
    await sql`lock table search_phrases in share row exclusive mode`.execute(trx);
    await trx.deleteFrom('searchPhrases').execute();
    await sql`
      insert into search_phrases (key, phrase, uses)
      select * from unnest(${all.map(([key]) => key)}::text[],
        ${all.map(([, { text }]) => text)}::text[],
        ${all.map(([, { sellers }]) => sellers.size)}::int[])`.execute(trx);
  });
}

function addPhrases(found: Map<string, Phrase>, title: string, sellerId: string): void {
  for (const words of partsOf(title)) {
    for (let start = 0; start < words.length; start += 1) {
      if (!/^\p{L}/u.test(words[start]?.text ?? '')) continue;
      for (let size = 1; size <= phraseWords && start + size <= words.length; size += 1) {
        const some = words.slice(start, start + size);
        const key = keyOf(some);
        if (key.length < keyMinLength || key.length > keyMaxLength) continue;
        const phrase = found.get(key) ?? {
          text: some.map(({ text }) => text).join(' '),
          sellers: new Set(),
          isEnd: false,
          begun: keyOf(some.slice(0, -1)),
        };
        phrase.sellers.add(sellerId);
        phrase.isEnd ||= size === 1 || start + size === words.length;
        found.set(key, phrase);
      }
    }
  }
}

/** A word as written, and its key in the form of search documents. */
type WrittenWord = { text: string; key: string };

function keyOf(words: WrittenWord[]): string {
  return words.map(({ key }) => key).join('');
}

/** Divides a title at punctuation and stop words, and returns the words of each part. */
function partsOf(title: string): WrittenWord[][] {
  const parts: WrittenWord[][] = [];
  for (const part of title.toLowerCase().split(partEnds)) {
    let words: WrittenWord[] = [];
    for (const written of part.split(/\s+/)) {
      const read = wordsOf(written);
      if (read.length > 0 && !read.some(isStopWord)) {
        const text = written.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
        words.push({ text, key: read.map((word) => word.text).join('') });
      } else {
        parts.push(words);
        words = [];
      }
    }
    parts.push(words);
  }
  return parts;
}
