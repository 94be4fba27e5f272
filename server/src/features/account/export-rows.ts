import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { deviceLabel } from '../auth/trusted-devices.ts';
import { exportReviews } from './export-reviews.ts';
import { inPages, pageSize } from './in-pages.ts';
import { personName } from '@marketplace/shared/users/names';

type Rows = (db: Db, userId: string) => AsyncIterable<object>;

/** What an export holds, by file. Others are in it by their public name alone. */
export const exportedFiles: Record<string, Rows> = {
  'profile.json': exportProfile,
  'listings.json': exportListings,
  'messages.json': exportMessages,
  'reviews.json': exportReviews,
  'notifications.json': exportNotifications,
  'reports.json': exportReports,
  'orders.json': exportOrders,
  'sessions.json': exportSessions,
  'tokens.json': exportTokens,
  'blocks.json': exportBlocks,
};

/** The ids of all pictures that the user uploaded and that are still there. */
export async function imagesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('ownerId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

async function* exportProfile(db: Db, userId: string) {
  const { avatarImageId, ...user } = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'firstName', 'lastName', 'avatarImageId', 'createdAt'])
    .select(['membershipTier', 'isAdmin', 'canUsePaypal', 'ratingSum', 'ratingCount'])
    .select(['showPresence', 'mailMessages', 'mailReviews', 'lastSeenAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  yield { ...user, picture: fileOf(avatarImageId) };
}

function exportListings(db: Db, userId: string) {
  return inPages((after: { id: string } | undefined) =>
    db
      .selectFrom('listings as l')
      .select(['l.id', 'l.title', 'l.description', 'l.price', 'l.category', 'l.condition'])
      .select(['l.location', 'l.details', 'l.isActive', 'l.isFeatured', 'l.flagReason'])
      .select(['l.createdAt', 'l.updatedAt', 'l.deletedAt'])
      .select(
        sql<string[]>`array(select 'images/' || image_id || '.webp' from listing_images i
          where i.listing_id = l.id order by i.position)`.as('pictures'),
      )
      .where('l.sellerId', '=', userId)
      .$if(after !== undefined, (query) => query.where('l.id', '>', after?.id ?? ''))
      .orderBy('l.id')
      .limit(pageSize)
      .execute(),
  );
}

function exportNotifications(db: Db, userId: string) {
  return inPages((after: { id: string } | undefined) =>
    db
      .selectFrom('notifications')
      .select(['id', 'type', 'data', 'count', 'readAt', 'createdAt'])
      .where('userId', '=', userId)
      .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );
}

function exportReports(db: Db, userId: string) {
  return inPages((after: { id: string } | undefined) =>
    db
      .selectFrom('reports')
      .select(['id', 'targetType', 'targetId', 'reason', 'comment', 'createdAt'])
      .where('reporterId', '=', userId)
      .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );
}

/** What was bought, and what was sold and paid. */
function exportOrders(db: Db, userId: string) {
  return inPages((after: { id: string } | undefined) =>
    db
      .selectFrom('orders')
      .select(['id', 'title', 'delivery', 'price', 'shipping', 'total', 'refunded', 'state'])
      .select(['createdAt', 'capturedAt'])
      .select((row) => row('buyerId', '=', userId).as('bought'))
      .where((row) =>
        row.or([
          row('buyerId', '=', userId),
          row.and([row('sellerId', '=', userId), row('capturedAt', 'is not', null)]),
        ]),
      )
      .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );
}

async function* exportTokens(db: Db, userId: string) {
  yield* await db
    .selectFrom('apiTokens')
    .select(['name', 'scope', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

async function* exportSessions(db: Db, userId: string) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['userAgent', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .where('userId', '=', userId)
    .execute();
  for (const row of sessions) {
    yield { kind: 'session', device: deviceLabel(row.userAgent), ...row };
  }
  const devices = await db
    .selectFrom('trustedDevices')
    .select(['userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .execute();
  for (const row of devices) {
    yield { kind: 'trusted device', device: deviceLabel(row.userAgent), ...row };
  }
}

async function* exportBlocks(db: Db, userId: string) {
  const rows = await db
    .selectFrom('blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blockedId')
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.username', 'u.deletedAt', 'b.createdAt'])
    .where('b.blockerId', '=', userId)
    .orderBy('b.createdAt')
    .execute();
  for (const row of rows) yield { name: personName(row), blockedAt: row.createdAt };
}

function fileOf(imageId: string | null): string | null {
  return imageId && `images/${imageId}.webp`;
}

/** Every message of the user's conversations, one conversation after the other. */
async function* exportMessages(db: Db, userId: string): AsyncGenerator<object> {
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
