import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { ListingView } from '@marketplace/shared/listings/views';
import { editDistance } from '@marketplace/shared/regions/edit-distance';
import { type Candidates, newestOf } from './listing-filter.ts';
import { readListings } from './listings.view.ts';

/**
 * Up to so many hits, by the planner's estimate, are fetched whole through the index of words and
 * then sorted: some 3 ms.
 */
const fewHits = 2_000;

/** How many of the newest listings are looked through for a word that is in more than that. */
const windowSize = 5_000;

const maxWords = 20;

/** How many equally near words may stand for a misspelt one. */
const maxCorrections = 5;

const planSchema = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

interface Search {
  db: Db;
  candidates: Candidates;
  text: string;
  limit: number;
}

/**
 * Listings in which every word of `text` occurs, in any form (English stemming, accents apart),
 * the last one also as a beginning; newest first. Where there are none, words that no listing's
 * title has also count as the nearest ones that do: 'bycicle' as 'bicycle'. Whatever characters
 * the text has are text; without a word to look for it finds nothing.
 */
export async function searchListings(search: Search): Promise<ListingView[]> {
  const words = wordsOf(search.text);
  const found = await findNewest(search, words.map(asTyped));
  if (found.length > 0) return found;
  const corrected = await withSimilarWords(search.db, words);
  return corrected ? findNewest(search, corrected) : [];
}

/**
 * Two ways to the newest hits, each slow where the other is fast: all hits through the index of
 * words, sorted; or the newest listings in turn until enough of them match. The planner's estimate
 * decides. The second way ends after a window, as all hits may be old.
 */
async function findNewest(search: Search, words: SearchWord[]): Promise<ListingView[]> {
  const { db, candidates, limit } = search;
  const query = await toTsquery(db, words);
  if (query === '') return [];
  const matches = sql<boolean>`search @@ ${query}::tsquery`;
  const hits = candidates.where(matches);
  if ((await estimateRows(db, hits)) > fewHits) {
    const found = await readListings(db, newestInWindow(db, candidates, limit).where(matches));
    if (found.length === limit) return found;
  }
  const all = db
    // Materialized, or the planner may turn it into a walk through all listings by age.
    .with(
      (cte) => cte('hits').materialized(),
      () => hits.select(['id', 'createdAt']),
    )
    .selectFrom('hits')
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return readListings(db, all);
}

function newestInWindow(db: Db, candidates: Candidates, limit: number) {
  const newest = newestOf(candidates, windowSize).select(['createdAt', 'search']);
  return db
    .selectFrom(newest.as('newest'))
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

/** How many rows the planner expects, from its statistics alone. */
async function estimateRows(db: Db, query: Candidates): Promise<number> {
  const [plan] = await query.select('id').explain('json');
  return planSchema.parse(Object.values(plan ?? {})[0])[0].Plan['Plan Rows'];
}

/** A word of a search and what may stand for it. The last one may be typed in part. */
interface SearchWord {
  anyOf: string[];
  beginning: string | undefined;
}

/** The words of a text: letters and digits in a row. More than these few narrow nothing down. */
function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.slice(0, maxWords);
}

/** One letter is no beginning worth looking for: it begins a sizeable part of all words. */
function asTyped(word: string, index: number, { length }: string[]): SearchWord {
  const mayBePart = index === length - 1 && [...word].length > 1;
  return { anyOf: [word], beginning: mayBePart ? word : undefined };
}

/**
 * The text form of the query for words that all have to match, '' where none is searchable, such
 * as 'the'. A beginning is taken as it is typed and not by its stem: 'tables' is none of 'tablet'.
 */
async function toTsquery(db: Db, words: SearchWord[]): Promise<string> {
  const { rows } = await sql<{ query: string }>`
    select coalesce(string_agg(case
      when numnode(whole.query) = 0 then null
      when beginning is null then '(' || whole.query::text || ')'
      else '(' || (whole.query || to_tsquery('simple', unaccent(beginning)))::text || ')'
    end, ' & '), '') as query
    from unnest(
      ${words.map(({ anyOf }) => anyOf.map((word) => `'${word}'`).join(' | '))}::text[],
      ${words.map(({ beginning }) => beginning && `'${beginning}':*`)}::text[]
    ) as word (any_of, beginning),
    lateral (select to_tsquery('public.marketplace', any_of) as query) as whole`.execute(db);
  return rows[0]?.query ?? '';
}

/**
 * The words, each that no title has joined by the nearest ones that titles have; null where that
 * adds nothing. As typed it still counts: it may be in descriptions. A word like 'the', which is
 * not searched for, gets no others: they would have to match.
 */
async function withSimilarWords(db: Db, words: string[]): Promise<SearchWord[] | null> {
  const { rows } = await sql<{ number: number; plain: string; known: string }>`
    select number::int, plain, known
    from unnest(${words}::text[]) with ordinality as typed (word, number),
    lateral (select lower(unaccent(typed.word)) as plain) as unaccented,
    lateral similar_search_words(plain) as known
    where not exists (select from search_words where word = plain)
      and to_tsvector('public.marketplace', typed.word) <> ''::tsvector`.execute(db);
  if (rows.length === 0) return null;
  const widened = words.map((word, index) => {
    const candidates = rows.filter(({ number }) => number === index + 1);
    const anyOf = [
      word,
      ...nearest(
        candidates[0]?.plain ?? '',
        candidates.map((row) => row.known),
      ),
    ];
    return { anyOf, beginning: undefined };
  });
  return widened.some(({ anyOf }) => anyOf.length > 1) ? widened : null;
}

/** Those of the candidates that are fewest edits away, a swap of neighbours being one. */
function nearest(word: string, candidates: string[]): string[] {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate).whole }))
    .filter(({ edits }) => edits <= (word.length < 6 ? 1 : 2))
    .sort((a, b) => a.edits - b.edits);
  const closest = ranked.filter(({ edits }) => edits === ranked[0]?.edits);
  return closest.slice(0, maxCorrections).map(({ candidate }) => candidate);
}
