import { describe, expect, it } from 'vitest';
import { callerOf } from '../listings/listings.fixtures.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestUser } from '../../test/users.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  moderationWorld,
  openCaseOf,
  reportAs,
  notificationsTo,
} from './moderation.fixtures.ts';

const world = moderationWorld();
const reason = 'Against the rules';

const acts = [
  { act: 'flag', decision: 'flag', what: 'flagged', outcome: 'acted' },
  { act: 'restore', decision: 'dismiss', what: 'restored', outcome: 'dismissed' },
  { act: 'removeListing', decision: 'delete', what: 'deleted', outcome: 'acted' },
] as const;

describe('an admin’s action on a listing in the Listings tab', () => {
  it.each(acts)(
    '$act decides the listing’s open case',
    async ({ act, decision, what, outcome }) => {
      const { ctx, hub, admin, asAdmin } = world;
      const { caseId, listingId, owner, reporters } = await createReportedListing(ctx, 3);
      await asAdmin[act]({ id: listingId, reason });
      expect(await asAdmin.report({ caseId })).toMatchObject({
        status: 'decided',
        decision,
        reason,
        decidedBy: { id: admin.id },
      });
      expect(hub.adminEvents).toContainEqual({ type: 'report', caseId, change: 'decided' });
      expect((await notificationsTo(ctx.db, owner))[0]).toMatchObject({ data: { what, reason } });
      expect(await queuedMails(ctx, owner.email)).toHaveLength(1);
      for (const reporter of reporters) {
        expect(await notificationsTo(ctx.db, reporter)).toMatchObject([
          { type: 'report', data: { outcome } },
        ]);
      }
      const entries = await ctx.db
        .selectFrom('auditLog')
        .select('targetType')
        .where('targetId', 'in', [caseId, listingId])
        .orderBy('id')
        .execute();
      expect(entries).toEqual([{ targetType: 'listing' }, { targetType: 'case' }]);
    },
  );

  it.each(acts)('$act can be undone in the queue', async ({ act }) => {
    const { ctx, asAdmin } = world;
    const { caseId, listingId } = await createReportedListing(ctx, 3);
    const stateOf = () =>
      ctx.db
        .selectFrom('listings')
        .select(['isActive', 'flagReason', 'flaggedAt', 'hiddenByReportsAt', 'deletedAt'])
        .where('id', '=', listingId)
        .executeTakeFirst();
    const before = await stateOf();
    await asAdmin[act]({ id: listingId, reason });
    expect(await asAdmin.undoDecision({ caseId })).toMatchObject({ status: 'open' });
    expect(await stateOf()).toEqual(before);
  });

  it('decides the case even if another admin has claimed it', async () => {
    const { ctx, admin, asAdmin } = world;
    const { caseId, listingId } = await createReportedListing(ctx);
    await adminOf(ctx, await createAdmin(ctx)).claimReport({ caseId });
    await asAdmin.removeListing({ id: listingId });
    expect(await asAdmin.report({ caseId })).toMatchObject({
      decision: 'delete',
      reason: null,
      decidedBy: { id: admin.id },
      claimedBy: null,
    });
  });

  it('keeps a restored listing visible despite the reports of the decided case', async () => {
    const { ctx, asAdmin } = world;
    const { targetType, targetId, caseId } = await createReportedListing(ctx, 3);
    await asAdmin.restore({ id: targetId });
    await reportAs(ctx, await createTestUser(ctx.db), { targetType, targetId });
    expect((await callerOf(ctx).byId({ id: targetId })).isActive).toBe(true);
    expect(await openCaseOf(ctx, targetId)).not.toBe(caseId);
  });

  it('happens once if a decision and a report come at the same moment', async () => {
    const { ctx, asAdmin } = world;
    for (let round = 0; round < 6; round += 1) {
      const { caseId, targetType, targetId } = await createReportedListing(ctx);
      const newcomer = await createTestUser(ctx.db);
      const results = await Promise.allSettled([
        asAdmin.flag({ id: targetId, reason }),
        asAdmin.resolveReport({ caseId, decision: 'flag', reason }),
        reportAs(ctx, newcomer, { targetType, targetId }),
        asAdmin.claimReport({ caseId }),
      ]);
      const codes = results.map((result) =>
        result.status === 'rejected' ? (result.reason as { code: string }).code : 'OK',
      );
      expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
      expect(codes.slice(0, 2).toSorted()).toEqual(['CONFLICT', 'OK']);
      expect(await asAdmin.report({ caseId })).toMatchObject({ decision: 'flag', claimedBy: null });
    }
  });
});
