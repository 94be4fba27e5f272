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
  toldTo,
} from './moderation.fixtures.ts';

const world = moderationWorld();
const reason = 'Against the rules';

const acts = [
  { act: 'flag', decision: 'flag', what: 'flagged', outcome: 'acted' },
  { act: 'restore', decision: 'dismiss', what: 'restored', outcome: 'dismissed' },
  { act: 'removeListing', decision: 'delete', what: 'deleted', outcome: 'acted' },
] as const;

describe('what an admin does to a listing in the Listings tab', () => {
  it.each(acts)('$act decides its open case', async ({ act, decision, what, outcome }) => {
    const { parts, hub, admin, asAdmin } = world;
    const { caseId, listingId, owner, reporters } = await createReportedListing(parts, 3);
    await asAdmin[act]({ id: listingId, reason });
    expect(await asAdmin.report({ caseId })).toMatchObject({
      status: 'decided',
      decision,
      reason,
      decidedBy: { id: admin.id },
    });
    expect(hub.adminNews).toContainEqual({ type: 'report', caseId, change: 'decided' });
    expect((await toldTo(parts.db, owner))[0]).toMatchObject({ data: { what, reason } });
    expect(await queuedMails(parts, owner.email)).toHaveLength(1);
    for (const reporter of reporters) {
      expect(await toldTo(parts.db, reporter)).toMatchObject([
        { type: 'report', data: { outcome } },
      ]);
    }
    const entries = await parts.db
      .selectFrom('auditLog')
      .select('targetType')
      .where('targetId', 'in', [caseId, listingId])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([{ targetType: 'listing' }, { targetType: 'case' }]);
  });

  it.each(acts)('$act can be taken back in the queue', async ({ act }) => {
    const { parts, asAdmin } = world;
    const { caseId, listingId } = await createReportedListing(parts, 3);
    const stateOf = () =>
      parts.db
        .selectFrom('listings')
        .select(['isActive', 'flagReason', 'flaggedAt', 'hiddenByReportsAt', 'deletedAt'])
        .where('id', '=', listingId)
        .executeTakeFirst();
    const before = await stateOf();
    await asAdmin[act]({ id: listingId, reason });
    expect(await asAdmin.undoDecision({ caseId })).toMatchObject({ status: 'open' });
    expect(await stateOf()).toEqual(before);
  });

  it('does not wait for who has claimed the case', async () => {
    const { parts, admin, asAdmin } = world;
    const { caseId, listingId } = await createReportedListing(parts);
    await adminOf(parts, await createAdmin(parts)).claimReport({ caseId });
    await asAdmin.removeListing({ id: listingId });
    expect(await asAdmin.report({ caseId })).toMatchObject({
      decision: 'delete',
      reason: null,
      decidedBy: { id: admin.id },
      claimedBy: null,
    });
  });

  it('that is restored is not hidden again by the reports of the decided case', async () => {
    const { parts, asAdmin } = world;
    const { targetType, targetId, caseId } = await createReportedListing(parts, 3);
    await asAdmin.restore({ id: targetId });
    await reportAs(parts, await createTestUser(parts.db), { targetType, targetId });
    expect((await callerOf(parts).byId({ id: targetId })).isActive).toBe(true);
    expect(await openCaseOf(parts, targetId)).not.toBe(caseId);
  });

  it('happens once beside a decision and reports of the same moment', async () => {
    const { parts, asAdmin } = world;
    for (let round = 0; round < 6; round += 1) {
      const { caseId, targetType, targetId } = await createReportedListing(parts);
      const newcomer = await createTestUser(parts.db);
      const results = await Promise.allSettled([
        asAdmin.flag({ id: targetId, reason }),
        asAdmin.resolveReport({ caseId, decision: 'flag', reason }),
        reportAs(parts, newcomer, { targetType, targetId }),
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
