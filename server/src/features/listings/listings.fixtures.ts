import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { imagePath } from '@marketplace/shared/media/urls';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { contextOfUser, testContext } from '../../test/context.ts';
import { createCallerFactory } from '../../trpc.ts';
import { listingsRouter } from './listings.router.ts';
import { placeOf } from './place.ts';
import { addSearchWords } from './search/corrections.ts';
import { indexed } from './search/index-listings.ts';

const createCaller = createCallerFactory(listingsRouter);

/** Returns the procedures as `user` calls them, or as a visitor does. */
export function callerOf(ctx: AppContext, user?: Session['user']) {
  return createCaller(user ? contextOfUser(ctx, user) : testContext(ctx));
}

/** Inserts a listing and its search words. The default is a chair for 10.00 in Troy. */
export async function insertListing(
  db: Db,
  sellerId: string,
  values: Partial<Insertable<Listings>> = {},
): Promise<string> {
  const row = { title: 'Plain chair', price: '10.00', ...placeOf('Troy'), ...values, sellerId };
  const { title, category = '', location = '', description = '' } = row;
  const { id } = await db
    .insertInto('listings')
    .values({ ...indexed({ title, category, location, description }), ...row })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addSearchWords(db, row.title);
  return id;
}

/** Reserves a listing for the buyer of a conversation about it, for three days. */
export async function insertReservation(db: Db, listingId: string, conversationId: string) {
  const until = new Date(Date.now() + 3 * 24 * 60 * 60_000);
  await db.insertInto('reservations').values({ listingId, conversationId, until }).execute();
  return until;
}

/** Sells a listing to the buyer of a conversation about it, or outside the marketplace. */
export async function insertSale(db: Db, listingId: string, conversationId?: string) {
  await db.insertInto('sales').values({ listingId, conversationId }).execute();
}

/** Inserts an image of the user without files, and returns its address. */
export async function insertImage(db: Db, ownerId: string): Promise<string> {
  const id = randomUUID();
  const size = { width: 640, height: 480, byteSize: 1000 };
  await db
    .insertInto('images')
    .values({ id, ownerId, ...size, placeholder: `data:${id}` })
    .execute();
  return imagePath(id, 1280);
}
