import type { Db } from '@marketplace/db/database';
import { inPages, pageSize } from './in-pages.ts';
import { personName } from './person-name.ts';

/** Every message of the user's conversations, one conversation after the other. */
export async function* exportMessages(db: Db, userId: string): AsyncGenerator<object> {
  // Their ids first: the order of the list changes with every message.
  const ids = await db
    .selectFrom('conversationParticipants')
    .select('conversationId')
    .where('userId', '=', userId)
    .execute();
  for (const { conversationId } of ids) yield* exportConversation(db, userId, conversationId);
}

async function* exportConversation(db: Db, userId: string, conversationId: string) {
  const conversation = await db
    .selectFrom('conversations as c')
    .innerJoin('conversationParticipants as p', (join) =>
      join.onRef('p.conversationId', '=', 'c.id').on('p.userId', '=', userId),
    )
    .innerJoin('users as o', 'o.id', 'p.otherId')
    .select(['c.listingId', 'c.listingTitle', 'c.sellerId'])
    .select(['o.firstName', 'o.lastName', 'o.username', 'o.deletedAt'])
    .where('c.id', '=', conversationId)
    .executeTakeFirstOrThrow();
  const other = personName(conversation);
  const messages = inPages((after: { seq: string } | undefined) =>
    db
      .selectFrom('messages')
      .select(['seq', 'senderId', 'content', 'createdAt'])
      .where('conversationId', '=', conversationId)
      .$if(after !== undefined, (query) => query.where('seq', '>', after?.seq ?? '0'))
      .orderBy('seq')
      .limit(pageSize)
      .execute(),
  );
  for await (const { senderId, content, createdAt } of messages) {
    yield {
      conversation: conversationId,
      listing: conversation.listingTitle,
      you: conversation.sellerId === userId ? 'seller' : 'buyer',
      with: other,
      from: senderId === userId ? 'you' : other,
      content,
      sentAt: createdAt,
    };
  }
}
