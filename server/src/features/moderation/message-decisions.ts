import type { Db } from '@marketplace/db/database';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import {
  type DecisionContext,
  type CaseActionContext,
  type ActionResult,
  actionResult,
} from './case-action.ts';
import type { Rewritten } from './notify-users.ts';
import { notifyOwner } from './notify-owner.ts';

/** What a message said before a moderator removed it. */
export interface MessageStep {
  kind: 'message';
  messageId: string;
  content: string;
}

/** Puts a note in the place of what a message said; its place in the conversation stays. */
export async function removeMessage(context: DecisionContext): Promise<ActionResult> {
  const { trx, targetId, reason } = context;
  const message = await lock(trx, targetId);
  if (!message) throw new AppError('CONFLICT', 'This message is gone already.');
  if (message.content === texts.messageRemoved) {
    throw new AppError('CONFLICT', 'This message was removed already.');
  }
  return actionResult({
    steps: [{ kind: 'message', messageId: message.id, content: message.content }],
    rewritten: await write(trx, message, texts.messageRemoved),
    news: await notifyOwner(context, { what: 'removed', reason }),
  });
}

/** Lets a message say again what it said. */
export async function undoMessage(
  context: CaseActionContext,
  step: MessageStep,
): Promise<ActionResult> {
  const { trx } = context;
  const message = await lock(trx, step.messageId);
  if (message?.content !== texts.messageRemoved) return actionResult();
  return actionResult({
    rewritten: await write(trx, message, step.content),
    news: await notifyOwner(context, { what: 'restored', reason: null }),
  });
}

type LockedMessage = NonNullable<Awaited<ReturnType<typeof lock>>>;

/** The message, with its conversation locked. */
async function lock(trx: Db, messageId: string) {
  await trx
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', (eb) =>
      eb.selectFrom('messages').select('conversationId').where('id', '=', messageId),
    )
    .forNoKeyUpdate()
    .execute();
  return trx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .select(['m.id', 'm.seq', 'm.content', 'm.conversationId', 'c.buyerId', 'c.sellerId'])
    .where('m.id', '=', messageId)
    .executeTakeFirst();
}

/** Also in the list of conversations. */
async function write(trx: Db, message: LockedMessage, content: string): Promise<Rewritten> {
  const { id, seq, conversationId, buyerId, sellerId } = message;
  await trx
    .updateTable('messages')
    .set({ content })
    .where('conversationId', '=', conversationId)
    .where('seq', '=', seq)
    .execute();
  await trx
    .updateTable('conversations')
    .set({ lastMessage: content })
    .where('id', '=', conversationId)
    .where('lastSeq', '=', seq)
    .execute();
  return { conversationId, messageId: id, content, userIds: [buyerId, sellerId] };
}
