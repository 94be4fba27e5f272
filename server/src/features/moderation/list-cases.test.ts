import { describe, expect, it } from 'vitest';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { createTestUser } from '../../test/users.ts';
import { leave, reviewsOf } from '../reviews/reviews.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  createReportedUser,
  moderationWorld,
  reportAs,
  reportByOthers,
} from './moderation.fixtures.ts';

const world = moderationWorld();

async function caseById(caseId: string): Promise<CaseView | undefined> {
  const { items } = await world.asAdmin.reports({ limit: 100 });
  return items.find(({ id }) => id === caseId);
}

/** Returns the ids on each page of the queue, with two cases a page. */
async function pages(query: Parameters<typeof world.asAdmin.reports>[0]): Promise<string[][]> {
  const all: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await world.asAdmin.reports({ ...query, limit: 2, ...(cursor ? { cursor } : {}) });
    all.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return all;
}

describe('the moderation queue', () => {
  it('shows a listing with its image URL, seller, reporters and what they saw', async () => {
    const { caseId, listingId, owner, reporters, targetType } = await createReportedListing(
      world.ctx,
    );
    const second = await createTestUser(world.ctx.db);
    await reportAs(world.ctx, second, { targetType, targetId: listingId, comment: 'Not real' });
    const { lastReportAt: _, createdAt: __, ...view } = (await caseById(caseId))!;
    const personOf = ({ id, email }: { id: string; email: string }) =>
      expect.objectContaining({ id, email });
    const evidence = {
      sellerId: owner.id,
      title: 'Fake watch',
      price: '120.00',
      description: '',
      category: '',
      location: '',
      imageIds: [],
    };
    const report = {
      id: expect.any(String),
      createdAt: expect.any(String),
      reason: 'scam',
      evidence,
    };
    expect(view).toEqual({
      appeal: null,
      id: caseId,
      targetType,
      targetId: listingId,
      status: 'open',
      reporterCount: 2,
      reportsWithWeight: 1,
      harm: 40 + 5 + 2 * 3 + 5,
      reports: [
        { ...report, comment: 'Not real', reporter: personOf(second) },
        { ...report, comment: null, reporter: personOf(reporters[0]!) },
      ],
      target: {
        title: 'Fake watch',
        text: '',
        image: null,
        path: `/listings/${listingId}`,
        owner: { id: owner.id, email: owner.email, displayName: 'Sam Seller' },
        state: 'active',
      },
      claimedBy: null,
      claimedAt: null,
      decision: null,
      reason: null,
      decidedBy: null,
      decidedAt: null,
      undoableUntil: null,
      earlier: [],
    });
  });

  it('shows a message, a review and a person as they are now', async () => {
    const message = await createReportedMessage(world.ctx);
    expect((await caseById(message.caseId))?.target).toMatchObject({
      title: 'Message about Oak table',
      text: 'Pay me outside',
      path: null,
      owner: { id: message.owner.id },
      state: 'active',
    });
    const review = await createReportedReview(world.ctx);
    expect((await caseById(review.caseId))?.target).toMatchObject({
      title: 'Review of Sam Seller',
      text: '1 of 5: A thief',
      path: `/users/${review.seller.id}`,
      owner: { id: review.owner.id },
      state: 'active',
    });
    const user = await createReportedUser(world.ctx);
    expect((await caseById(user.caseId))?.target).toMatchObject({
      title: 'Una User',
      path: `/users/${user.owner.id}`,
      owner: { id: user.owner.id },
      state: 'active',
    });
  });

  it('shows the reported text of a review that its author has deleted', async () => {
    const { caseId, targetId, owner } = await createReportedReview(world.ctx);
    await reviewsOf(world.ctx, owner).remove({ reviewId: targetId });
    expect((await caseById(caseId))?.target).toMatchObject({
      text: '1 of 5: A thief',
      owner: { id: owner.id },
      state: 'deleted',
    });
  });

  it('does not name a user who has deleted their account', async () => {
    const { caseId, owner, reporters } = await createReportedUser(world.ctx);
    await leave(world.ctx, owner);
    await leave(world.ctx, reporters[0]!);
    const view = await caseById(caseId);
    expect(view).toMatchObject({ target: { owner: null, state: 'deleted', path: null } });
    expect(view?.reports[0]?.reporter).toBeNull();
  });

  it('shows the newest five reports and counts all', async () => {
    const { caseId, targetId, targetType } = await createReportedUser(world.ctx);
    const reporters = await reportByOthers(world.ctx, 6, { targetType, targetId });
    const view = await caseById(caseId);
    expect(view?.reporterCount).toBe(7);
    const shown = view?.reports.map(({ reporter }) => reporter?.id);
    expect(shown?.toSorted()).toEqual(
      reporters
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('lists each case once, the newest report first, also among equal times', async () => {
    const before = (await world.asAdmin.reports({ limit: 100 })).items.map(({ id }) => id);
    await world.ctx.db
      .updateTable('moderationCases')
      .set({ lastReportAt: new Date() })
      .where('id', 'in', before)
      .execute();
    const { caseId, targetId, targetType } = await createReportedUser(world.ctx);
    const { caseId: newer } = await createReportedUser(world.ctx);
    await reportByOthers(world.ctx, 1, { targetType, targetId });
    const all = (await pages({})).flat();
    expect(all.slice(0, 2)).toEqual([caseId, newer]);
    expect(all.toSorted()).toEqual([...before, caseId, newer].toSorted());
  });

  it('filters by state, kind of target and the admin’s cases', async () => {
    const { caseId } = await createReportedListing(world.ctx);
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
    const ids = async (query: Parameters<typeof world.asAdmin.reports>[0]) =>
      (await world.asAdmin.reports(query)).items.map(({ id }) => id);
    expect(await ids({ status: 'decided' })).toEqual([caseId]);
    expect(await ids({ status: 'decided', mine: true })).toEqual([caseId]);
    expect(await ids({ status: 'decided', targetType: 'user' })).toEqual([]);
    expect(await ids({ mine: true })).toEqual([]);
    const kinds = (await world.asAdmin.reports({ targetType: 'user' })).items;
    expect(new Set(kinds.map(({ targetType }) => targetType))).toEqual(new Set(['user']));
  });

  it('refuses an invalid cursor', async () => {
    await expect(world.asAdmin.reports({ cursor: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('logs whose reported messages an admin reads, once in ten minutes', async () => {
    const { talk } = await createReportedMessage(world.ctx);
    const reader = await createAdmin(world.ctx);
    await adminOf(world.ctx, reader).reports({});
    await adminOf(world.ctx, reader).reports({});
    const entries = await world.ctx.db
      .selectFrom('auditLog')
      .select(['action', 'targetType', 'reason'])
      .where('actorId', '=', reader.id)
      .where('targetId', '=', talk.id)
      .execute();
    expect(entries).toEqual([
      { action: 'conversation.read', targetType: 'conversation', reason: 'Reported message' },
    ]);
  });

  it('does not log a conversation that the admin has just read for another reason', async () => {
    const { talk } = await createReportedMessage(world.ctx);
    const reader = await createAdmin(world.ctx);
    const { conversation, reports } = adminOf(world.ctx, reader);
    await conversation({ conversationId: talk.id, why: 'A complaint' });
    await reports({});
    const entries = await world.ctx.db
      .selectFrom('auditLog')
      .select('reason')
      .where('actorId', '=', reader.id)
      .where('targetId', '=', talk.id)
      .execute();
    expect(entries).toEqual([{ reason: 'A complaint' }]);
  });
});
