import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { displayName, personName } from '@marketplace/shared/users/names';
import { type ConversationParticipant, findCounterparts } from '../messaging/conversations.ts';

/** Replaces the user's name in the notifications of others. */
export async function forgetName(
  trx: Db,
  user: { id: string; firstName: string | null; lastName: string | null; username: string },
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
 * Closes the user's conversations to new messages, deletes the user's blocks, notifications and
 * events, and returns the conversations that change for others. A concurrent message is either
 * stored before this or refused.
 */
export async function leaveConversations(
  trx: Db,
  userId: string,
): Promise<ConversationParticipant[]> {
  const own = sql`select conversation_id from conversation_participants where user_id = ${userId}`;
  await sql`select id from conversations where id in (${own}) order by id for no key update`.execute(
    trx,
  );
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
 * Removes the user's identity from stored events in the feeds of others. Events with notifications,
 * which may show an earlier name, become events that make pages fetch their notifications. The
 * feeds must be locked.
 */
export async function anonymizeEvents(trx: Db, userId: string): Promise<void> {
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

/**
 * Returns an SQL subquery: the users who may have notifications about the user, with types and
 * paths.
 */
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
