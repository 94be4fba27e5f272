import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { relatedPerRow } from '@marketplace/shared/listings/constants';
import { townsByDistance } from '@marketplace/shared/regions/areas';
import { type Coordinates, counties, towns } from '@marketplace/shared/regions/towns';
import { isStopWord, wordsOf } from '@marketplace/shared/search/words';
import { withTimeLimit } from '../../../platform/time-limit.ts';
import { type Hit, readListings } from '../listings.view.ts';
import { findByTown } from './by-town.ts';
import { formsOf } from './dictionary.ts';
import { type Candidates, fewRows, filterListings, firstOf, matches } from './listings.search.ts';

/**
 * The columns that a listing is compared by. Without `sellerId`, no seller's listings are left out.
 */
export type ComparedListing = Pick<
  Selectable<Listings>,
  'id' | 'kind' | 'category' | 'town' | 'county'
> & { sellerId?: string };

/** Returns the point that distances from a listing are measured from. */
export function pointOf({
  town,
  county,
}: Pick<ComparedListing, 'town' | 'county'>): Coordinates | undefined {
  return towns.find(({ name }) => name === town) ?? counties.find(({ name }) => name === county);
}

/**
 * Returns available listings of the same kind and category by other sellers, enough for one row.
 * Those whose titles share the most words come first, the nearest first among equals, then the
 * nearest of the category. Returns none for a listing without a category.
 */
export async function findSimilar(db: Db, listing: ComparedListing): Promise<Hit[]> {
  const { id, sellerId, kind, category } = listing;
  if (category === '') return [];
  const candidatesOf = (db: Db) => {
    const ofCategory = filterListings(db, { kind, category, withInactive: false });
    return sellerId ? ofCategory.where('sellerId', '<>', sellerId) : ofCategory;
  };
  const near = pointOf(listing);
  const nearest = near ? townsByDistance(near) : [];
  const names = nearest.map(({ name }) => name);
  const alike = await withTimeLimit(db, (trx) => findAlike(trx, candidatesOf(trx), { id, names }));
  if (alike.length === relatedPerRow) return alike;
  const found = alike.map((hit) => hit.listing.id);
  const candidates = candidatesOf(db).where(sql<boolean>`id <> all(${found}::uuid[])`);
  const first = { key: undefined, after: undefined, limit: relatedPerRow - alike.length };
  const rest = near
    ? await findByTown(db, { ...first, candidates, towns: nearest, county: undefined })
    : await readListings(db, await firstOf(candidates, first).execute());
  return [...alike, ...rest];
}

/** How many of the newest candidates are compared by words that many titles have. */
const comparedByCommonWords = 500;

/**
 * Finds candidates whose titles share words with the listing's. `names` are towns, nearest first.
 */
async function findAlike(
  trx: Db,
  candidates: Candidates,
  { id, names }: { id: string; names: string[] },
): Promise<Hit[]> {
  const words = await titleWordsOf(trx, id);
  if (words.length === 0) return [];
  // The rarest words, as long as few listings have any of them.
  let expected = 0;
  const rare = words.filter(({ listings }) => (expected += listings) <= fewRows);
  const all = anyOf(words);
  // The number of shared words counts before the distance.
  const key = sql<number>`(round(ts_rank('{0, 0, 0, 1}', search, ${all}::tsquery)::numeric, 3) * 100000
    - coalesce(array_position(${names}::text[], town), ${names.length + 1}))`;
  const ranked = (hits: Pick<Candidates, 'select'>) =>
    hits.select(['id', 'createdAt', key.as('key')]);
  const newest = candidates
    .select(['id', 'createdAt', 'town', 'search'])
    .orderBy(sql`created_at desc, id desc`)
    .limit(comparedByCommonWords);
  const byRare = rare.length > 0 && ranked(candidates.where(matches(anyOf(rare))));
  const byAny =
    rare.length < words.length && ranked(trx.selectFrom(newest.as('listings')).where(matches(all)));
  const hits = byRare && byAny ? byRare.union(byAny) : byRare || byAny;
  if (!hits) return [];
  const first = trx
    .selectFrom(hits.as('hits'))
    .select(['id', 'key'])
    .orderBy(sql`key desc, created_at desc, id desc`)
    .limit(relatedPerRow);
  return readListings(trx, await first.execute());
}

interface TitleWord {
  /** The word in singular and plural. */
  forms: string[];
  /** How many listings have the word, by the planner's statistics; 0 for a rare word. */
  listings: number;
}

/** Reads the words of a listing's title, rarest first, without stop words such as 'the'. */
async function titleWordsOf(trx: Db, id: string): Promise<TitleWord[]> {
  const { title } = await trx
    .selectFrom('listings')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bearing = wordsOf(title).filter((word) => !isStopWord(word));
  const words = [...new Set(bearing.map(({ text }) => text))].map(formsOf);
  const { rows } = await sql<{ lexeme: string; listings: number }>`
    select lexeme, freq * reltuples as listings
    from pg_stats join pg_class on pg_class.oid = 'listings'::regclass,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (lexeme, freq)
    where schemaname = 'public' and tablename = 'listings' and attname = 'search'
      and lexeme = any(${words.flat()}::text[])`.execute(trx);
  const common = new Map(rows.map(({ lexeme, listings }) => [lexeme, listings]));
  return words
    .map((forms) => ({
      forms,
      listings: forms.reduce((sum, form) => sum + (common.get(form) ?? 0), 0),
    }))
    .toSorted((one, other) => one.listings - other.listings);
}

/** Returns a tsquery for titles with any of the words. */
function anyOf(words: TitleWord[]): string {
  return words.flatMap(({ forms }) => forms.map((form) => `'${form}':A`)).join(' | ');
}
