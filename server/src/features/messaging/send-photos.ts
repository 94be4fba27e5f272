import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { parsePhotoPath, photoPath } from '@marketplace/shared/media/urls';
import type { sendPhotosInput } from '@marketplace/shared/messaging/inputs';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import { findSentOrRefuse, messagesSent, publishSent } from './send-message.ts';
import { isSentBefore, storeWithin } from './store-message.ts';

/**
 * Sends up to five photos as one message. Repeating the `clientId` returns the first one. Throws as
 * `sendMessage` does, and BAD_REQUEST for a photo that is not the sender's or was sent before.
 */
export async function sendPhotos(
  ctx: Pick<AppContext, 'db' | 'hub' | 'limiter'>,
  { images, ...message }: output<typeof sendPhotosInput> & { senderId: string },
): Promise<MessageView> {
  if (!isId(message.conversationId)) throw notFound('Conversation');
  const ids = images.flatMap((path) => parsePhotoPath(path) ?? []);
  const outgoing = {
    ...message,
    conversationId: message.conversationId.toLowerCase(),
    content: ids.length === 1 ? 'Sent a photo.' : `Sent ${ids.length} photos.`,
    perMinute: ctx.limiter.pointsOf(messagesSent),
  };
  let arePhotosFree = false;
  const stored = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const photos = await lockUnsentPhotos(trx, message.senderId, ids);
      arePhotosFree = photos.length === images.length;
      if (!arePhotosFree) return null;
      const entry = { kind: 'photo' as const, data: { images: photos } };
      const stored = await storeWithin(trx, { ...outgoing, entry });
      if (stored) {
        const sent = { messageId: stored.message.id };
        await trx.updateTable('images').set(sent).where('id', 'in', ids).execute();
      }
      return stored;
    })
    .catch((error: unknown) => {
      if (isSentBefore(error)) return null;
      throw error;
    });
  if (stored) return publishSent(ctx, stored);
  const sentBefore = await findSentOrRefuse(ctx.db, outgoing);
  if (sentBefore) return sentBefore;
  if (!arePhotosFree) {
    throw badField('images', 'You can only send photos that you uploaded for this message.');
  }
  throw new AppError('FORBIDDEN', texts.messageUndeliverable);
}

/**
 * Locks and returns the photos that the user may send, in the order of `ids`, so that no sweep
 * removes them.
 */
async function lockUnsentPhotos(trx: Db, ownerId: string, ids: string[]) {
  const rows = await trx
    .selectFrom('images')
    .select(['id', 'width', 'height'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('ownerId', '=', ownerId)
    .where('isPrivate', '=', true)
    .where('messageId', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return ids.flatMap((id) => {
    const photo = rows.find((row) => row.id === id);
    return photo ? { ...photo, url: photoPath(id, 1280) } : [];
  });
}

/** Finds the message of a photo, and whether `userId`, as one of the two people, may see it. */
export async function findPhoto(db: Db, imageId: string, userId: string) {
  const found = await db
    .selectFrom('images as i')
    .innerJoin('messages as m', 'm.id', 'i.messageId')
    .leftJoin('conversationParticipants as p', (join) =>
      join.onRef('p.conversationId', '=', 'm.conversationId').on('p.userId', '=', userId),
    )
    .select(['m.id as messageId', 'm.conversationId', 'm.kind', 'p.userId'])
    .where('i.id', '=', imageId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { messageId, conversationId, kind } = found;
  // A message that a moderator removed has become a text.
  return { messageId, conversationId, isVisible: found.userId !== null && kind === 'photo' };
}
