import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { type DemoData, demoData } from '@marketplace/db/demo/demo-data';
import { displayName } from '@marketplace/shared/users/names';
import { sentenceOf } from '../features/deals/sentences.ts';
import { placeOf } from '../features/listings/place.ts';
import { storeWithin } from '../features/messaging/store-message.ts';
import { findEvidence } from '../features/moderation/evidence.ts';
import type { NotificationDraft } from '../features/notifications/notification.view.ts';
import { addSearchWords } from '../features/listings/search/corrections.ts';
import { indexed } from '../features/listings/search/index-listings.ts';
import { updateAllStandings } from '../features/standing/update-standings.ts';
import type { AppContext } from '../app-context.ts';

type DemoConversation = DemoData['conversations'][number];

/** An advisory lock with any constant key, so that only one instance fills the database. */
const seedLock = 7_203_118;

/** Fills an empty database with the demo data, without pictures, completely or not at all. */
export async function seedDemo({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(trx);
    await sql`set local marketplace.seeding = 'on'`.execute(trx);
    if (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return;
    const data = demoData(new Date());
    await insertUsers(trx, data);
    await insertListings(trx, data);
    await insertConversations(trx, data);
    await insertDeals(trx, data);
    await trx.insertInto('safeSpots').values(data.spots).execute();
    await insertReviews(trx, data);
    await insertReports(trx, data);
    // The second run counts conversations with people whom the first one raised.
    for (let run = 0; run < 2; run += 1) await updateAllStandings({ db: trx });
    log.info({ listings: data.listings.length }, 'Added demo data.');
  });
}

async function insertUsers(trx: Db, { users, reviews, conversations }: DemoData): Promise<void> {
  const rows = users.map(({ portraitId: _, ...user }) => {
    const ratings = reviews.filter((review) => review.sellerId === user.id);
    const ratingSum = ratings.reduce((sum, review) => sum + review.rating, 0);
    return { ...user, ratingSum, ratingCount: ratings.length };
  });
  await trx.insertInto('users').values(rows).execute();
  const feeds = users.map((user) => {
    const unread = conversations.reduce((sum, talk) => sum + unreadBy(talk, user.id), 0);
    return { userId: user.id, unread };
  });
  await trx.insertInto('feeds').values(feeds).execute();
}

async function insertListings(trx: Db, data: DemoData): Promise<void> {
  const listings = data.listings.map(({ images: _, location, ...listing }) => ({
    ...listing,
    ...placeOf(location),
    ...indexed({ ...listing, location }),
    updatedAt: listing.createdAt,
  }));
  await trx.insertInto('listings').values(listings).execute();
  await addSearchWords(trx, data.listings.map((listing) => listing.title).join(' '));
  // Most views come in the first days. The hash makes the days differ.
  await sql`insert into listing_views (listing_id, day, views)
    select id, day::date, 1 + abs(hashtext(concat(id, day)) % 5) + 20 / (1 + day::date - created_at::date)
    from listings, generate_series(greatest(created_at, now() - interval '29 days'), now(), interval '1 day') day`.execute(
    trx,
  );
}

async function insertConversations(trx: Db, { conversations, listings }: DemoData): Promise<void> {
  const titles = new Map(listings.map((listing) => [listing.id, listing.title]));
  const talks = conversations.map((talk) => {
    const last = talk.messages.at(-1);
    if (!last) throw new Error(`The demo conversation ${talk.id} is empty.`);
    return { talk, last };
  });
  const rows = talks.map(({ talk: { messages, ...talk }, last }) => ({
    ...talk,
    listingTitle: titles.get(talk.listingId) ?? '',
    lastSeq: messages.length,
    lastMessage: last.content,
    lastSenderId: last.senderId,
    lastMessageAt: last.createdAt,
    listedAt: last.createdAt,
    createdAt: messages[0]?.createdAt ?? last.createdAt,
  }));
  await trx.insertInto('conversations').values(rows).execute();
  const participants = talks.flatMap(({ talk, last }) =>
    [talk.buyerId, talk.sellerId].map((userId) => ({
      conversationId: talk.id,
      userId,
      otherId: userId === talk.buyerId ? talk.sellerId : talk.buyerId,
      readSeq: readSeqOf(talk, userId),
      unread: unreadBy(talk, userId),
      lastMessageAt: last.createdAt,
    })),
  );
  await trx.insertInto('conversationParticipants').values(participants).execute();
  const messages = conversations.flatMap((talk) =>
    talk.messages.map(({ isRead: _, ...message }, index) => ({
      ...message,
      conversationId: talk.id,
      seq: index + 1,
      clientId: message.id,
    })),
  );
  await trx.insertInto('messages').values(messages).execute();
}

async function insertDeals(trx: Db, { deals: { reservations, sales } }: DemoData): Promise<void> {
  for (const { listingId, conversationId, sellerId, until } of reservations) {
    await trx.insertInto('reservations').values({ listingId, conversationId, until }).execute();
    const data = { status: 'reserved', until: until.toISOString() } as const;
    const entry = { kind: 'reservation', data } as const;
    await storeWithin(trx, {
      ...{ conversationId, senderId: sellerId, clientId: randomUUID(), perMinute: 1_000 },
      ...{ entry, content: sentenceOf(entry) },
    });
  }
  await trx.insertInto('sales').values(sales).execute();
}

async function insertReviews(trx: Db, { reviews, users }: DemoData): Promise<void> {
  const rows = reviews.map((review) => ({
    ...review,
    updatedAt: review.createdAt,
    repliedAt: review.reply === null ? null : review.createdAt,
  }));
  await trx.insertInto('reviews').values(rows).execute();
  const names = new Map(users.map((user) => [user.id, displayName(user)]));
  const nameOf = (id: string) => names.get(id) ?? '';
  const notifications = reviews.flatMap((review) => {
    const { id, sellerId, reviewerId, rating, comment, reply, createdAt } = review;
    const about = { sellerId, name: nameOf(reviewerId), rating, comment };
    const drafts: NotificationDraft[] = [
      { userId: sellerId, groupKey: `review:${sellerId}`, type: 'review', data: about },
    ];
    if (reply !== null) {
      const data = { sellerId, name: nameOf(sellerId), reply };
      drafts.push({ userId: reviewerId, groupKey: `reply:${id}`, type: 'reply', data });
    }
    return drafts.map(({ data, ...draft }) => ({
      ...draft,
      ...{ data: JSON.stringify(data), createdAt, readAt: createdAt },
    }));
  });
  await trx.insertInto('notifications').values(notifications).execute();
}

async function insertReports(trx: Db, { reports }: DemoData): Promise<void> {
  const cases = [...Map.groupBy(reports, ({ caseId }) => caseId).values()].flatMap((about) => {
    const times = about.map(({ createdAt }) => createdAt.getTime());
    return about.slice(0, 1).map(({ caseId, targetType, targetId }) => ({
      ...{ id: caseId, targetType, targetId, reporterCount: about.length },
      createdAt: new Date(Math.min(...times)),
      lastReportAt: new Date(Math.max(...times)),
    }));
  });
  await trx.insertInto('moderationCases').values(cases).execute();
  for (const report of reports) {
    const evidence = JSON.stringify(await findEvidence(trx, report));
    const row = { ...report, evidence, carriesWeight: report.targetType === 'listing' };
    await trx.insertInto('reports').values(row).execute();
  }
}

/** Returns how far a person has read: to their last message or the other's last read one. */
function readSeqOf({ messages }: DemoConversation, userId: string): number {
  return messages.findLastIndex(({ senderId, isRead }) => senderId === userId || isRead) + 1;
}

function unreadBy(talk: DemoConversation, userId: string): number {
  if (userId !== talk.buyerId && userId !== talk.sellerId) return 0;
  const later = talk.messages.slice(readSeqOf(talk, userId));
  return later.filter((message) => message.senderId !== userId).length;
}
