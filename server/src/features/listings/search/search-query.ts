import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '@marketplace/db/database';
import { editDistance } from '@marketplace/shared/regions/town-names';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import {
  estimateRows,
  fewRows,
  filterListings,
  matches,
  rareRows,
  type SearchQuery,
} from './listings.search.ts';

const maxWords = 20;

type Weight = Pick<SearchQuery, 'share' | 'isRare'>;

/** Words that match so many listings are not tried as prefixes. */
const manyMatches = 100;

/** How many equally close words may stand in for a misspelled one. */
const maxCorrections = 5;

/** Queries by their words, for each database: most searches have words that were searched for before. */
const known = new WeakMap<object, LRUCache<string, Promise<unknown>>>();

/** What was read under the same key, words or a place, in the last minute, or else what `read` gives. */
export function remember<Value>(
  db: Db,
  words: unknown,
  read: (trx: Db) => Promise<Value>,
): Promise<Value> {
  const cache = known.get(db) ?? new LRUCache({ max: 5_000, ttl: 60_000 });
  known.set(db, cache);
  const key = JSON.stringify(words);
  // The words stand for one kind of value.
  const remembered = cache.get(key) as Promise<Value> | undefined;
  if (remembered) return remembered;
  const value = withTimeLimit(db, read);
  cache.set(key, value);
  value.catch(() => cache.delete(key));
  return value;
}

/**
 * The queries for a search, to be tried in turn until one finds something: first every word in any
 * form (English stemming, without accents), the last one also as a prefix unless many listings match
 * without; then each word that no title has, or the closest words that titles have: 'bycicle' or
 * 'bicycle'. Any text is safe; there is no query if it has no searchable word. Not for a transaction,
 * as what is read is shared for a minute.
 */
export async function* searchQueries(db: Db, text: string): AsyncGenerator<SearchQuery> {
  const words = wordsOf(text);
  const typed = await toQuery(
    db,
    words.map((word, index) => {
      // A single letter is not tried as a prefix: it begins too many words.
      const mayBePrefix = index === words.length - 1 && [...word].length > 1;
      return { anyOf: [word], prefix: mayBePrefix ? word : undefined };
    }),
  );
  if (typed) yield typed;
  const corrected = await correct(db, words);
  const similar = corrected ? await toQuery(db, corrected) : null;
  if (similar) yield similar;
}

/** The words that a search is also for, as it has misspelled ones. */
export async function correctionsOf(db: Db, text: string): Promise<string[]> {
  const corrected = await correct(db, wordsOf(text));
  return (corrected ?? []).flatMap(({ anyOf: [, ...corrections] }) => corrections);
}

/** The words with those that stand in for misspelled ones; null if none does. */
function correct(db: Db, words: string[]): Promise<SearchWord[] | null> {
  return remember(db, words, (trx) => withSimilarWords(trx, words));
}

/** A query for texts with any of the words, in any form; undefined if none is searchable. */
export async function excludedQuery(db: Db, text = ''): Promise<string | undefined> {
  const anyOf = wordsOf(text);
  if (anyOf.length === 0) return undefined;
  const query = await toQuery(db, [{ anyOf }]);
  return query?.whole;
}

function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  // The planner takes a word that is there twice for two rare ones.
  return [...new Set(words)].slice(0, maxWords);
}

/** A word of a search and its alternatives. The last word may also match as a prefix. */
interface SearchWord {
  anyOf: string[];
  prefix?: string | undefined;
}

function toQuery(db: Db, words: SearchWord[]): Promise<SearchQuery | null> {
  return remember(db, words, async (trx) => {
    const found = await toTsquery(trx, words);
    if (!found) return null;
    const { query, whole } = found;
    const { count, ...weight } = await weigh(trx, whole);
    // Where the whole words find many, prefixes would cost most of the time and add little.
    if (query === whole || count >= manyMatches) return { query: whole, whole, ...weight };
    const { share, isRare } = await weigh(trx, query);
    return { query, whole, share, isRare };
  });
}

/** How many listings match, and what searches depend on. */
async function weigh(trx: Db, query: string): Promise<Weight & { count: number }> {
  const all = filterListings(trx, { withInactive: true });
  const matching = all.where(matches(query));
  const expected = await estimateRows(matching);
  // The planner knows little of rare words, and nothing of prefixes.
  if (expected <= 10 * fewRows) {
    const some = await matching
      .select('id')
      .limit(fewRows + 1)
      .execute();
    const count = some.length;
    if (count <= fewRows) return { count, share: 0, isRare: count <= rareRows };
  }
  const count = Math.max(expected, fewRows);
  return { count, share: count / (await estimateRows(all)), isRare: false };
}

/**
 * The query for words that all must match, null if none is searchable, such as 'the'. A prefix is
 * used as typed and not stemmed: 'tables' is no prefix of 'tablet'.
 */
async function toTsquery(
  db: Db,
  words: SearchWord[],
): Promise<Omit<SearchQuery, keyof Weight> | null> {
  const { rows } = await sql<Omit<SearchQuery, keyof Weight>>`
    select string_agg(case
        when beginning is null then '(' || whole.query::text || ')'
        else '(' || (whole.query || to_tsquery('public.marketplace_beginnings', beginning))::text || ')'
      end, ' & ') as query,
      string_agg('(' || whole.query::text || ')', ' & ') as whole
    from unnest(
      ${words.map(({ anyOf }) => anyOf.map((word) => `'${word}'`).join(' | '))}::text[],
      ${words.map(({ prefix }) => prefix && `'${prefix}':*`)}::text[]
    ) as word (any_of, beginning),
    lateral (select to_tsquery('public.marketplace', any_of) as query) as whole
    where numnode(whole.query) > 0
    having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

/**
 * The words, those that no title has with the closest words that titles have; null if that adds
 * nothing. The word as typed stays: it may be in descriptions. Words like 'the', which are not
 * searched for, get no alternatives: those would have to match.
 */
async function withSimilarWords(db: Db, words: string[]): Promise<SearchWord[] | null> {
  const { rows } = await sql<{ number: number; plain: string; known: string }>`
    select number::int, plain, known
    from unnest(${words}::text[]) with ordinality as typed (word, number),
    lateral (select lower(unaccent(typed.word)) as plain) as unaccented,
    lateral similar_search_words(plain) as known
    where not exists (select from search_words where word = plain)
      and to_tsvector('public.marketplace', typed.word) <> ''::tsvector`.execute(db);
  const similar = rows
    // The database does not count a swap of neighbors as one edit.
    .map((row) => ({ ...row, edits: editDistance(row.plain, row.known).whole }))
    .filter(({ plain, edits }) => edits <= (plain.length < 6 ? 1 : 2));
  if (similar.length === 0) return null;
  return words.map((word, index) => {
    const alternatives = similar.filter(({ number }) => number === index + 1);
    const fewest = Math.min(...alternatives.map(({ edits }) => edits));
    const closest = alternatives.filter(({ edits }) => edits === fewest).slice(0, maxCorrections);
    return { anyOf: [word, ...closest.map(({ known }) => known)] };
  });
}

/**
 * Adds the words of a text to those that misspelled searches are corrected to. Call it last in a
 * transaction, since it waits for others that insert the same words; they are inserted in order, so
 * that two transactions cannot deadlock.
 */
export async function addSearchWords(db: Db, text: string): Promise<void> {
  await sql`
    insert into search_words (word)
    select distinct word
    from regexp_split_to_table(lower(unaccent(${text})), '[^[:alpha:]]+') as word
    where length(word) between 3 and 40
    order by word
    on conflict do nothing`.execute(db);
}
