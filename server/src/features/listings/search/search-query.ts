import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '@marketplace/db/database';
import { documentMark, documentVersion } from '@marketplace/shared/search/document';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import { correctTerms, findUnknown } from './corrections.ts';
import {
  estimateRows,
  fewRows,
  filterListings,
  matches,
  rareRows,
  type SearchQuery,
} from './listings.search.ts';
import { anyWord, lexemesOf, type Term, termsOf, toTsquery } from './search-terms.ts';

/** A search as the database can answer it. */
export interface Search {
  /** What a listing has to have; each has one of its alternatives. */
  terms: readonly Term[];
  /** All listings that match. */
  all: SearchQuery;
  /** The listings that match without expansions, and those that match with them alone; null without any. */
  split: { exact: SearchQuery; expanded: SearchQuery } | null;
  /** Words that were left out, since nothing had all of them. */
  dropped: readonly string[];
  /** Lexemes of which a listing that matches has one, for each of the terms. */
  lexemes: string[][];
}

type Weight = Pick<SearchQuery, 'share' | 'isRare'>;

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

/** The least words of a search of which some may be dropped; words with digits and phrases never are. */
const longSearch = 4;

/**
 * Yields the queries for a search, to be tried in turn until one finds something: first all words with their
 * synonyms, then misspelled and unfinished words corrected, then a long search with its least useful words dropped
 * one at a time, up to half of them. Any text is safe; there is no query if it has no word. A `literal` search is
 * for the words as typed. `title` is a query whose listings match as well. Not for a transaction, as what is read
 * is shared for a minute.
 */
export async function* searchQueries(
  db: Db,
  text: string,
  { literal = false, title }: { literal?: boolean; title?: string | undefined } = {},
): AsyncGenerator<Search> {
  const terms = termsOf(text, { literal });
  if (terms.length === 0) return;
  const legacy = await legacyQuery(db, text);
  yield toSearch(db, { terms, legacy, title, isSplit: true });
  if (literal) return;
  const corrected = await remember(db, ['correct', text], (trx) => correctTerms(trx, terms));
  if (corrected) yield toSearch(db, { terms: corrected, isSplit: false });
  if (terms.length < longSearch) return;
  const dropped: string[] = [];
  let left = corrected ?? terms;
  for (const term of await remember(db, ['drop', text], (trx) => rankForDropping(trx, left))) {
    left = left.filter(({ typed }) => typed !== term);
    dropped.push(term);
    yield toSearch(db, { terms: left, dropped: [...dropped], isSplit: true });
  }
}

/** Returns the words to drop, the first one first: those that no title has, then the most frequent. */
async function rankForDropping(trx: Db, terms: readonly Term[]): Promise<string[]> {
  const unknown = await findUnknown(trx, terms);
  const ranked: { typed: string; count: number }[] = [];
  for (const term of terms) {
    if (/\d|“/.test(term.typed)) continue;
    const count = unknown.includes(term)
      ? Infinity
      : await estimateRows(
          filterListings(trx, { withInactive: true }).where(matches(toTsquery([term]))),
        );
    ranked.push({ typed: term.typed, count });
  }
  const mostDropped = Math.floor(terms.length / 2);
  return ranked
    .toSorted((one, other) => other.count - one.count)
    .slice(0, mostDropped)
    .map(({ typed }) => typed);
}

interface SearchParts {
  terms: readonly Term[];
  /** Queries whose listings match as well. */
  legacy?: string | null;
  title?: string | undefined;
  dropped?: string[];
  /** Whether matches without expansions come first. */
  isSplit: boolean;
}

async function toSearch(
  db: Db,
  { terms, legacy = null, title, dropped = [], isSplit }: SearchParts,
): Promise<Search> {
  const withThose = (query: string) =>
    anyOf([query, ...[legacy, title].flatMap((other) => other ?? [])]);
  // One of all that such a listing has.
  const old = /(?<=')[^']+(?=')/.exec(legacy ?? '') ?? [];
  const typed = terms.map(({ exact: [whole] }) => `'${whole?.groups[0]?.[0]}'`).join(' & ');
  const all = withThose(toTsquery(terms));
  const exact = withThose(toTsquery(terms, { exact: true }));
  const expanded = `(${all}) & !(${exact})`;
  return {
    terms,
    all: await weighed(db, { query: all, whole: typed }),
    split:
      isSplit && exact !== all
        ? {
            exact: await weighed(db, { query: exact, whole: typed }),
            expanded: await weighed(db, { query: expanded, whole: all }),
          }
        : null,
    dropped,
    lexemes: terms.map((term) => [...lexemesOf(term), ...old]),
  };
}

/** Returns the query for listings that match any of the queries. */
function anyOf(queries: string[]): string {
  return queries.length === 1 ? (queries[0] ?? '') : queries.map((one) => `(${one})`).join(' | ');
}

/**
 * Returns the query for listings whose search document still has its first form: an upgraded database is indexed
 * again while the site serves. They have all words of the text, or `any` of them, or all in the title. Null once
 * there are no such listings.
 */
async function legacyQuery(
  db: Db,
  text: string,
  having: 'all' | 'any' | 'title' = 'all',
): Promise<string | null> {
  const isIndexed = await remember(db, ['indexed'], async (trx) => !(await hasUnindexed(trx)));
  if (isIndexed) return null;
  const query = await remember(db, ['legacy', text], async (trx) => {
    const { rows } = await sql<{ query: string }>`
      select plainto_tsquery('public.marketplace', ${storable(text)})::text as query`.execute(trx);
    return rows[0]?.query;
  });
  if (!query) return null;
  const words =
    having === 'any'
      ? query.replaceAll("' & '", "' | '")
      : having === 'title'
        ? query.replace(/'(?= |$)/g, "':A")
        : query;
  return `(${words}) & !'${documentMark}'`;
}

/** Returns the query for listings whose title has all words of a text as typed; null for a text without words. */
export async function titleQuery(db: Db, text: string): Promise<string | null> {
  const terms = termsOf(text);
  if (terms.length === 0) return null;
  const legacy = await legacyQuery(db, text, 'title');
  return anyOf([toTsquery(terms, { exact: true, inTitle: true }), ...(legacy ? [legacy] : [])]);
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

async function hasUnindexed(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('searchVersion', '<', sql.lit(documentVersion))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function weighed(db: Db, query: Pick<SearchQuery, 'query' | 'whole'>): Promise<SearchQuery> {
  return remember(db, ['weigh', query.query], async (trx) => ({
    ...query,
    ...(await weigh(trx, query.query)),
  }));
}

/** How many listings match, and what searches depend on. */
async function weigh(trx: Db, query: string): Promise<Weight> {
  const all = filterListings(trx, { withInactive: true });
  const matching = all.where(matches(query));
  const expected = await estimateRows(matching);
  // The planner knows little of rare words.
  if (expected <= 10 * fewRows) {
    const some = await matching
      .select('id')
      .limit(fewRows + 1)
      .execute();
    if (some.length <= fewRows) return { share: 0, isRare: some.length <= rareRows };
  }
  const count = Math.max(expected, fewRows);
  return { share: count / (await estimateRows(all)), isRare: false };
}

/** Returns the query for listings with any of the words; undefined for a text without words. */
export async function excludedQuery(db: Db, text = ''): Promise<string | undefined> {
  const query = anyWord(text);
  if (!query) return undefined;
  const legacy = await legacyQuery(db, text, 'any');
  return anyOf([query, ...(legacy ? [legacy] : [])]);
}
