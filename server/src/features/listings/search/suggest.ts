import type { Db } from '@marketplace/db/database';
import { categories } from '@marketplace/shared/listings/constants';
import type { SuggestionView } from '@marketplace/shared/listings/views';
import { begunLocations } from '@marketplace/shared/regions/suggest-locations';

/** Letters needed before anything is suggested. */
const minLength = 2;

/** Letters needed before a category or town is. */
const nameMinLength = 3;

const mostWords = 6;
const mostCategories = 2;
const mostTowns = 2;

/** The longest phrase that titles are searched for, in words. */
const phraseWords = 3;

/**
 * What a search that is being typed may become: words and phrases of titles, those of the most sellers
 * first, then categories and towns of which a word begins with what was typed. Of several words, the last
 * ones may be the beginning of a category or town in which the others are searched for: 'lamp tro'.
 */
export async function suggest(db: Db, typed: string): Promise<SuggestionView[]> {
  const text = plain(typed);
  if (text.length < minLength) return [];
  const words = text.trim().split(' ');
  const names = words.map((_, index) =>
    namesFor(words.slice(index).join(' '), words.slice(0, index).join(' ')),
  );
  // Of 'lamp saratoga sp', Saratoga Springs is the place, and 'lamp' what is searched for.
  return [...(await phrasesFor(db, text)), ...(names.find(({ length }) => length > 0) ?? [])];
}

/** As phrases are stored: lower case, no accents, words with one blank between them. */
function plain(typed: string): string {
  const letters = typed
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trimStart();
}

/** Phrases that begin with the text, or with its last words, which a title would have. */
async function phrasesFor(db: Db, text: string): Promise<SuggestionView[]> {
  const words = text.split(' ');
  const kept = words.slice(0, -phraseWords);
  const begun = words.slice(-phraseWords).join(' ');
  const rows = await db
    .selectFrom('searchPhrases')
    .select('phrase')
    .where('phrase', 'like', `${begun}%`)
    .where('phrase', '<>', begun.trim())
    .orderBy('uses', 'desc')
    .orderBy('phrase')
    .limit(mostWords)
    .execute();
  return rows.map(({ phrase }) => {
    const search = [...kept, phrase].join(' ');
    return { kind: 'words', text: search, filter: { search } };
  });
}

/** Categories and towns that a text begins a word of, for a search in them. */
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
      // Without those of a ZIP code.
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
