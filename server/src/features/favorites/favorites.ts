import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import {
  goneFavoriteDays,
  maxFavorites,
  tooManyFavorites,
} from '@marketplace/shared/favorites/constants';
import type { favoritesInput, FavoriteView } from '@marketplace/shared/favorites/schemas';
import { isId } from '@marketplace/shared/ids';
import type { Page } from '@marketplace/shared/pagination';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField } from '../../errors.ts';
import { readPage } from '../../platform/cursor.ts';
import { inBatches } from '../../platform/jobs.ts';
import { perDay } from '../../platform/limiter.ts';
import { isUnquestioned } from '../listings/related.ts';
import { readListings } from '../listings/listings.view.ts';
import { lockActiveUser } from '../users/users.ts';

type FavoritesContext = Pick<AppContext, 'db' | 'limiter'>;

const changes = perDay('favorite', 2_000, 'You can save and remove {points} listings a day.');

/**
 * Saves a listing. Saving it again changes nothing, not even its place in the list. Throws
 * NOT_FOUND for a listing that is not public, BAD_REQUEST for the caller's own listing, CONFLICT if
 * the caller has 500 favorites, and TOO_MANY_REQUESTS.
 */
export async function addFavorite(
  { db, limiter }: FavoritesContext,
  { userId, listingId }: { userId: string; listingId: string },
): Promise<{ saved: boolean }> {
  await limiter.take(changes, userId);
  await db.transaction().execute(async (trx) => {
    // The lock makes concurrent calls for one user run one by one, so that none exceeds the limit.
    await lockActiveUser(trx, userId);
    const readable = trx.selectFrom('listings').select('sellerId').where('readable', '=', true);
    const listing =
      isId(listingId) && (await readable.where('id', '=', listingId).executeTakeFirst());
    if (!listing) throw new AppError('NOT_FOUND', texts.listingNotFound);
    if (listing.sellerId === userId) {
      throw badField('listingId', "You can't save your own listing.");
    }
    const added = await trx
      .insertInto('favorites')
      .values({ userId, listingId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('userId')
      .executeTakeFirst();
    if (added && (await listFavoriteIds(trx, userId)).length > maxFavorites) {
      throw new AppError('CONFLICT', tooManyFavorites);
    }
  });
  return { saved: true };
}

/** Removes a favorite if it exists. Throws TOO_MANY_REQUESTS. */
export async function removeFavorite(
  { db, limiter }: FavoritesContext,
  { userId, listingId }: { userId: string; listingId: string },
): Promise<{ saved: boolean }> {
  await limiter.take(changes, userId);
  const own = db.deleteFrom('favorites').where('userId', '=', userId);
  if (isId(listingId)) await own.where('listingId', '=', listingId).execute();
  return { saved: false };
}

/**
 * Adds the favorites that a visitor's browser stored, newest first, and returns the ids of all
 * favorites. Skips listings that are not public, the caller's own listings, and those beyond the
 * limit of 500. Throws TOO_MANY_REQUESTS.
 */
export async function mergeFavorites(
  { db, limiter }: FavoritesContext,
  userId: string,
  listingIds: string[],
): Promise<string[]> {
  await limiter.take(changes, userId);
  const given = [...new Set(listingIds.filter(isId).map((id) => id.toLowerCase()))];
  return db.transaction().execute(async (trx) => {
    await lockActiveUser(trx, userId);
    const saved = await listFavoriteIds(trx, userId);
    // The creation times are a millisecond apart, so that the order is stored.
    await sql`
      insert into favorites (user_id, listing_id, created_at)
      select ${userId}, l.id, now() - given.n * interval '1 ms'
      from unnest(${given}::uuid[]) with ordinality as given (id, n)
      join listings l on l.id = given.id and l.readable and l.seller_id <> ${userId}
      where l.id <> all(${saved}::uuid[])
      order by given.n
      limit ${Math.max(0, maxFavorites - saved.length)}`.execute(trx);
    return listFavoriteIds(trx, userId);
  });
}

/**
 * Returns the ids of the user's favorites, newest first. Reads one more than the limit, so that
 * `addFavorite` notices an excess.
 */
export async function listFavoriteIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favorites')
    .select('listingId')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('listingId', 'desc')
    .limit(maxFavorites + 1)
    .execute();
  return rows.map(({ listingId }) => listingId);
}

/** Selects the user's favorites. The title is null if the user may not see it any more. */
export function selectFavorites(db: Db, userId: string) {
  return db
    .selectFrom('favorites')
    .innerJoin('listings', 'listings.id', 'favorites.listingId')
    .select(['favorites.listingId as id', 'favorites.createdAt', 'listings.readable'])
    .select(
      sql<string | null>`case when listings.readable or (${isUnquestioned})
        then listings.title end`.as('title'),
    )
    .where('favorites.userId', '=', userId);
}

/** Returns a page of the user's favorites, newest first. Throws BAD_REQUEST for a bad `cursor`. */
export async function listFavorites(
  db: Db,
  userId: string,
  query: output<typeof favoritesInput>,
): Promise<Page<FavoriteView>> {
  const position = { at: 'favorites.createdAt', id: 'favorites.listingId' } as const;
  const page = await readPage(selectFavorites(db, userId), query, position);
  const readable = page.items.filter((row) => row.readable).map(({ id }) => ({ id, key: 0 }));
  const hits = await readListings(db, readable);
  const listings = new Map(hits.map(({ listing }) => [listing.id, listing]));
  const items = page.items.map(({ id, createdAt, title }) => ({
    listingId: id,
    savedAt: createdAt.toISOString(),
    title,
    listing: listings.get(id) ?? null,
  }));
  return { ...page, items };
}

/** Removes favorites whose listings were sold or removed 30 days ago. Scans the whole table. */
export async function sweepFavorites(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from favorites where (user_id, listing_id) in (
      select f.user_id, f.listing_id
      from favorites f
      join listings l on l.id = f.listing_id
      join users s on s.id = l.seller_id
      where least(
        l.deleted_at, l.sold_at, l.flagged_at, l.hidden_by_reports_at, s.deactivated_at
      ) < now() - make_interval(days => ${goneFavoriteDays})
      limit ${size}
    )`.execute(db),
  );
}
