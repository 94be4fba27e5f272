import { sql } from 'kysely';
import type { output } from 'zod';
import { type Db, mark } from '@marketplace/db/database';
import { maxCounted } from '@marketplace/shared/account/constants';
import { isId } from '@marketplace/shared/ids';
import { listedText } from '@marketplace/shared/listings/filter-text';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { searchDocument } from '@marketplace/shared/search/document';
import {
  type createSearchInput,
  maxSearches,
  searchNameMaxLength,
  type SearchView,
  type updateSearchInput,
  type waitingInput,
} from '@marketplace/shared/searches/schemas';
import { displayName, personName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import { perDay, perMinute } from '../../platform/limiter.ts';
import { placeWithinRegion } from '../listings/place.ts';
import { matchesStandingSearch } from '../listings/search/listings.search.ts';
import { lockPeople } from '../reviews/review-people.ts';
import { profileImageUrl } from '../users/users.ts';
import { sharesAnchor } from './anchors.ts';
import { mayGetAlert } from './matching.ts';
import { readById } from './new-matches.ts';
import { columnsOf, plainFilter } from './standing-search.ts';

const creations = perDay('search', 200, 'You can save {points} searches a day.');
const looks = perMinute('waiting', 60, 'You can ask who is waiting {points} times a minute.');

const noMatch = 'No listing can match this search.';
const tooMany = `You've reached the limit of ${maxSearches} saved searches. Delete one you don't need.`;

/** An SQL condition: the search follows a seller, which means that it filters by nothing else. */
const isFollow = sql<boolean>`s.filter = jsonb_build_object('sellerId', s.seller_id)`;

/** Returns the user's standing searches, newest first. */
export async function listSearches(db: Db, userId: string): Promise<SearchView[]> {
  return readSearches(db, { 's.userId': userId });
}

/**
 * Saves a search. If the user has one with the same filter, resumes it with the given frequency.
 * Throws BAD_REQUEST for an invalid `filter`, CONFLICT beyond 100 searches, and TOO_MANY_REQUESTS.
 */
export async function createSearch(
  { db, limiter }: Pick<AppContext, 'db' | 'limiter'>,
  userId: string,
  input: output<typeof createSearchInput>,
): Promise<SearchView> {
  const { frequency } = input;
  const filter = plainFilter(input.filter);
  filter.sellerId &&= filter.sellerId.toLowerCase();
  if (filter.sellerId === userId) throw badField('filter', "You can't follow yourself.");
  await limiter.take(creations, userId);
  const columns = await columnsOf(db, filter);
  // Standing searches find only available listings.
  if (!columns || filter.availability === 'reserved') throw badField('filter', noMatch);
  const id = await db.transaction().execute(async (trx) => {
    // The lock makes calls of one user take turns: two at once could both save the hundredth
    // search. It also prevents the seller from leaving before the commit.
    const people = await lockPeople(trx, [userId, columns.sellerId ?? null]);
    if (!people.get(userId)?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    const seller = people.get(columns.sellerId ?? '');
    if (columns.sellerId && !seller?.isActive) throw badField('filter', noMatch);
    const known = await trx
      .updateTable('standingSearches')
      .set({ frequency, pausedAt: null, ...(input.name && { name: input.name }) })
      .where('userId', '=', userId)
      .where(sql<boolean>`md5(filter::text) = md5((${JSON.stringify(filter)}::jsonb)::text)`)
      .returning('id')
      .executeTakeFirst();
    if (known) return known.id;
    const { count } = await trx
      .selectFrom('standingSearches')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= maxSearches) throw new AppError('CONFLICT', tooMany);
    const text = listedText(filter);
    const name = input.name ?? shortened(seller ? `${text} from ${displayName(seller)}` : text);
    const created = await trx
      .insertInto('standingSearches')
      .values({ ...columns, userId, name, frequency, filter: JSON.stringify(filter) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return created.id;
  });
  return readSearch(db, userId, id);
}

/** Changes one of the user's searches. Throws NOT_FOUND for any other search. */
export async function updateSearch(
  db: Db,
  userId: string,
  { id, name, frequency, paused }: output<typeof updateSearchInput>,
): Promise<SearchView> {
  if (!isId(id)) throw notFound('Search');
  const changed = await db
    .updateTable('standingSearches')
    .set({
      id: sql`id`,
      ...(name && { name }),
      ...(frequency && { frequency }),
      ...(paused !== undefined && { pausedAt: paused ? sql`coalesce(paused_at, now())` : null }),
    })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notFound('Search');
  return readSearch(db, userId, id);
}

/** Deletes one of the user's searches. Throws NOT_FOUND for any other search. */
export async function removeSearch(db: Db, userId: string, id: string): Promise<void> {
  const own = db.deleteFrom('standingSearches').where('userId', '=', userId).where('id', '=', id);
  if (!isId(id) || !(await own.returning('id').executeTakeFirst())) throw notFound('Search');
}

/** Deletes the searches of a user whose account is deleted, and those that follow them. */
export async function removeSearchesOf(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('standingSearches')
    .where((eb) => eb.or([eb('userId', '=', userId), eb('sellerId', '=', userId)]))
    .execute();
}

/** Returns how many people follow a seller, up to 1,000. */
export async function countFollowers(db: Db, sellerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select from standing_searches s where s.seller_id = ${sellerId} and ${isFollow}
      limit ${maxCounted}
    ) as followers`.execute(db);
  return rows[0]?.count ?? 0;
}

function shortened(text: string): string {
  const letters = [...text];
  if (letters.length <= searchNameMaxLength) return text;
  return `${letters.slice(0, searchNameMaxLength - 1).join('')}…`;
}

/**
 * Returns how many people would get an alert if the listing were published now. The seller,
 * followers of the seller, and people who block the seller or are blocked by them do not count.
 * Throws BAD_REQUEST for an invalid `draft.location`, and TOO_MANY_REQUESTS.
 */
export async function countWaiting(
  { db, limiter, config }: Pick<AppContext, 'db' | 'limiter' | 'config'>,
  sellerId: string,
  { draft }: output<typeof waitingInput>,
): Promise<number> {
  const { town, county, location } = placeWithinRegion(draft.location, config, 'draft.location');
  const { title, description, category, condition, kind } = draft;
  const listing = { title, description, category, location };
  await limiter.take(looks, sellerId);
  const { rows } = await sql<{ count: number }>`with ${sql.raw(mark)} listings as (
      select null::uuid as id, true as visible, 'available' as availability,
        ${category}::text as category,
        ${condition}::text as condition, ${town}::text as town, ${county}::text as county,
        ${sellerId}::uuid as seller_id, ${kind}::text as kind, ${draft.price}::numeric as price,
        ${draft.hasPhoto}::boolean as has_photo, ${draft.isFeatured}::boolean as is_featured,
        now() as created_at, ${searchDocument(listing)}::tsvector as search
    )
    select count(distinct s.user_id)::int as count
    from listings, standing_searches s
    where s.paused_at is null and s.seller_id is null
      and ${sharesAnchor()} and ${matchesStandingSearch()} and ${mayGetAlert()}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function readSearch(db: Db, userId: string, id: string): Promise<SearchView> {
  const [search] = await readSearches(db, { 's.userId': userId, 's.id': id });
  // A concurrent call may have deleted the search.
  if (!search) throw notFound('Search');
  return search;
}

/** Returns the searches with these values, newest first, with their matches. */
async function readSearches(db: Db, values: { 's.userId': string; 's.id'?: string }) {
  const rows = await db
    .selectFrom('standingSearches as s')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.sellerId').on(isFollow))
    .select(['s.id', 's.name', 's.filter', 's.frequency', 's.pausedAt', 's.createdAt'])
    .select(['u.id as followedId', 'u.firstName', 'u.lastName', 'u.username'])
    .select(['u.avatarImageId', 'u.deletedAt'])
    .where((eb) => eb.and(values))
    .orderBy('s.createdAt', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
  const matches = await findMatches(db, rows);
  return rows.map((row): SearchView => ({
    id: row.id,
    name: row.name,
    filter: row.filter as SearchView['filter'],
    seller: row.followedId
      ? {
          id: row.followedId,
          displayName: personName(row),
          profileImageUrl: profileImageUrl(row.avatarImageId),
        }
      : null,
    frequency: row.frequency as SearchView['frequency'],
    paused: row.pausedAt !== null,
    createdAt: row.createdAt.toISOString(),
    ...(matches.get(row.id) ?? { matchCount: 0, lastMatches: [] }),
  }));
}

/** Returns how often each search matched, if ever, and its three newest matches in lists. */
async function findMatches(db: Db, searches: { id: string }[]) {
  if (searches.length === 0) return new Map<string, never>();
  const { rows } = await sql<{ id: string; count: number; newest: string[] }>`
    select s.id, found.count, array(
        select listings.id
        from search_matches m join listings on listings.id = m.listing_id and listings.visible
        where m.search_id = s.id
        order by m.matched_at desc, m.listing_id limit 3
      ) as newest
    from unnest(${searches.map(({ id }) => id)}::uuid[]) as s (id), lateral (
      select count(*)::int as count
      from (select from search_matches where search_id = s.id limit ${sql.lit(maxCounted)}) as m
    ) as found
    where found.count > 0`.execute(db);
  const shown = rows.flatMap(({ newest }) => newest.map((id) => ({ id })));
  const listings = await readById(db, shown);
  return new Map(
    rows.map(({ id, count, newest }) => [
      id,
      { matchCount: count, lastMatches: newest.flatMap((one) => listings.get(one) ?? []) },
    ]),
  );
}
