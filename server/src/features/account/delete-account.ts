import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { AppContext } from '../../app-context.ts';
import type { Context, Session } from '../../context.ts';
import { AppError, badField } from '../../errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { dropMails } from '../../platform/mailer/queue-mail.ts';
import { revokeSessions } from '../auth/sessions.ts';
import { forgetFailures } from '../auth/sign-in-codes.ts';
import { forgetDevices } from '../auth/trusted-devices.ts';
import { endDealsOf } from '../deals/end-deals.ts';
import { nowhere } from '../listings/place.ts';
import { hasAdmin, lockAdmins } from '../moderation/admins.ts';
import { type Effects, runAndPublish } from '../moderation/effects.ts';
import { anonymizeEvidence } from '../moderation/evidence.ts';
import { anonymizeReviews, lockReviewedSellers } from '../reviews/review-people.ts';
import { removeSearchesOf } from '../searches/searches.ts';
import { anonymizeEvents, forgetName, leaveConversations } from './anonymize-account.ts';

/**
 * Deletes the caller's account for good. Messages to others stay, from 'Deleted user', and so do
 * reviews after a conversation, without a name. Everything else that others could see is removed.
 * Throws BAD_REQUEST unless `email` is the caller's address, and CONFLICT for the last active
 * admin.
 */
export async function deleteAccount(
  ctx: Context & { session: Session },
  email: string,
): Promise<void> {
  const { user } = ctx.session;
  if (email.normalize('NFC').toLowerCase() !== user.email) {
    throw badField('email', "That isn't the email address of your account.");
  }
  await runAndPublish(ctx, (trx) => remove(trx, ctx, user.id));
  ctx.setCookie('session', null);
  ctx.setCookie('device', null);
}

/**
 * Locks in this order: the admins, the user and the sellers that they rated, listings, reviews,
 * conversations, feeds, notifications. The email address changes late: it is a key, and rows that
 * refer to the user wait for it. The events that `runAndPublish` appends afterwards go to feeds
 * that are locked by then.
 */
async function remove(
  trx: Db,
  { secrets }: Pick<AppContext, 'secrets'>,
  id: string,
): Promise<Effects> {
  await lockAdmins(trx);
  await lockReviewedSellers(trx, id);
  const user = await lockUser(trx, id);
  if (user.isAdmin && !(await hasAdmin(trx, id))) {
    throw new AppError(
      'CONFLICT',
      "You're the last active admin. Make someone else an admin first.",
    );
  }
  // Devices come first: a sign-in locks its device's row until the new session exists.
  await forgetDevices(trx, id);
  const sessionIds = await revokeSessions(trx, { userId: id });
  await trx.deleteFrom('pendingSignIns').where('email', '=', user.email).execute();
  await forgetFailures(trx, secrets, user.email);
  const { freedIds } = await endDealsOf(trx, id);
  const listingIds = await removeListings(trx, id);
  // Favorites come before feeds, in the same order as the notification of a lower price.
  await trx.deleteFrom('favorites').where('userId', '=', id).execute();
  await sql`select id from reviews where reviewer_id = ${id} for no key update`.execute(trx);
  await trx
    .updateTable('reports')
    .set({ reporterId: null, mailboxHash: null, networkHash: null })
    .where('reporterId', '=', id)
    .execute();
  const conversations = await leaveConversations(trx, id);
  await forgetName(trx, user);
  await anonymizeEvents(trx, id);
  await anonymizeEvidence(trx, id);
  await anonymizeReviews(trx, id);
  await removeSearchesOf(trx, id);
  await dropMails(trx, secrets, user.email);
  await scrub(trx, id);
  await enqueue(trx, [{ task: 'sweepImages', payload: {}, key: 'sweepImages' }]);
  return {
    conversations,
    sessionIds,
    listingIds: [...freedIds, ...listingIds],
    adminEvents: [
      { type: 'userChanged', userId: id },
      ...listingIds.map((listingId) => ({ type: 'listingChanged' as const, listingId })),
    ],
  };
}

async function lockUser(trx: Db, id: string) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email', 'isAdmin', 'firstName', 'lastName', 'username'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new AppError('UNAUTHORIZED', unauthorized);
  return user;
}

/** Deletes the listings except their titles, which conversations about them show. */
async function removeListings(trx: Db, sellerId: string): Promise<string[]> {
  const rows = await trx
    .updateTable('listings')
    .set({
      deletedAt: sql<Date>`coalesce(deleted_at, now())`,
      sellerActive: false,
      description: '',
      details: null,
      ...nowhere,
    })
    .where('sellerId', '=', sellerId)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Clears the personal data in the user's row, and frees the address for a new account. */
async function scrub(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email: `deleted-${id}@deleted.invalid`,
      username: `deleted-${id.replaceAll('-', '')}`,
      firstName: null,
      lastName: null,
      town: null,
      avatarImageId: null,
      isAdmin: false,
      canUsePaypal: false,
      showPresence: false,
      lastSeenAt: null,
      mailMessages: false,
      mailReviews: false,
      mailDeals: false,
      mailAlerts: false,
      deletedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}
