import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { editDistance } from '@marketplace/shared/regions/town-names';

const maxWords = 20;

/** How many equally near words may stand for a misspelt one. */
const maxCorrections = 5;

/** A query in its text form, and what it is without beginnings, to rank whole words higher. */
export interface SearchQuery {
  query: string;
  whole: string;
}

/**
 * The queries for a search, one after another until one finds something: every word in any form
 * (English stemming, accents apart), the last one also as a beginning; then words that no listing's
 * title has also as the nearest ones that do: 'bycicle' as 'bicycle'. Whatever characters the text
 * has are text; none where it has no word to look for.
 */
export async function* searchQueries(db: Db, text: string): AsyncGenerator<SearchQuery> {
  const words = wordsOf(text);
  const typed = await toTsquery(db, words.map(asTyped));
  if (typed) yield typed;
  const corrected = await withSimilarWords(db, words);
  const similar = corrected ? await toTsquery(db, corrected) : null;
  if (similar) yield similar;
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
 * The query for words that all have to match, null where none is searchable, such as 'the'. A
 * beginning is taken as it is typed and not by its stem: 'tables' is none of 'tablet'.
 */
async function toTsquery(db: Db, words: SearchWord[]): Promise<SearchQuery | null> {
  const { rows } = await sql<SearchQuery>`
    select string_agg(case
        when beginning is null then '(' || whole.query::text || ')'
        else '(' || (whole.query || to_tsquery('public.marketplace_beginnings', beginning))::text || ')'
      end, ' & ') as query,
      string_agg('(' || whole.query::text || ')', ' & ') as whole
    from unnest(
      ${words.map(({ anyOf }) => anyOf.map((word) => `'${word}'`).join(' | '))}::text[],
      ${words.map(({ beginning }) => beginning && `'${beginning}':*`)}::text[]
    ) as word (any_of, beginning),
    lateral (select to_tsquery('public.marketplace', any_of) as query) as whole
    where numnode(whole.query) > 0
    having count(*) > 0`.execute(db);
  return rows[0] ?? null;
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
