import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import type { CaseView } from '@marketplace/shared/moderation/case-views';
import type { Session } from '../../context.ts';
import type { Parts } from '../../parts.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createRecordingHub, createTestParts, type RecordingHub } from '../../test/parts.ts';
import { addressOf, createTestUser, daysAgo } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createTestConversation,
  createTestListing,
  draft,
  messagingOf,
} from '../messaging/messaging.fixtures.ts';
import { reviewsOf } from '../reviews/reviews.fixtures.ts';
import { moderationRouter } from './moderation.router.ts';

const createModerationCaller = createCallerFactory(moderationRouter);

interface World {
  database: TestDatabase;
  hub: RecordingHub;
  parts: Parts;
  /** Ann Admin. */
  admin: Session['user'];
  asAdmin: ReturnType<typeof adminOf>;
}

/** A database of the test file's own with an admin, there from its first test to its last. */
export function moderationWorld(): World {
  const world = {} as World;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const hub = createRecordingHub();
    const parts = createTestParts(database, { hub });
    const admin = await createAdmin(parts, { firstName: 'Ann', lastName: 'Admin' });
    Object.assign(world, { database, hub, parts, admin, asAdmin: adminOf(parts, admin) });
  });
  afterAll(() => world.database.close());
  return world;
}

export function createAdmin(parts: Parts, values: Partial<Insertable<Users>> = {}) {
  return createTestUser(parts.db, { isAdmin: true, ...values });
}

/** A report by this user, a scam unless told otherwise. */
export function reportAs(
  parts: Parts,
  user: Session['user'],
  {
    ip = addressOf(user),
    ...target
  }: { targetType: CaseView['targetType']; targetId: string; comment?: string; ip?: string },
) {
  const caller = createModerationCaller(contextOfUser(parts, user, { ip }));
  return caller.report({ reason: 'scam', ...target });
}

/** So many reports by people whose reports carry weight, one after the other. */
export async function reportByOthers(
  parts: Parts,
  count: number,
  target: { targetType: CaseView['targetType']; targetId: string },
): Promise<Session['user'][]> {
  const reporters = [];
  for (let at = 0; at < count; at += 1) {
    const reporter = await createTestUser(parts.db, { createdAt: daysAgo(4) });
    await reportAs(parts, reporter, target);
    reporters.push(reporter);
  }
  return reporters;
}

/** The open case of a target. */
export async function openCaseOf(parts: Parts, targetId: string): Promise<string> {
  const { id } = await parts.db
    .selectFrom('moderationCases')
    .select('id')
    .where('targetId', '=', targetId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return id;
}

/** A listing that somebody has reported. */
export async function createReportedListing(parts: Parts, reporters = 1) {
  const seller = await createTestUser(parts.db, { firstName: 'Sam', lastName: 'Seller' });
  const listingId = await createTestListing(parts.db, seller.id, { title: 'Fake watch' });
  const target = { targetType: 'listing' as const, targetId: listingId };
  const people = await reportByOthers(parts, reporters, target);
  return {
    ...target,
    listingId,
    owner: seller,
    reporters: people,
    caseId: await openCaseOf(parts, listingId),
  };
}

/** A message of a buyer that the seller has reported; another message follows it. */
export async function createReportedMessage(parts: Parts, { isLast = false } = {}) {
  const talk = await createTestConversation(parts);
  const buyer = messagingOf(parts, talk.buyer);
  const message = await buyer.send({ conversationId: talk.id, ...draft('Pay me outside') });
  if (!isLast) await buyer.send({ conversationId: talk.id, ...draft('Well?') });
  const target = { targetType: 'message' as const, targetId: message.id };
  await reportAs(parts, talk.seller, target);
  return {
    ...target,
    talk,
    message,
    owner: talk.buyer,
    reporters: [talk.seller],
    caseId: await openCaseOf(parts, message.id),
  };
}

/** A review with a reply that its seller has reported. */
export async function createReportedReview(parts: Parts) {
  const seller = await createTestUser(parts.db, { firstName: 'Sam', lastName: 'Seller' });
  const listingId = await createTestListing(parts.db, seller.id);
  const author = await createTestUser(parts.db);
  const rating = { sellerId: seller.id, listingId, rating: 1, comment: 'A thief' };
  const review = await reviewsOf(parts, author).submit(rating);
  await reviewsOf(parts, seller).reply({ reviewId: review.id, reply: 'Not true' });
  const target = { targetType: 'review' as const, targetId: review.id };
  await reportAs(parts, seller, target);
  return {
    ...target,
    rating,
    seller,
    owner: author,
    reporters: [seller],
    caseId: await openCaseOf(parts, review.id),
  };
}

/** Somebody with a listing whom somebody else has reported. */
export async function createReportedUser(parts: Parts) {
  const owner = await createTestUser(parts.db, { firstName: 'Una', lastName: 'User' });
  const listingId = await createTestListing(parts.db, owner.id);
  const target = { targetType: 'user' as const, targetId: owner.id };
  const reporters = await reportByOthers(parts, 1, target);
  const caseId = await openCaseOf(parts, owner.id);
  return { ...target, listingId, owner, reporters, caseId };
}

/** What a user was told, the newest first. */
export async function toldTo(db: Db, { id }: { id: string }) {
  return db
    .selectFrom('notifications')
    .select(['type', 'data', 'readAt'])
    .where('userId', '=', id)
    .orderBy('createdAt', 'desc')
    .execute();
}

/** Moves the decision of a case so far into the past. */
export async function passSinceDecision(db: Db, caseId: string, minutes: number): Promise<void> {
  await db
    .updateTable('moderationCases')
    .set({ decidedAt: sql<Date>`decided_at - make_interval(mins => ${minutes})` })
    .where('id', '=', caseId)
    .execute();
}

/** All that a refused decision must leave as it was. */
export async function everything(db: Db): Promise<unknown> {
  const { rows } = await sql<{ all: unknown }>`
    select jsonb_build_object(
      'cases', (select jsonb_agg(c order by id) from moderation_cases c),
      'reports', (select jsonb_agg(r order by id) from reports r),
      'listings', (select jsonb_agg(l order by id) from listings l),
      'messages', (select jsonb_agg(m order by id) from messages m),
      'conversations', (select jsonb_agg(c order by id) from conversations c),
      'reviews', (select jsonb_agg(r order by id) from reviews r),
      'users', (select jsonb_agg(u order by id) from users u),
      'notifications', (select jsonb_agg(n order by id) from notifications n),
      'audit', (select count(*) from audit_log where action <> 'conversation.read'),
      'mail', (select count(*) from graphile_worker._private_jobs)
    ) as all`.execute(db);
  return rows[0]?.all;
}
