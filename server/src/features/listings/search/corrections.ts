import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeTrie } from 'cspell-trie-lib';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { editDistance } from '@marketplace/shared/regions/town-names';
import { makeOnce } from '../../../platform/coalesce.ts';
import { formsOf } from './dictionary.ts';
import { lexemesOf, spellingWords, type Term } from './search-terms.ts';

/** The maximum number of words that stand in for a misspelled or unfinished one. */
const maxCorrections = 5;

/** Shorter words are not corrected, because too many words are close to them. */
const correctedMinLength = 4;

/** Shorter words are not completed, because too many words begin with them. */
const completedMinLength = 3;
const completedEnglishMinLength = 7;

/** Loads the English words when they are first needed. Most searches need no correction. */
const loadEnglish = makeOnce(async () => {
  const file = new URL('en_US.trie.gz', import.meta.resolve('@cspell/dict-en_us/cspell-ext.json'));
  return decodeTrie(await promisify(gunzip)(await readFile(file)));
});

/**
 * Corrects terms that are in no title to the closest words of titles ('bycicle' to 'bicycle'), and
 * completes an unfinished last word. English words are not misspelled ('boat' is not 'boot'), and
 * only long ones are unfinished. Returns null if nothing changes.
 */
export async function correctTerms(db: Db, terms: readonly Term[]): Promise<Term[] | null> {
  const unknown = await findUnknown(db, terms);
  if (unknown.length === 0) return null;
  const english = await loadEnglish();
  const corrected = await Promise.all(
    terms.map(async (term, at) => {
      const { typed } = term;
      if (!unknown.includes(term) || !/^\p{L}+$/u.test(typed)) return term;
      const isEnglish = english.has(typed);
      const minLength = isEnglish ? completedEnglishMinLength : completedMinLength;
      const isFinished = at < terms.length - 1 || typed.length < minLength;
      const begun = isFinished ? [] : await findBegun(db, typed);
      const words = begun.length > 0 || isEnglish ? begun : await findClosest(db, typed);
      if (words.length === 0) return term;
      return {
        ...term,
        exact: [...term.exact, { groups: [words.flatMap(formsOf)] }],
        also: [...term.also, ...words.map((text) => ({ text, words: [text] }))],
      };
    }),
  );
  return corrected.some((term, at) => term !== terms[at]) ? corrected : null;
}

/** Returns the terms that have no word in any title. */
async function findUnknown(db: Db, terms: readonly Term[]): Promise<Term[]> {
  const lexemes = terms.map(lexemesOf);
  const known = await findTitleWords(db, lexemes.flat());
  return terms.filter((_, at) => !lexemes[at]?.some((lexeme) => known.has(lexeme)));
}

/** Returns the words that are or were in a title. */
export async function findTitleWords(db: Db, words: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select word from search_words where word = any(${words}::text[])`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

/** Returns the words of titles that are the fewest edits away from any form of a word. */
async function findClosest(db: Db, typed: string): Promise<string[]> {
  if (typed.length < correctedMinLength) return [];
  const { rows } = await sql<{ form: string; known: string }>`
    select form, known from unnest(${formsOf(typed)}::text[]) as form,
      lateral similar_search_words(form) as known`.execute(db);
  const near = rows
    // Unlike the database, `editDistance` counts a swap of neighboring letters as one edit.
    .map(({ form, known }) => ({ known, edits: editDistance(form, known).whole }))
    .filter(({ edits }) => edits <= (typed.length < 6 ? 1 : 2));
  const fewest = Math.min(...near.map(({ edits }) => edits));
  const closest = near.filter(({ edits }) => edits === fewest).map(({ known }) => known);
  return [...new Set(closest)].slice(0, maxCorrections);
}

async function findBegun(db: Db, typed: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_words where starts_with(word, ${typed})
    order by length(word), word limit ${sql.lit(maxCorrections)}`.execute(db);
  return rows.map(({ word }) => word);
}

/**
 * Adds a title's words to those that corrections know, in order, so that two transactions cannot
 * deadlock. Call this last in a transaction, because it waits for other transactions that insert
 * the same words.
 */
export async function addSearchWords(db: Db, title: string): Promise<void> {
  await sql`
    insert into search_words (word) select unnest(${spellingWords(title)}::text[])
    on conflict do nothing`.execute(db);
}
