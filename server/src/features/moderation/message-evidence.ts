import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { AppError, badField } from '../../errors.ts';

/** Messages before the reported one that are kept with it. */
const messagesBefore = 5;

/**
 * What a report of a message keeps of it: who wrote what and when, where, and the messages before
 * it, oldest first. Throws NOT_FOUND for those who are not part of its conversation, BAD_REQUEST for
 * one's own message.
 */
export async function messageEvidence(db: Db, messageId: string, reporterId: string) {
  const message = isId(messageId) ? await findMessage(db, messageId, reporterId) : undefined;
  if (!message) throw new AppError('NOT_FOUND', 'Message not found');
  if (message.senderId === reporterId) {
    throw badField('targetId', 'You cannot report your own message.');
  }
  const before = await db
    .selectFrom('messages')
    .select(['senderId', 'content', 'seq', 'createdAt'])
    .where('conversationId', '=', message.conversationId)
    .where('seq', '<', message.seq)
    .orderBy('seq', 'desc')
    .limit(messagesBefore)
    .execute();
  const { conversationId, listingId } = message;
  return { conversationId, listingId, ...kept(message), before: before.toReversed().map(kept) };
}

async function findMessage(db: Db, messageId: string, readerId: string) {
  return db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('conversationParticipants as p', 'p.conversationId', 'm.conversationId')
    .select(['m.conversationId', 'c.listingId', 'm.senderId', 'm.content', 'm.seq', 'm.createdAt'])
    .where('m.id', '=', messageId)
    .where('p.userId', '=', readerId)
    .executeTakeFirst();
}

function kept(message: { senderId: string; content: string; seq: string; createdAt: Date }) {
  const { senderId, content, seq, createdAt } = message;
  return { senderId, content, seq: Number(seq), createdAt: createdAt.toISOString() };
}
