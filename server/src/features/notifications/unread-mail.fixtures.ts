import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing, draft, messagingOf } from '../messaging/messaging.fixtures.ts';

/** Moves messages, due times and presence into the past by this many minutes. */
export async function passMinutes(db: Db, minutes: number): Promise<void> {
  const span = sql`make_interval(mins => ${minutes})`;
  await sql`update messages set created_at = created_at - ${span}`.execute(db);
  await sql`update feeds set mail_due_at = mail_due_at - ${span}
    where mail_due_at is not null`.execute(db);
  await sql`update users set last_seen_at = last_seen_at - ${span}
    where last_seen_at is not null`.execute(db);
}

/** Returns when `mailUnread` checks the user next, or null if there is nothing to mail. */
export async function mailDueAt(db: Db, { id }: { id: string }): Promise<Date | null> {
  const feed = await db
    .selectFrom('feeds')
    .select('mailDueAt')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  return feed.mailDueAt;
}

/** Creates Ann, who sells a listing with a picture, and Bob, who has a conversation with her. */
export async function createTalk(ctx: AppContext, title = 'Oak desk') {
  const reader = await createTestUser(ctx.db, { firstName: 'Ann', lastName: 'Seller' });
  return addTalk(ctx, { reader, title });
}

/** Creates a conversation of `reader` with a new buyer. */
export async function addTalk(
  ctx: AppContext,
  { reader, title }: { reader: Awaited<ReturnType<typeof createTestUser>>; title: string },
) {
  const { db } = ctx;
  const writer = await createTestUser(db, { firstName: 'Bob', lastName: '<Buyer>' });
  const listingId = await createTestListing(db, reader.id, { title });
  const image = await db
    .insertInto('images')
    .values({ ownerId: reader.id, width: 1600, height: 800, byteSize: 1, placeholder: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('listingImages')
    .values({ listingId, imageId: image.id, position: 0 })
    .execute();
  const { id } = await messagingOf(ctx, writer).openConversation({ listingId });
  return {
    id,
    reader,
    writer,
    imageId: image.id,
    write: (content: string) =>
      messagingOf(ctx, writer).send({ conversationId: id, ...draft(content) }),
    read: (upToSeq: number) => messagingOf(ctx, reader).markRead({ conversationId: id, upToSeq }),
  };
}
