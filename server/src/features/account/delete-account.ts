import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { displayName, personName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import type { Context, Session } from '../../context.ts';
import { AppError, badField } from '../../errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { dropMails } from '../../platform/mailer/queue-mail.ts';
import { revokeSessions } from '../auth/sessions.ts';
import { forgetFailures } from '../auth/sign-in-codes.ts';
import { forgetDevices } from '../auth/trusted-devices.ts';
import { forgetFactors } from '../factors/change-factors.ts';
import { endDealsOf } from '../deals/end-deals.ts';
import { nowhere } from '../listings/place.ts';
import { findCounterparts } from '../messaging/conversations.ts';
import { hasAdmin, lockAdmins } from '../moderation/admins.ts';
import { type Effects, runAndPublish } from '../moderation/effects.ts';
import { removeDecisionsAbout } from '../moderation/decisions.ts';
import { anonymizeEvidence } from '../moderation/evidence.ts';
import { anonymizeReviews, lockReviewedSellers } from '../reviews/review-people.ts';
import { removeSearchesOf } from '../searches/searches.ts';
import { removeWebhooksOf } from '../webhooks/webhooks.ts';

/**
 * Deletes the caller's account for good. Messages to others and reviews after a conversation stay,
 * without a name. Throws BAD_REQUEST unless `email` is the caller's address, and CONFLICT for the
 * last active admin.
 */
export async function deleteAccount(ctx: Context & { session: Session }, email: string) {
  const { user } = ctx.session;
  if (email.normalize('NFC').toLowerCase() !== user.email) {
    throw badField('email', "That isn't the email address of your account.");
  }
  await runAndPublish(ctx, (trx) => remove(trx, ctx.secrets, user.id));
  ctx.setCookie('session', null);
  ctx.setCookie('device', null);
}

/**
 * Locks in this order: the admins, the user and the sellers that they rated, listings, reviews,
 * conversations, feeds, notifications. The email address changes late: it is a key, and rows that
 * refer to the user wait for it. The events that `runAndPublish` appends afterwards go to feeds
 * that are locked by then.
 */
async function remove(trx: Db, secrets: AppContext['secrets'], id: string): Promise<Effects> {
  await lockAdmins(trx);
  await lockReviewedSellers(trx, id);
  const user = await lockUser(trx, id);
  const lastAdmin = "You're the last active admin. Make someone else an admin first.";
  if (user.isAdmin && !(await hasAdmin(trx, id))) throw new AppError('CONFLICT', lastAdmin);
  // Devices come first: a sign-in locks its device's row until the new session exists.
  await forgetDevices(trx, id);
  const sessionIds = await revokeSessions(trx, { userId: id });
  await trx.deleteFrom('pendingSignIns').where('email', '=', user.email).execute();
  await forgetFailures(trx, secrets, user.email);
  await trx.deleteFrom('signIns').where('userId', '=', id).execute();
  await forgetFactors(trx, id);
  await removeWebhooksOf(trx, id);
  const { freedIds } = await endDealsOf(trx, id);
  const listingIds = await removeListings(trx, id);
  // Favorites come before feeds, in the same order as the notification of a lower price.
  await trx.deleteFrom('favorites').where('userId', '=', id).execute();
  await trx.deleteFrom('hiddenListings').where('userId', '=', id).execute();
  await trx.deleteFrom('drafts').where('userId', '=', id).execute();
  await trx.deleteFrom('adminNotes').where('userId', '=', id).execute();
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
  await removeDecisionsAbout(trx, id);
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
      ...listingIds.map((listingId) => ({ type: 'listingChanged', listingId }) as const),
    ],
  };
}

async function lockUser(trx: Db, id: string) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email', 'isAdmin', 'firstName', 'lastName', 'username'])
    .where((eb) => eb.and({ id, deletedAt: null }))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new AppError('UNAUTHORIZED', unauthorized);
  return user;
}

/** Deletes the listings except their titles, which conversations about them show. */
async function removeListings(trx: Db, sellerId: string): Promise<string[]> {
  const deletedAt = sql<Date>`coalesce(deleted_at, now())`;
  const rows = await trx
    .updateTable('listings')
    .set({ deletedAt, sellerActive: false, description: '', details: null, ...nowhere })
    .where('sellerId', '=', sellerId)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Clears the personal data in the user's row, and frees the address for a new account. */
async function scrub(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email: `deleted-${id}@deleted.invalid`, username: `deleted-${id.replaceAll('-', '')}` })
    .set({ firstName: null, lastName: null, town: null, avatarImageId: null, lastSeenAt: null })
    .set({ isAdmin: false, canUsePaypal: false, showPresence: false, hasFactor: false })
    .set({ awayUntil: null, suspendedUntil: null, suspensionReason: null })
    .set({ mailMessages: false, mailReviews: false, mailDeals: false, mailAlerts: false })
    .set({ mailListings: false, mailModeration: false, moderationMailedAt: null })
    .set({ standingReason: null })
    .set({ deletedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Replaces the user's name in the notifications of others. */
export async function forgetName(
  trx: Db,
  user: Parameters<typeof displayName>[0] & { id: string },
): Promise<void> {
  const about = [
    sql`n.type in ('message', 'reminder') and n.user_id in
        (select other_id from conversation_participants where user_id = ${user.id})
      and n.data ->> 'conversationId' in (
        select conversation_id::text from conversation_participants where user_id = ${user.id})`,
    sql`n.type = 'reply' and n.data ->> 'sellerId' = ${user.id}
      and n.user_id in (select reviewer_id from reviews where seller_id = ${user.id})`,
    sql`n.type = 'sale' and n.data ->> 'buyerId' = ${user.id}
      and n.user_id in (select seller_id from orders where buyer_id = ${user.id})`,
    // Notifications do not store the review's id, so match them by name and comment.
    sql`n.type = 'review' and n.data ->> 'name' = ${displayName(user)}
      and exists (select from reviews r
        where r.reviewer_id = ${user.id} and r.seller_id = n.user_id
          and r.comment is not distinct from n.data ->> 'comment')`,
  ];
  for (const condition of about) {
    await sql`update notifications n
      set data = data || jsonb_build_object('name', ${personName(null)}::text)
      where ${condition}`.execute(trx);
  }
}

/**
 * Closes the user's conversations, deletes the user's blocks, notifications and events, and returns
 * the conversations that change for others. A concurrent message is stored before this or refused.
 */
async function leaveConversations(trx: Db, userId: string) {
  const own = sql`select conversation_id from conversation_participants where user_id = ${userId}`;
  await sql`select id from conversations
    where id in (${own}) order by id for no key update`.execute(trx);
  await sql`update conversations set blocked = true
    where id in (${own}) and not blocked`.execute(trx);
  await sql`update conversation_participants set hidden = false
    where user_id = ${userId} and hidden`.execute(trx);
  await trx.deleteFrom('blocks').where('blockerId', '=', userId).execute();
  // One statement locks the feeds in order, like every change of counters. Notifications change
  // only under these locks.
  await sql`select user_id from feeds
    where user_id = ${userId} or user_id in (select user_id from ${notificationsAbout(userId)} n)
    order by user_id for no key update`.execute(trx);
  await trx.deleteFrom('notifications').where('userId', '=', userId).execute();
  await trx.deleteFrom('feedEvents').where('userId', '=', userId).execute();
  await trx.deleteFrom('feeds').where('userId', '=', userId).execute();
  return findCounterparts(trx, userId);
}

/**
 * Removes the user's identity from the feeds of others, which must be locked. Events with
 * notifications, which may show an earlier name, make pages fetch their notifications again.
 */
async function anonymizeEvents(trx: Db, userId: string): Promise<void> {
  await sql`
    update feed_events e
    set data = jsonb_set(e.data, case when e.data #>> '{message,senderId}' = ${userId}
      then '{message,senderEmail}'::text[] else '{message,receiverEmail}'::text[] end, '""')
    where e.type = 'message'
      and e.user_id in (select other_id from conversation_participants where user_id = ${userId})
      and e.data ->> 'conversationId' in (
        select conversation_id::text from conversation_participants where user_id = ${userId})
    `.execute(trx);
  await sql`
    update feed_events e set data = e.data || '{"notification": null}'
    from ${notificationsAbout(userId)} as about
    where e.user_id = about.user_id and e.type = 'notification'
      and e.data #>> '{notification,type}' = about.type
      and e.data #>> '{notification,path}' = about.path`.execute(trx);
}

/** Selects who may have notifications about the user, with their types and paths. */
function notificationsAbout(userId: string) {
  return sql`(
    select other_id as user_id, 'message' as type, '/messages?c=' || conversation_id as path
      from conversation_participants where user_id = ${userId}
    union select other_id, 'reminder', '/messages?c=' || conversation_id
      from conversation_participants where user_id = ${userId}
    union select reviewer_id, 'reply', ${`/users/${userId}`} from reviews where seller_id = ${userId}
    union select seller_id, 'review', '/users/' || seller_id from reviews
      where reviewer_id = ${userId}
    union select seller_id, 'sale', '/orders' from orders where buyer_id = ${userId}
  )`;
}
