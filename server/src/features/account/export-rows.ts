import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import { personName } from '@marketplace/shared/users/names';
import { deviceLabel } from '../auth/trusted-devices.ts';
import { inPages } from '../../platform/cursor.ts';
import { selectFavorites } from '../favorites/favorites.ts';
import { listHidden } from '../hidden/hidden.ts';
import { isReadingShown } from '../messaging/readings.ts';

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

async function* exportMessages(db: Db, userId: string) {
  const conversations = await db
    .selectFrom('conversationParticipants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversationId')
    .innerJoin('users as o', 'o.id', 'p.otherId')
    .select(['c.id', 'c.listingTitle', 'c.sellerId'])
    .select(['o.firstName', 'o.lastName', 'o.username', 'o.deletedAt'])
    .where('p.userId', '=', userId)
    .execute();
  for (const conversation of conversations) {
    const other = personName(conversation);
    const messages = inPages(
      db
        .selectFrom('messages')
        .select(['seq as id', 'senderId', 'content', 'kind', 'data', 'createdAt'])
        .where('conversationId', '=', conversation.id),
      'seq',
    );
    const you = conversation.sellerId === userId ? 'seller' : 'buyer';
    const about = { conversation: conversation.id, listing: conversation.listingTitle, you };
    for await (const { senderId, content, createdAt: sentAt, ...entry } of messages) {
      const from = senderId === userId ? 'you' : other;
      yield {
        ...about,
        with: other,
        from,
        content,
        ...exportedEntry(entry as TimelineEntry),
        sentAt,
      };
    }
  }
}

/** Exports when admins read the user's conversations, as far as both people see it. */
async function exportReadings(db: Db, userId: string) {
  const { rows } = await sql<object>`
    select r.conversation_id as conversation, c.listing_title as listing, r.day::text as day,
      r.because
    from conversation_participants p
    join conversations c on c.id = p.conversation_id
    join conversation_readings r on r.conversation_id = c.id
    where p.user_id = ${userId} and ${isReadingShown}
    group by r.conversation_id, c.listing_title, r.day, r.because
    order by r.day, r.conversation_id`.execute(db);
  return rows as object[];
}

/** The rows of each kind of step in a deal, with its exported columns in `about`. */
const dealTables: Record<string, RawBuilder<unknown>> = {
  offer: sql`select id, conversation_id, created_at, made_by as by, jsonb_build_object(
      'amount', amount::text, 'note', note, 'status', status, 'endedAt', ended_at) as about from offers`,
  reservation: sql`select id, conversation_id, created_at, null::uuid as by, jsonb_build_object(
      'until', until, 'status', status, 'endedAt', ended_at) as about from reservations`,
  'place in line': sql`select conversation_id as id, conversation_id, joined_at as created_at,
      buyer_id as by, null::jsonb as about from line_places`,
  meetup: sql`select id, conversation_id, created_at, proposed_by as by, jsonb_build_object(
      'place', place, 'startsAt', starts_at, 'status', status) as about from meetups`,
  sale: sql`select id, conversation_id, sold_at as created_at, null::uuid as by, jsonb_build_object(
      'handedOver', verified, 'undoneAt', undone_at) as about from sales`,
};

async function* exportDeals(db: Db, userId: string) {
  for (const [what, rows] of Object.entries(dealTables)) {
    // A step that neither person in particular made has no `from`.
    const { rows: steps } = await sql<{ from: string | null; about: object; createdAt: Date }>`
      select s.conversation_id as conversation, c.listing_title as listing, s.about, s.created_at,
        case when s.by = ${userId} then 'you'
          when s.by is not null then 'the other person' end as "from"
      from (${rows}) s
      join conversations c on c.id = s.conversation_id
      where ${userId} in (c.buyer_id, c.seller_id)
      order by s.created_at, s.id`.execute(db);
    for (const { from, about, createdAt, ...step } of steps)
      yield { what, ...step, ...(from && { from }), ...about, createdAt };
  }
}

/** Names the exported files of photos. All other data is exported as stored. */
function exportedEntry({ kind, data }: TimelineEntry) {
  if (kind !== 'photo') return { kind, data };
  return { kind, data: { pictures: data.images.map(({ id }) => `images/${id}.webp`) } };
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
