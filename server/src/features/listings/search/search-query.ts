import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '@marketplace/db/database';
import { documentMark, documentVersion } from '@marketplace/shared/search/document';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import { correctTerms } from './corrections.ts';
import {
  countRows,
  estimateRows,
  fewRows,
  filterListings,
  matches,
  rareRows,
  type SearchQuery,
} from './listings.search.ts';
import { anyWord, lexemesOf, type Term, termsOf, toTsquery } from './search-terms.ts';

/** A search in a form that the database can answer. */
export interface Search {
  /** The terms that a listing must all match, each by one of its alternatives. */
  terms: readonly Term[];
  /** The query for all listings that match. */
  all: SearchQuery;
  /** The queries for matches without expansions, and only with them; null without any. */
  split: { exact: SearchQuery; expanded: SearchQuery } | null;
  /** The words that were dropped, because no listing has all words. */
  dropped: readonly string[];
  /** For each term, lexemes of which every matching listing has at least one. */
  lexemes: string[][];
}

/** The share of all listings that match, 0 for up to `fewRows`. `isRare`: up to `rareRows`. */
export type Weight = { share: number; isRare: boolean };

/** A cache for each database. Most searches have words that were searched for before. */
const known = new WeakMap<object, LRUCache<string, Promise<unknown>>>();

/** Returns what was read for the same words or place in the last minute, or else runs `read`. */
export function remember<Value>(db: Db, words: unknown, read: (trx: Db) => Promise<Value>) {
  const cache = known.get(db) ?? new LRUCache({ max: 5_000, ttl: 60_000 });
  known.set(db, cache);
  const key = JSON.stringify(words);
  // A key always stands for one type of value.
  const remembered = cache.get(key) as Promise<Value> | undefined;
  if (remembered) return remembered;
  const value = withTimeLimit(db, read);
  cache.set(key, value);
  value.catch(() => cache.delete(key));
  return value;
}

/** The minimum number of words of a search from which some may be dropped. */
const longSearchLength = 4;

/**
 * Yields queries to try in turn until one finds something. The first has all words with their
 * synonyms, the second corrects misspelled and unfinished words, and the third drops the words that
 * prevent a long search from finding anything. Any text is safe. `literal` is for words as typed.
 * Listings of the query `title` match as well. Do not call this in a transaction, because what it
 * reads is shared for a minute.
 */
export async function* searchQueries(
  db: Db,
  text: string,
  { literal = false, title }: { literal?: boolean; title?: string | undefined } = {},
): AsyncGenerator<Search> {
  const terms = termsOf(text, { literal });
  if (terms.length === 0) return;
  const legacy = await legacyQuery(db, text);
  yield toSearch({ terms, legacy, title, isSplit: true });
  if (literal) return;
  const corrected = await remember(db, ['correct', text], (trx) => correctTerms(trx, terms));
  if (corrected) yield toSearch({ terms: corrected, isSplit: false });
  if (terms.length < longSearchLength) return;
  const drop = (trx: Db) => dropTerms(trx, text, corrected ?? terms);
  const left = await remember(db, ['drop', text], drop);
  if (left) yield toSearch({ terms: left, of: terms, isSplit: true });
}

/**
 * Returns the terms of the listing that has most of them, rare ones counting more, or null if none
 * has two. Phrases and typed numbers are never dropped if some listing has them, so that no other
 * model is found.
 */
async function dropTerms(trx: Db, text: string, terms: readonly Term[]): Promise<Term[] | null> {
  const total = await estimateRows(filterListings(trx, { withInactive: true }));
  const counted: { term: Term; query: string; count: number }[] = [];
  for (const term of terms) {
    const query = toTsquery([term]);
    const count = await countMatching(trx, query);
    if (count > 0) counted.push({ term, query, count });
  }
  counted.sort((one, other) => one.count - other.count);
  let expected = 0;
  const rare = counted.filter(({ count }, at) => (expected += count) <= fewRows || at === 0);
  if (counted.length < 2) return null;
  const firm = counted.filter(
    ({ term: { typed } }) => typed.startsWith('“') || text.includes(/\d+/.exec(typed)?.[0] ?? '\n'),
  );
  const has = counted.map(({ query }) => sql<boolean>`search @@ ${query}::tsquery`);
  const weightOf = (count: number) => sql`ln(2 + ${total / count}::float8)`;
  const score = counted.map(({ count }, at) => sql`(${has[at]})::int * ${weightOf(count)}`);
  let candidates = filterListings(trx, { withInactive: false });
  for (const queries of [rare, ...firm.map((one) => [one])]) {
    candidates = candidates.where(matches(queries.map(({ query }) => `(${query})`).join(' | ')));
  }
  const best = await candidates
    .select(sql<boolean[]>`array[${sql.join(has)}]`.as('has'))
    .orderBy(sql`${sql.join(score, sql` + `)} desc, created_at desc`)
    .limit(1)
    .executeTakeFirst();
  const left = counted.filter((_, at) => best?.has[at]).map(({ term }) => term);
  return left.length < 2 ? null : terms.filter((term) => left.includes(term));
}

interface SearchParts {
  terms: readonly Term[];
  /** Queries whose listings match as well. */
  legacy?: string | null;
  title?: string | undefined;
  /** The terms of the whole search, if some were dropped. */
  of?: readonly Term[];
  /** True if matches without expansions come first. */
  isSplit: boolean;
}

function toSearch({ terms, legacy = null, title, of = terms, isSplit }: SearchParts): Search {
  // The listings of `legacy` have all of its lexemes, so one of them is enough.
  const old = /(?<=')[^']+(?=')/.exec(legacy ?? '') ?? [];
  const typed = terms.map(({ exact: [whole] }) => `'${whole?.groups[0]?.[0]}'`).join(' & ');
  const all = anyOf(toTsquery(terms), legacy, title);
  const exact = anyOf(toTsquery(terms, { exact: true }), legacy, title);
  const split = {
    exact: { query: exact, whole: typed },
    expanded: { query: `(${all}) & !(${exact})`, whole: all },
  };
  const used = new Set(terms.map((term) => term.typed));
  return {
    terms,
    all: { query: all, whole: typed },
    split: isSplit && exact !== all ? split : null,
    dropped: of.map((term) => term.typed).filter((word) => !used.has(word)),
    lexemes: terms.map((term) => [...lexemesOf(term), ...old]),
  };
}

/** Returns the query for listings that match any of the queries. */
function anyOf(...queries: (string | null | undefined)[]): string {
  const given = queries.flatMap((query) => query ?? []);
  return given.length === 1 ? (given[0] ?? '') : given.map((one) => `(${one})`).join(' | ');
}

/**
 * Returns the query for listings whose search document still has the first form, because an
 * upgraded database is indexed while the site serves. They must have all words of the text, `any`
 * of them, or all in the `title`. Returns null if there are no such listings or no words.
 */
async function legacyQuery(db: Db, text: string, having: 'all' | 'any' | 'title' = 'all') {
  const isIndexed = await remember(db, ['indexed'], async (trx) => {
    const { rows } = await sql`
      select from listings where search_version < ${sql.lit(documentVersion)} limit 1`.execute(trx);
    return rows.length === 0;
  });
  if (isIndexed) return null;
  const storable = text.toWellFormed().replaceAll('\0', '');
  const query = await remember(db, ['legacy', text], async (trx) => {
    const { rows } = await sql<{ query: string }>`
      select plainto_tsquery('public.marketplace', ${storable})::text as query`.execute(trx);
    return rows[0]?.query;
  });
  if (!query) return null;
  const words = {
    all: query,
    any: query.replaceAll("' & '", "' | '"),
    title: query.replace(/'(?= |$)/g, "':A"),
  };
  return `(${words[having]}) & !'${documentMark}'`;
}

/** Returns the query for titles with all words of a text as typed, or null without words. */
export async function titleQuery(db: Db, text: string): Promise<string | null> {
  const terms = termsOf(text);
  if (terms.length === 0) return null;
  const legacy = await legacyQuery(db, text, 'title');
  return anyOf(toTsquery(terms, { exact: true, inTitle: true }), legacy);
}

/** Returns how many listings match, as of the last minute. Takes 20 ms among a million listings. */
export function weigh(db: Db, query: string): Promise<Weight> {
  return remember(db, ['weigh', query], async (trx) => {
    const count = await countMatching(trx, query);
    if (count <= fewRows) return { share: 0, isRare: count <= rareRows };
    const all = await estimateRows(filterListings(trx, { withInactive: true }));
    return { share: count / all, isRare: false };
  });
}

/** Returns how many listings match: exactly up to `fewRows`, or else the planner's estimate. */
async function countMatching(trx: Db, query: string): Promise<number> {
  const matching = filterListings(trx, { withInactive: true }).where(matches(query));
  const expected = await estimateRows(matching);
  // The planner knows little about rare words, so they are counted.
  if (expected <= 10 * fewRows) {
    const some = await countRows(trx, matching.select('id').limit(fewRows + 1));
    if (some <= fewRows) return some;
  }
  return Math.max(expected, fewRows + 1);
}

/** Returns the query for listings with any of the words, or undefined for a text without words. */
export async function excludedQuery(db: Db, text = ''): Promise<string | undefined> {
  const query = anyWord(text);
  if (!query) return undefined;
  return anyOf(query, await legacyQuery(db, text, 'any'));
}
