import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import {
  type HiddenInput,
  type HiddenListView,
  maxHidden,
} from '@marketplace/shared/hidden/schemas';
import { isId } from '@marketplace/shared/ids';
import { texts } from '@marketplace/shared/texts';
import { personName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { AppError, assertId, badField, notFound } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { lockActiveUser } from '../users/users.ts';

type HiddenContext = Pick<AppContext, 'db' | 'limiter'>;

const changes = perDay('hide', 1_000, 'You can hide and show {points} listings a day.');

/**
 * Hides a listing, or all listings of a seller, from the user's lists. Repeating it changes
 * nothing. Beyond 500, the listing that was hidden first is shown again. Throws NOT_FOUND for a
 * listing that is not public and for an unknown seller, BAD_REQUEST for the user's own listings,
 * and TOO_MANY_REQUESTS.
 */
export async function hide({ db, limiter }: HiddenContext, userId: string, target: HiddenInput) {
  await limiter.take(changes, userId);
  await db.transaction().execute(async (trx) => {
    // The lock makes concurrent calls for one user run one by one, so that none exceeds the limit.
    await lockActiveUser(trx, userId);
    const found = await findTarget(trx, target);
    if (found.sellerId === userId) {
      const field = target.listingId === undefined ? 'sellerId' : 'listingId';
      throw badField(field, "You can't hide your own listings.");
    }
    await trx
      .insertInto('hiddenListings')
      .values({ userId, ...found })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`delete from hidden_listings where ctid = any(array(
        select ctid from hidden_listings where user_id = ${userId}
        order by listing_id is null desc, created_at desc offset ${maxHidden}
      ))`.execute(trx);
  });
  return { hidden: true };
}

async function findTarget(db: Db, { listingId = '', sellerId }: HiddenInput) {
  if (sellerId === undefined) {
    const readable = db.selectFrom('listings').select(['id as listingId', 'sellerId']);
    const listing =
      isId(listingId) &&
      (await readable.where((eb) => eb.and({ id: listingId, readable: true })).executeTakeFirst());
    if (listing) return listing;
    throw new AppError('NOT_FOUND', texts.listingNotFound);
  }
  assertId(sellerId, 'User');
  return db
    .selectFrom('users')
    .select(['id as sellerId', sql<null>`null`.as('listingId')])
    .where((eb) => eb.and({ id: sellerId, deactivatedAt: null, deletedAt: null }))
    .executeTakeFirstOrThrow(() => notFound('User'));
}

/** Shows a listing, or a seller's listings, in the user's lists again. Throws TOO_MANY_REQUESTS. */
export async function show({ db, limiter }: HiddenContext, userId: string, target: HiddenInput) {
  await limiter.take(changes, userId);
  const { listingId = '', sellerId = '' } = target;
  const own = db.deleteFrom('hiddenListings').where('userId', '=', userId);
  if (isId(listingId)) await own.where('listingId', '=', listingId).execute();
  else if (isId(sellerId)) {
    await own.where((eb) => eb.and({ sellerId, listingId: null })).execute();
  }
  return { hidden: false };
}

/** Returns what the user hid, newest first, without listings and sellers that nobody can see. */
export async function listHidden(db: Db, userId: string): Promise<HiddenListView> {
  const rows = await db
    .selectFrom('hiddenListings as h')
    .innerJoin('users as u', 'u.id', 'h.sellerId')
    .leftJoin('listings as l', 'l.id', 'h.listingId')
    .select(['h.sellerId', 'h.listingId', 'h.createdAt', 'l.title'])
    .select(['u.firstName', 'u.lastName', 'u.username', 'u.deletedAt'])
    .where((eb) => eb.and({ 'h.userId': userId, 'u.deactivatedAt': null, 'u.deletedAt': null }))
    .where(sql<boolean>`(h.listing_id is null or l.readable)`)
    .orderBy('h.createdAt', 'desc')
    .orderBy('h.listingId')
    .execute();
  return rows.map(({ sellerId, listingId, title, createdAt, ...seller }) => ({
    sellerId,
    sellerName: personName(seller),
    listing: listingId && title ? { id: listingId, title } : null,
    hiddenAt: createdAt.toISOString(),
  }));
}
