import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { maxCounted } from '@marketplace/shared/account/constants';
import { isId } from '@marketplace/shared/ids';
import { listedText } from '@marketplace/shared/listings/filter-text';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import {
  type createSearchInput,
  maxSearches,
  searchNameMaxLength,
  type SearchView,
  type updateSearchInput,
} from '@marketplace/shared/searches/schemas';
import { displayName, personName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { readListings } from '../listings/listings.view.ts';
import { lockPeople } from '../reviews/review-people.ts';
import { profileImageUrl } from '../users/users.ts';
import { columnsOf, plainFilter } from './standing-search.ts';

const creations = perDay('search', 200, 'You can save {points} searches a day.');

const noMatch = 'No listing can match this search.';

/** An SQL condition: the search follows a seller, which means that it filters by nothing else. */
const isFollow = sql<boolean>`s.filter = jsonb_build_object('sellerId', s.seller_id)`;

/** Returns the user's standing searches, newest first, with their matches. */
export async function listSearches(db: Db, userId: string): Promise<SearchView[]> {
  const rows = await selectSearches(db, userId).execute();
  const found = await findMatches(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => viewOf(row, found.get(row.id)));
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
    if (count >= maxSearches) {
      throw new AppError(
        'CONFLICT',
        `You've reached the limit of ${maxSearches} saved searches. Delete one you don't need.`,
      );
    }
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
  const removed = isId(id)
    ? await db
        .deleteFrom('standingSearches')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!removed) throw notFound('Search');
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
  const followers = db
    .selectFrom('standingSearches as s')
    .select('s.id')
    .where('s.sellerId', '=', sellerId)
    .where(isFollow)
    .limit(maxCounted);
  const { count } = await db
    .selectFrom(followers.as('followers'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function shortened(text: string): string {
  const letters = [...text];
  if (letters.length <= searchNameMaxLength) return text;
  return `${letters.slice(0, searchNameMaxLength - 1).join('')}…`;
}

async function readSearch(db: Db, userId: string, id: string): Promise<SearchView> {
  const row = await selectSearches(db, userId).where('s.id', '=', id).executeTakeFirst();
  // A concurrent call may have deleted the search.
  if (!row) throw notFound('Search');
  return viewOf(row, (await findMatches(db, [id])).get(id));
}

type Matches = Pick<SearchView, 'matchCount' | 'lastMatches'>;

/** How many of its newest matches a search shows. They must be visible in lists. */
const shownMatches = 3;

/** Returns the matches of these searches by search id. Searches without matches are left out. */
async function findMatches(db: Db, ids: string[]): Promise<Map<string, Matches>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number; newest: string[] }>`
    select s.id, found.count, array(
        select listings.id
        from search_matches m join listings on listings.id = m.listing_id and listings.visible
        where m.search_id = s.id
        order by m.matched_at desc, m.listing_id limit ${sql.lit(shownMatches)}
      ) as newest
    from unnest(${ids}::uuid[]) as s (id), lateral (
      select count(*)::int as count
      from (select from search_matches where search_id = s.id limit ${sql.lit(maxCounted)}) as m
    ) as found
    where found.count > 0`.execute(db);
  const wanted = rows.flatMap(({ newest }) => newest.map((id) => ({ id, key: 0 })));
  const hits = await readListings(db, wanted);
  const listings = new Map(hits.map(({ listing }) => [listing.id, listing]));
  return new Map(
    rows.map(({ id, count, newest }) => [
      id,
      { matchCount: count, lastMatches: newest.flatMap((one) => listings.get(one) ?? []) },
    ]),
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSearches>['executeTakeFirstOrThrow']>>;

function selectSearches(db: Db, userId: string) {
  return db
    .selectFrom('standingSearches as s')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.sellerId').on(isFollow))
    .select(['s.id', 's.name', 's.filter', 's.frequency', 's.pausedAt', 's.createdAt'])
    .select(['u.id as followedId', 'u.firstName', 'u.lastName', 'u.username'])
    .select(['u.avatarImageId', 'u.deletedAt'])
    .where('s.userId', '=', userId)
    .orderBy('s.createdAt', 'desc')
    .orderBy('s.id', 'desc');
}

function viewOf(row: Row, matches: Matches = { matchCount: 0, lastMatches: [] }): SearchView {
  return {
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
    ...matches,
  };
}
