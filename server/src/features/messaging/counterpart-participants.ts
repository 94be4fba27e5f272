import type { Db } from '@marketplace/db/database';

/** A conversation as one of its two people has it in their list. */
export interface ConversationParticipant {
  userId: string;
  conversationId: string;
}

/**
 * The other participants of a user's conversations, who see it when the user leaves or comes back.
 * Leaves out conversations that they have hidden, and deleted users.
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
