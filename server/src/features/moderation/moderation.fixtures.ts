import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import type { ReportReason, ReportTargetType } from '@marketplace/shared/moderation/constants';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { contextOfUser, testContext } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  createRecordingHub,
  createTestContext,
  type RecordingHub,
} from '../../test/app-context.ts';
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

export interface World {
  database: TestDatabase;
  hub: RecordingHub;
  ctx: AppContext;
  /** The admin, named Ann Admin. */
  admin: Session['user'];
  asAdmin: ReturnType<typeof adminOf>;
}

/** Sets up a database with an admin for all tests of the calling file. */
export function moderationWorld(): World {
  const world = {} as World;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const hub = createRecordingHub();
    const ctx = createTestContext(database, { hub });
    const admin = await createAdmin(ctx, { firstName: 'Ann', lastName: 'Admin' });
    Object.assign(world, { database, hub, ctx, admin, asAdmin: adminOf(ctx, admin) });
  });
  afterAll(() => world.database.close());
  return world;
}

export function createAdmin(ctx: AppContext, values: Partial<Insertable<Users>> = {}) {
  return createTestUser(ctx.db, { isAdmin: true, ...values });
}

/** Returns the procedures of reports and appeals as called by this user, or by a visitor. */
export function moderationOf(ctx: AppContext, user?: Session['user']) {
  return createModerationCaller(user ? contextOfUser(ctx, user) : testContext(ctx));
}

/** Reports a target as this user, for a scam by default. */
export function reportAs(
  ctx: AppContext,
  user: Session['user'],
  {
    ip = addressOf(user),
    ...target
  }: {
    targetType: ReportTargetType;
    targetId: string;
    reason?: ReportReason;
    comment?: string;
    ip?: string;
  },
) {
  const caller = createModerationCaller(contextOfUser(ctx, user, { ip }));
  return caller.report({ reason: 'scam', ...target });
}

/** Sends `count` reports, one after the other, from people whose reports carry weight. */
export async function reportByOthers(
  ctx: AppContext,
  count: number,
  target: { targetType: ReportTargetType; targetId: string },
): Promise<Session['user'][]> {
  const reporters = [];
  for (let at = 0; at < count; at += 1) {
    const reporter = await createTestUser(ctx.db, { createdAt: daysAgo(4) });
    await reportAs(ctx, reporter, target);
    reporters.push(reporter);
  }
  return reporters;
}

export async function openCaseOf(ctx: AppContext, targetId: string): Promise<string> {
  const { id } = await ctx.db
    .selectFrom('moderationCases')
    .select('id')
    .where('targetId', '=', targetId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return id;
}

export async function createReportedListing(ctx: AppContext, reporters = 1) {
  const seller = await createTestUser(ctx.db, { firstName: 'Sam', lastName: 'Seller' });
  const listingId = await createTestListing(ctx.db, seller.id, { title: 'Fake watch' });
  const target = { targetType: 'listing' as const, targetId: listingId };
  const people = await reportByOthers(ctx, reporters, target);
  return {
    ...target,
    listingId,
    owner: seller,
    reporters: people,
    caseId: await openCaseOf(ctx, listingId),
  };
}

/** Creates a buyer's message that the seller has reported. Another message follows it. */
export async function createReportedMessage(ctx: AppContext, { isLast = false } = {}) {
  const talk = await createTestConversation(ctx);
  const buyer = messagingOf(ctx, talk.buyer);
  const message = await buyer.send({ conversationId: talk.id, ...draft('Pay me outside') });
  if (!isLast) await buyer.send({ conversationId: talk.id, ...draft('Well?') });
  const target = { targetType: 'message' as const, targetId: message.id };
  await reportAs(ctx, talk.seller, target);
  return {
    ...target,
    talk,
    message,
    owner: talk.buyer,
    reporters: [talk.seller],
    caseId: await openCaseOf(ctx, message.id),
  };
}

/** Creates a review with a reply that its seller has reported. */
export async function createReportedReview(ctx: AppContext) {
  const seller = await createTestUser(ctx.db, { firstName: 'Sam', lastName: 'Seller' });
  const listingId = await createTestListing(ctx.db, seller.id);
  const author = await createTestUser(ctx.db);
  const rating = { sellerId: seller.id, listingId, rating: 1, comment: 'A thief' };
  const review = await reviewsOf(ctx, author).submit(rating);
  await reviewsOf(ctx, seller).reply({ reviewId: review.id, reply: 'Not true' });
  const target = { targetType: 'review' as const, targetId: review.id };
  await reportAs(ctx, seller, target);
  return {
    ...target,
    rating,
    seller,
    owner: author,
    reporters: [seller],
    caseId: await openCaseOf(ctx, review.id),
  };
}

/** Creates a user with a listing, whom another user has reported. */
export async function createReportedUser(ctx: AppContext) {
  const owner = await createTestUser(ctx.db, { firstName: 'Una', lastName: 'User' });
  const listingId = await createTestListing(ctx.db, owner.id);
  const target = { targetType: 'user' as const, targetId: owner.id };
  const reporters = await reportByOthers(ctx, 1, target);
  const caseId = await openCaseOf(ctx, owner.id);
  return { ...target, listingId, owner, reporters, caseId };
}

export async function notificationsTo(db: Db, { id }: { id: string }) {
  return db
    .selectFrom('notifications')
    .select(['type', 'data', 'readAt'])
    .where('userId', '=', id)
    .orderBy('createdAt', 'desc')
    .execute();
}

export async function passSinceDecision(db: Db, caseId: string, minutes: number): Promise<void> {
  await db
    .updateTable('moderationCases')
    .set({ decidedAt: sql<Date>`decided_at - make_interval(mins => ${minutes})` })
    .where('id', '=', caseId)
    .execute();
}

/** Returns everything that a refused decision must leave unchanged. */
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
      'mail', (select count(*) from graphile_worker.jobs where task_identifier = 'sendMail')
    ) as all`.execute(db);
  return rows[0]?.all;
}
