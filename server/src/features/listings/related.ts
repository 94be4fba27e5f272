import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { relatedPerRow } from '@marketplace/shared/listings/constants';
import type { ListingView, RelatedView } from '@marketplace/shared/listings/views';
import { townsByDistance } from '@marketplace/shared/regions/areas';
import type { Coordinates } from '@marketplace/shared/regions/towns';
import { counties, distanceMiles, townOfPlace, towns } from '@marketplace/shared/regions/towns';
import { isStopWord, wordsOf } from '@marketplace/shared/search/words';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { listListings } from './browse.ts';
import { readListings } from './listings.view.ts';
import { findByTown } from './search/by-town.ts';
import { formsOf } from './search/dictionary.ts';
import type { Candidates } from './search/listings.search.ts';
import {
  fewRows,
  filterListings,
  firstOf,
  matches,
  newestFirst,
} from './search/listings.search.ts';

/**
 * Returns the listings that the page of a listing links to: others of its seller, newest first, and
 * similar ones of other sellers, first those with words of its title, then the nearest. The result
 * is the same for everybody, except that similar listings which the user `hiddenFor` hid are left
 * out. Throws NOT_FOUND for a listing that is not public.
 */
export function findRelated(
  { db, coalesce }: Pick<AppContext, 'db' | 'coalesce'>,
  id: string,
  hiddenFor?: string,
) {
  return coalesce(`listings.related ${id} ${hiddenFor}`, () => readRelated(db, id, hiddenFor));
}

async function readRelated(db: Db, id: string, hiddenFor?: string): Promise<RelatedView> {
  const ofId = db
    .selectFrom('listings')
    .select(['id', 'sellerId', 'kind', 'category', 'town', 'county'])
    .where('id', '=', id)
    .where('readable', '=', true);
  const listing = isId(id) && (await ofId.executeTakeFirst());
  if (!listing) throw new AppError('NOT_FOUND', texts.listingNotFound);
  const near = pointOf(listing);
  const [fromSeller, similar] = await Promise.all([
    readOthers(db, listing),
    findSimilar(db, { ...listing, hiddenFor }),
  ]);
  const isNearby = ({ location }: ListingView) => {
    const town = townOfPlace(location);
    return near && town && distanceMiles(near, town) <= nearbyMiles;
  };
  return { fromSeller, similar, nearby: near !== undefined && similar.every(isNearby) };
}

async function readOthers(db: Db, { id, sellerId }: { id: string; sellerId: string }) {
  const ofSeller = filterListings(db, { sellerId, availability: 'all', withInactive: false });
  const others = firstOf(ofSeller.where('id', '<>', id), { limit: relatedPerRow });
  const hits = await readListings(db, await others.execute());
  return hits.map(({ listing }) => listing);
}

/** The maximum distance of a listing that counts as nearby. */
const nearbyMiles = 25;

/** Returns what everybody sees on the page of a listing that is not public. */
export async function describeMissing(ctx: Pick<AppContext, 'db' | 'coalesce'>, id: string) {
  const deleted = isId(id) ? await findDeleted(ctx.db, id) : undefined;
  const title = deleted?.title ?? null;
  const newest = { fold: false, limit: relatedPerRow };
  if (deleted) {
    const listings = await findSimilar(ctx.db, deleted);
    if (listings.length > 0) return { title, category: deleted.category, listings };
  }
  return { title, category: null, listings: (await listListings(ctx, null, newest)).items };
}

/** The listing is active, all reports on it were dismissed, and no admin acted on it. */
export const isUnquestioned = sql<boolean>`listings.is_active and not exists (
    select from moderation_cases
    where target_type = 'listing' and target_id = listings.id
      and decision is distinct from 'dismiss'
  ) and not exists (
    select from audit_log where target_type = 'listing' and target_id = listings.id)`;

/**
 * Finds a listing that has ended or that its active seller deleted in the last 30 days, if it is
 * `isUnquestioned`.
 */
function findDeleted(db: Db, id: string) {
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.sellerId')
    .select(['listings.id', 'listings.title', 'listings.kind', 'listings.category'])
    .select(['listings.town', 'listings.county'])
    .where('listings.id', '=', id)
    .where(sql<boolean>`coalesce(listings.deleted_at > now() - interval '30 days',
      listings.ended_at is not null)`)
    .where((eb) => eb.and({ 'users.deactivatedAt': null, 'users.deletedAt': null }))
    .where(isUnquestioned)
    .executeTakeFirst();
}

/** The columns to compare. Without `sellerId`, no seller's listings are left out. */
type ComparedListing = Pick<
  Selectable<Listings>,
  'id' | 'kind' | 'category' | 'town' | 'county'
> & { sellerId?: string; hiddenFor?: string | undefined };

/** Returns the point that distances from a listing are measured from. */
function pointOf({ town, county }: ComparedListing): Coordinates | undefined {
  return towns.find(({ name }) => name === town) ?? counties.find(({ name }) => name === county);
}

/**
 * Returns available listings of the same kind and category by other sellers, for one row: first
 * those that share the most words of the title, then the nearest. Returns none without a category.
 */
async function findSimilar(db: Db, listing: ComparedListing): Promise<ListingView[]> {
  const { id, sellerId, kind, category, hiddenFor } = listing;
  if (category === '') return [];
  const candidatesOf = (db: Db) => {
    const ofCategory = filterListings(db, { kind, category, withInactive: false, hiddenFor });
    return sellerId ? ofCategory.where('sellerId', '<>', sellerId) : ofCategory;
  };
  const near = pointOf(listing);
  const nearest = near ? townsByDistance(near) : [];
  const names = nearest.map(({ name }) => name);
  const alike = await withTimeLimit(db, (trx) => findAlike(trx, candidatesOf(trx), { id, names }));
  const listings = alike.map(({ listing }) => listing);
  if (listings.length === relatedPerRow) return listings;
  const found = listings.map((one) => one.id);
  const candidates = candidatesOf(db).where(sql<boolean>`id <> all(${found}::uuid[])`);
  const limit = relatedPerRow - found.length;
  const rest = near
    ? await findByTown(db, { candidates, towns: nearest, limit })
    : await readListings(db, await firstOf(candidates, { limit }).execute());
  return [...listings, ...rest.map(({ listing }) => listing)];
}

/** How many of the newest candidates are compared by words that many titles have. */
const comparedByCommonWords = 500;

/** Finds candidates that share words of the title. `names` are towns, nearest first. */
async function findAlike(trx: Db, candidates: Candidates, of: { id: string; names: string[] }) {
  const { id, names } = of;
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
    .orderBy(newestFirst)
    .limit(comparedByCommonWords);
  const byRare = rare.length > 0 && ranked(candidates.where(matches(anyOf(rare))));
  const byAny =
    rare.length < words.length && ranked(trx.selectFrom(newest.as('listings')).where(matches(all)));
  const hits = byRare && byAny ? byRare.union(byAny) : byRare || byAny;
  if (!hits) return [];
  const first = trx
    .selectFrom(hits.as('hits'))
    .select(['id', 'key'])
    .orderBy(sql`key desc, ${newestFirst}`)
    .limit(relatedPerRow);
  return readListings(trx, await first.execute());
}

/** A word in singular and plural, and how many listings have it by statistics; 0 if it is rare. */
type TitleWord = { forms: string[]; listings: number };

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
