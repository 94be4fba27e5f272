import { sql } from 'kysely';
import { type Db, runPrepared } from '@marketplace/db/database';
import { categories } from '@marketplace/shared/listings/constants';
import type { SuggestionView } from '@marketplace/shared/listings/views';
import { begunLocations } from '@marketplace/shared/regions/suggest-locations';
import { wordsOf } from '@marketplace/shared/search/words';
import { synonymsOf } from './dictionary.ts';

/** The minimum number of letters before anything is suggested. */
const minLength = 2;

/** The minimum number of letters before categories and towns are suggested. */
const nameMinLength = 3;

const mostWords = 6;
const mostCategories = 2;
const mostTowns = 2;

/** The longest phrase that titles are searched for, in words. */
const phraseWords = 3;

/**
 * Returns searches that a text may be the beginning of: words and phrases of titles, those of the
 * most sellers first, then categories and towns with a word that begins with the text. The last
 * words may also begin a category or town, in which the words before them are searched for: 'lamp
 * tro'.
 */
export async function suggest(db: Db, typed: string): Promise<SuggestionView[]> {
  const text = plain(typed);
  if (text.length < minLength) return [];
  const words = text.trim().split(' ');
  const names = words.map((_, index) =>
    namesFor(words.slice(index).join(' '), words.slice(0, index).join(' ')),
  );
  // The longest name counts: 'lamp saratoga sp' searches for 'lamp' in Saratoga Springs.
  return [...(await phrasesFor(db, typed)), ...(names.find(({ length }) => length > 0) ?? [])];
}

/** Returns a text in the form for comparing names: lower case, no accents, single blanks. */
function plain(typed: string): string {
  const letters = typed
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trimStart();
}

/** Returns phrases that begin with the last words of the text, or with a synonym of these words. */
async function phrasesFor(db: Db, typed: string): Promise<SuggestionView[]> {
  const written = typed.trim().split(/\s+/);
  const before = written.slice(0, -phraseWords).join(' ');
  const key = keyOf(written.slice(-phraseWords).join(' '));
  if (key === '') return [];
  const begun = await findBegun(db, key);
  const others = begun.length < mostWords ? synonymsOf(key).map(({ words }) => words.join('')) : [];
  const alike = await Promise.all(others.slice(0, mostWords).map((other) => findBegun(db, other)));
  const phrases = [...begun.filter((one) => one.key !== key), ...alike.flat()];
  const texts = [...new Set(phrases.map(({ phrase }) => phrase))].slice(0, mostWords);
  return texts.map((phrase) => {
    const search = before === '' ? phrase : `${before} ${phrase}`;
    return { kind: 'words', text: search, filter: { search } };
  });
}

function keyOf(text: string): string {
  return wordsOf(text)
    .map((word) => word.text)
    .join('');
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
      .limit(sql.lit(mostWords + 1)),
  );
}

/** Returns categories and towns with a word that begins with a text, for a search in them. */
function namesFor(begun: string, search: string): SuggestionView[] {
  if (begun.length < nameMinLength) return [];
  const isBegun = (name: string) => ` ${plain(name)}`.includes(` ${begun}`);
  const inName = (name: string) => (search ? `${search} in ${name}` : name);
  return [
    ...categories
      .filter(({ label }) => isBegun(label))
      .slice(0, mostCategories)
      .map(({ value, label }) => ({
        kind: 'category' as const,
        text: inName(label),
        filter: { search, category: value },
      })),
    ...begunLocations(begun)
      // Leaves out towns that match by their ZIP code only.
      .filter(isBegun)
      .slice(0, mostTowns)
      .map((place) => place.replace(/, NY$/, ''))
      .map((location) => ({
        kind: 'town' as const,
        text: inName(location),
        filter: { search, location },
      })),
  ];
}
