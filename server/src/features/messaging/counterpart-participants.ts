import type { Db } from '@marketplace/db/database';
import { appendConversationEvents, type StoredEntry } from '../../realtime/feed.ts';

/** A conversation as one of its two people has it in their list. */
export interface ConversationParticipant {
  userId: string;
  conversationId: string;
}

/**
 * The other sides of all conversations of a user: who sees it when the user leaves or comes back.
 * Those that are hidden from the other person, or whose other person is deleted, are left out.
 */
export function findCounterparts(db: Db, userId: string): Promise<ConversationParticipant[]> {
  return db
    .selectFrom('conversationParticipants as own')
    .innerJoin('conversationParticipants as other', (join) =>
      join
        .onRef('other.conversationId', '=', 'own.conversationId')
        .onRef('other.userId', '=', 'own.otherId'),
    )
    .innerJoin('users as u', 'u.id', 'other.userId')
    .select(['other.userId', 'other.conversationId'])
    .where('own.userId', '=', userId)
    .where('other.hidden', '=', false)
    .where('u.deletedAt', 'is', null)
    .execute();
}

/**
 * Tells the other people of all conversations of a user that these have changed, in two statements
 * however many there are. It locks their feeds: whoever locks more of them does it before.
 */
export async function notifyCounterparts(trx: Db, userId: string): Promise<StoredEntry[]> {
  return appendConversationEvents(trx, await findCounterparts(trx, userId));
}
