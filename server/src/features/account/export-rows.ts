import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { personName } from '@marketplace/shared/users/names';
import { deviceLabel } from '../auth/trusted-devices.ts';
import { inPages } from '../../platform/cursor.ts';
import { selectFavorites } from '../favorites/favorites.ts';
import { listHidden } from '../hidden/hidden.ts';
import { exportDeals, exportMessages, exportReadings } from './export-conversations.ts';

type Rows = (db: Db, userId: string) => AsyncIterable<object> | Promise<object[]>;

/** The content of an export, by file. Other people appear only with their public name. */
export const exportedFiles: Record<string, Rows> = {
  'profile.json': exportProfile,
  'listings.json': exportListings,
  'drafts.json': (db, userId) =>
    inPages(
      db
        .selectFrom('drafts')
        .select(['id', 'content', 'updatedAt'])
        .where((eb) => eb.and({ userId, deletedAt: null })),
    ),
  'messages.json': exportMessages,
  'conversation-readings.json': exportReadings,
  'deals.json': exportDeals,
  'reviews.json': exportReviews,
  'notifications.json': (db, userId) =>
    inPages(
      db
        .selectFrom('notifications')
        .select(['id', 'type', 'data', 'count', 'readAt', 'createdAt'])
        .where('userId', '=', userId),
    ),
  'reports.json': (db, userId) =>
    inPages(
      db
        .selectFrom('reports')
        .select(['id', 'targetType', 'targetId', 'reason', 'comment', 'createdAt'])
        .where('reporterId', '=', userId),
    ),
  'decisions.json': (db, userId) =>
    inPages(
      db
        .selectFrom('decisions')
        .select(['id', 'kind', 'targetType', 'targetId', 'guideline', 'rule', 'passage', 'advice'])
        .select(['reason', 'createdAt', 'reversedAt', 'appeal', 'appealedAt'])
        .where('userId', '=', userId),
    ),
  // Notes are data about the person, who may see them. Their authors are other people.
  'moderator-notes.json': (db, userId) =>
    inPages(
      db.selectFrom('adminNotes').select(['id', 'text', 'createdAt']).where('userId', '=', userId),
    ),
  'orders.json': exportOrders,
  'sessions.json': exportSessions,
  'sign-ins.json': (db, userId) =>
    inPages(
      db
        .selectFrom('signIns')
        .select(['id', 'outcome', 'userAgent', 'roughNetwork', 'createdAt'])
        .where('userId', '=', userId),
    ),
  'push.json': exportPushDevices,
  'tokens.json': (db, userId) =>
    db
      .selectFrom('apiTokens')
      .select(['name', 'scope', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
  'passkeys.json': (db, userId) =>
    db
      .selectFrom('passkeys')
      .select(['name', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
  'authenticator-apps.json': (db, userId) =>
    db
      .selectFrom('authenticatorApps')
      .select(['createdAt', 'confirmedAt'])
      .where('userId', '=', userId)
      .execute(),
  'webhooks.json': (db, userId) =>
    db
      .selectFrom('webhooks')
      .select(['url', 'events', 'enabled', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
  'favorites.json': exportFavorites,
  'hidden.json': exportHidden,
  'blocks.json': exportBlocks,
  'searches.json': (db, userId) =>
    db
      .selectFrom('standingSearches')
      .select(['id', 'name', 'filter', 'frequency', 'pausedAt', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
};

async function exportProfile(db: Db, userId: string) {
  const { avatarImageId, ...user } = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'firstName', 'lastName', 'avatarImageId', 'createdAt'])
    .select(['membershipTier', 'isAdmin', 'canUsePaypal', 'ratingSum', 'ratingCount'])
    .select(['mailMessages', 'mailReviews', 'mailDeals', 'mailAlerts', 'town', 'showPresence'])
    .select(sql<string | null>`away_until::text`.as('awayUntil'))
    .select(['lastSeenAt', 'mailListings', 'mailModeration', 'standing', 'daysPresent'])
    .select(['standingAdjustment', 'standingReason'])
    .select(['suspendedUntil', 'suspensionReason'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return [{ ...user, picture: avatarImageId && `images/${avatarImageId}.webp` }];
}

function exportListings(db: Db, userId: string) {
  return inPages(
    db
      .selectFrom('listings as l')
      .select(['l.id', 'l.title', 'l.description', 'l.price', 'l.category', 'l.condition'])
      .select(['l.location', 'l.details', 'l.isActive', 'l.isFeatured', 'l.flagReason'])
      .select(['l.availability', 'l.isFirmPrice', 'l.previousPrice', 'l.soldAt'])
      .select([
        'l.createdAt',
        'l.updatedAt',
        'l.deletedAt',
        'l.expiresAt',
        'l.renewedAt',
        'l.endedAt',
      ])
      .select(
        sql<string[]>`array(select 'images/' || image_id || '.webp' from listing_images i
          where i.listing_id = l.id order by i.position)`.as('pictures'),
      )
      .where('l.sellerId', '=', userId),
    'l.id',
  );
}

export async function* exportReviews(db: Db, userId: string): AsyncGenerator<object> {
  const sides = [
    ['written', 'r.reviewerId', 'r.sellerId'],
    ['received', 'r.sellerId', 'r.reviewerId'],
  ] as const;
  for (const [side, mine, others] of sides) {
    const reviews = inPages(
      db
        .selectFrom('reviews as r')
        .innerJoin('listings as l', 'l.id', 'r.listingId')
        .leftJoin('users as u', 'u.id', others)
        .select(['r.id', 'r.rating', 'r.comment', 'r.reply', 'r.repliedAt', 'r.createdAt'])
        .select(['r.state', 'r.about', 'l.title', 'u.id as otherId'])
        .select(['u.firstName', 'u.lastName', 'u.username', 'u.deletedAt'])
        .where(mine, '=', userId)
        .$if(side === 'received', (query) => query.where('r.state', '=', 'public')),
      'r.id',
    );
    for await (const row of reviews) {
      const { title: listing, about, rating, comment, reply, repliedAt, createdAt, state } = row;
      const other = personName(row.otherId === null ? null : row);
      const role = side === 'written' ? about : 'reviewer';
      const review = { rating, comment, reply, repliedAt, createdAt, state };
      yield { side, about, listing, [role]: other, ...review };
    }
  }
}

function exportOrders(db: Db, userId: string) {
  return inPages(
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
      ),
  );
}

async function exportSessions(db: Db, userId: string) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['userAgent', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .where('userId', '=', userId)
    .execute();
  const devices = await db
    .selectFrom('trustedDevices')
    .select(['userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .execute();
  const exported = <Row extends { userAgent: string }>(kind: string, rows: Row[]) =>
    rows.map((row) => ({ kind, device: deviceLabel(row.userAgent), ...row }));
  return [...exported('session', sessions), ...exported('trusted device', devices)];
}

async function exportFavorites(db: Db, userId: string) {
  const rows = await selectFavorites(db, userId).orderBy('favorites.createdAt').execute();
  return rows.map(({ id, title, createdAt }) => ({ listing: id, title, savedAt: createdAt }));
}

/** Exports only the host of an endpoint, because the rest is a secret of the browser. */
function exportPushDevices(db: Db, userId: string) {
  return db
    .selectFrom('pushSubscriptions')
    .select(sql<string>`split_part(endpoint, '/', 3)`.as('service'))
    .select(['kinds', 'details', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

async function exportHidden(db: Db, userId: string) {
  const rows = await listHidden(db, userId);
  return rows.map(({ sellerName, listing, hiddenAt }) => ({
    seller: sellerName,
    listing: listing?.title ?? null,
    hiddenAt,
  }));
}

async function exportBlocks(db: Db, userId: string) {
  const rows = await db
    .selectFrom('blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blockedId')
    .select(['u.firstName', 'u.lastName', 'u.username', 'u.deletedAt', 'b.createdAt'])
    .where('b.blockerId', '=', userId)
    .orderBy('b.createdAt')
    .execute();
  return rows.map((row) => ({ name: personName(row), blockedAt: row.createdAt }));
}
