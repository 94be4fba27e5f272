import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { createTestUser, daysAgo } from '../../test/users.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { openHeldCase } from '../reviews/judge-review.ts';
import {
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  createReportedUser,
  moderationWorld,
  openCaseOf,
  reportAs,
} from './moderation.fixtures.ts';
import { findMedian } from './queue.ts';

const world = moderationWorld();

beforeEach(async () => {
  await sql`truncate moderation_cases cascade`.execute(world.ctx.db);
});

type Query = NonNullable<Parameters<typeof world.asAdmin.reports>[0]>;

const ids = async (query: Query) => (await world.asAdmin.reports(query)).items.map(({ id }) => id);

/** Reports a new listing of `owner` as a new user with this standing, and returns the case. */
async function report(values: {
  reason: 'harassment' | 'prohibited' | 'scam' | 'spam' | 'other';
  standing?: number;
  owner?: { id: string };
}) {
  const { reason, standing = 1 } = values;
  const owner = values.owner ?? (await createTestUser(world.ctx.db, { standing: 2 }));
  const targetId = await createTestListing(world.ctx.db, owner.id);
  const reporter = await createTestUser(world.ctx.db, { standing });
  await reportAs(world.ctx, reporter, { targetType: 'listing', targetId, reason });
  return { id: await openCaseOf(world.ctx, targetId), targetId };
}

const harmOf = async (caseId: string) => (await world.asAdmin.report({ caseId })).harm;

/** Moves the opening of a case into the past. */
const wait = (id: string, days: number) =>
  world.ctx.db
    .updateTable('moderationCases')
    .set({ createdAt: daysAgo(days) })
    .where('id', '=', id)
    .execute();

describe('harm', () => {
  it('adds up reason, kind, reporters and owner, as the documentation says', async () => {
    const owner = await createTestUser(world.ctx.db, { standing: 0 });
    const { id, targetId } = await report({ reason: 'spam', standing: 0, owner });
    expect(await harmOf(id)).toBe(10 + 5 + 1 + 10);
    const add = async (standing: number, reason: 'scam' | 'spam') =>
      reportAs(world.ctx, await createTestUser(world.ctx.db, { standing }), {
        ...{ targetType: 'listing', targetId, reason },
      });
    await add(2, 'scam');
    expect(await harmOf(id)).toBe(40 + 5 + 6 + 10);
    for (let count = 0; count < 4; count += 1) await add(3, 'spam');
    expect(await harmOf(id)).toBe(40 + 5 + 25 + 10);
  });

  it('of a case that the server opened is less, until someone reports its target', async () => {
    const { targetId, caseId, seller } = await createReportedReview(world.ctx);
    await sql`truncate moderation_cases cascade`.execute(world.ctx.db);
    const held = await openHeldCase(world.ctx.db, targetId);
    expect(await harmOf(held)).toBe(20 + 0 + 5 - 10);
    expect(await ids({ source: 'automatic' })).toEqual([held]);
    await reportAs(world.ctx, seller, { targetType: 'review', targetId });
    expect(held).not.toBe(caseId);
    expect(await harmOf(held)).toBe(40 + 3 + 5);
    expect(await ids({ source: 'automatic' })).toEqual([]);
  });

  it('puts one threat before much spam, and is computed again when reports join a case', async () => {
    const spam = await report({ reason: 'spam', standing: 3 });
    const threat = await report({ reason: 'harassment', standing: 0 });
    expect(await ids({ order: 'harm' })).toEqual([threat.id, spam.id]);
    const { id: caseId } = threat;
    await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason: 'A threat' });
    await world.ctx.db.updateTable('listings').set({ isActive: true }).execute();
    const reporter = await createTestUser(world.ctx.db, { standing: 3 });
    await reportAs(world.ctx, reporter, { targetType: 'listing', targetId: threat.targetId });
    await sql`update listings set is_active = false where id = ${threat.targetId}`.execute(
      world.ctx.db,
    );
    const undone = await world.asAdmin.undoDecision({ caseId });
    expect(undone).toMatchObject({ reporterCount: 2, harm: 60 + 5 + 9 });
  });

  it('pages exactly while cases are decided and reported between the pages', async () => {
    const made: string[] = [];
    for (const reason of ['spam', 'spam', 'scam', 'scam', 'scam', 'other', 'harassment'] as const)
      made.push((await report({ reason })).id);
    await world.ctx.db
      .updateTable('moderationCases')
      .set({ lastReportAt: daysAgo(1) })
      .execute();
    const page = async (cursor?: string) =>
      world.asAdmin.reports({ order: 'harm', limit: 2, ...(cursor && { cursor }) });
    const first = await page();
    // A decided case leaves, and a worse one comes before the cursor: neither moves the next page.
    const decided = first.items[1] as CaseView;
    await world.asAdmin.resolveReport({ caseId: decided.id, decision: 'dismiss', reason: 'Fine' });
    const worse = await report({ reason: 'harassment', standing: 3 });
    const seen = first.items.map(({ id }) => id);
    let cursor = first.nextCursor;
    while (cursor) {
      const next = await page(cursor);
      seen.push(...next.items.map(({ id }) => id));
      cursor = next.nextCursor;
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect(await ids({ order: 'harm', limit: 1 })).toEqual([worse.id]);
    await expect(world.asAdmin.reports({ cursor: first.nextCursor! })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const { nextCursor } = await world.asAdmin.reports({ limit: 1 });
    await expect(
      world.asAdmin.reports({ order: 'harm', cursor: nextCursor! }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('the filters of the queue', () => {
  it('find cases by reason, claim, age and owner', async () => {
    const owner = await createTestUser(world.ctx.db);
    const scam = await report({ reason: 'scam', owner });
    const spam = await report({ reason: 'spam', owner });
    const other = await report({ reason: 'other' });
    await wait(spam.id, 2);
    expect(await ids({ reason: 'scam' })).toEqual([scam.id]);
    expect(await ids({ overdue: true })).toEqual([spam.id]);
    expect(await ids({ ownerId: owner.id })).toEqual([spam.id, scam.id]);
    expect(await ids({ ownerId: 'nobody' })).toEqual([]);
    const colleague = adminOf(world.ctx, await createAdmin(world.ctx));
    await colleague.claimReport({ caseId: other.id });
    await world.asAdmin.claimReport({ caseId: scam.id });
    expect(await ids({ claim: 'others' })).toEqual([other.id]);
    expect(await ids({ claim: 'none' })).toEqual([spam.id]);
    expect(await ids({ mine: true })).toEqual([scam.id]);
    await world.asAdmin.resolveReport({ caseId: scam.id, decision: 'dismiss', reason: 'Fine' });
    expect(await ids({ ownerId: owner.id, status: 'decided', order: 'harm' })).toEqual([scam.id]);
  });

  it('know the owner of each kind of target', async () => {
    for (const create of [
      createReportedListing,
      createReportedMessage,
      createReportedReview,
      createReportedUser,
    ]) {
      const { caseId, owner } = await create(world.ctx);
      expect(await ids({ ownerId: owner.id })).toEqual([caseId]);
    }
  });
});

describe('the state of the queue', () => {
  it('counts open cases by filter, and says how long they wait and who has claims', async () => {
    const colleague = await createAdmin(world.ctx, { firstName: 'Cleo', lastName: 'Busy' });
    const [first, second, third] = [
      await report({ reason: 'scam' }),
      await report({ reason: 'spam' }),
      await report({ reason: 'spam' }),
    ];
    const { targetId } = await createReportedReview(world.ctx);
    const reviewer = await createTestUser(world.ctx.db);
    await reportAs(world.ctx, reviewer, { targetType: 'review', targetId, reason: 'other' });
    await wait(first.id, 3);
    await adminOf(world.ctx, colleague).claimReport({ caseId: first.id });
    await adminOf(world.ctx, colleague).claimReport({ caseId: second.id });
    await world.asAdmin.claimReport({ caseId: third.id });
    const { oldestAt, medianMinutes: _, ...state } = await world.asAdmin.queue();
    expect(Date.now() - Date.parse(oldestAt!)).toBeGreaterThan(2.9 * 24 * 60 * 60 * 1000);
    expect(state).toEqual({
      ...{ open: 4, people: 4, automatic: 0, unclaimed: 1, others: 2, overdue: 1 },
      kinds: { listing: 3, review: 1 },
      reasons: { scam: 2, spam: 2, other: 1 },
      claims: [
        { admin: expect.objectContaining({ displayName: 'Cleo Busy' }), count: 2 },
        { admin: expect.objectContaining({ id: world.admin.id }), count: 1 },
      ],
    });
  });

  it('has the median time to a decision in the last 30 days', async () => {
    for (const [minutes, days] of [
      [10, 1],
      [20, 1],
      [90, 29],
      [1_000, 31],
    ]) {
      const { id } = await report({ reason: 'spam' });
      await world.asAdmin.resolveReport({ caseId: id, decision: 'dismiss', reason: 'Fine' });
      await sql`update moderation_cases set decided_at = now() - make_interval(days => ${days}),
        created_at = now() - make_interval(days => ${days}, mins => ${minutes})
        where id = ${id}`.execute(world.ctx.db);
    }
    expect(await findMedian(world.ctx.db)).toBe(20);
    await sql`truncate moderation_cases cascade`.execute(world.ctx.db);
    expect(await findMedian(world.ctx.db)).toBeNull();
    expect(await world.asAdmin.queue()).toMatchObject({ open: 0, oldestAt: null, claims: [] });
  });
});
