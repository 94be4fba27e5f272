import { describe, expect, it } from 'vitest';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedUser,
  everything,
  moderationWorld,
  notificationsTo,
  passSinceDecision,
} from './moderation.fixtures.ts';

const world = moderationWorld();
const reason = 'A wave of fakes';
const unknown = crypto.randomUUID();

async function createListings(count: number): Promise<string[]> {
  const made = [];
  for (let at = 0; at < count; at += 1) made.push(await createReportedListing(world.ctx));
  return made.map(({ caseId }) => caseId);
}

describe('deciding several cases', () => {
  it('decides each, names those in the wrong state, and leaves these as they were', async () => {
    const listing = await createReportedListing(world.ctx);
    const user = await createReportedUser(world.ctx);
    const claimed = await createReportedListing(world.ctx);
    const colleague = await createAdmin(world.ctx, { firstName: 'Cleo', lastName: 'Busy' });
    await adminOf(world.ctx, colleague).claimReport({ caseId: claimed.caseId });
    const caseIds = [listing, user, claimed].map(({ caseId }) => caseId);
    const results = await world.asAdmin.resolveReports({
      ...{ caseIds: [...caseIds, unknown, 'x', listing.caseId], decision: 'flag', reason },
    });
    expect(results).toEqual([
      {
        caseId: listing.caseId,
        problem: null,
        case: expect.objectContaining({ status: 'decided', decision: 'flag', reason }),
      },
      {
        caseId: user.caseId,
        problem: "This decision doesn't apply to a user.",
        case: expect.objectContaining({ status: 'open' }),
      },
      {
        caseId: claimed.caseId,
        problem: expect.stringContaining('Cleo Busy'),
        case: expect.objectContaining({ status: 'open', claimedBy: expect.anything() }),
      },
      { caseId: unknown, problem: 'Report not found', case: null },
      { caseId: 'x', problem: 'Report not found', case: null },
    ]);
    const [told] = await notificationsTo(world.ctx.db, listing.owner);
    expect(told).toMatchObject({ type: 'flag', data: { reason } });
    expect(await notificationsTo(world.ctx.db, claimed.owner)).toEqual([]);
  });

  it('decides each case once when two admins choose the same ones in opposite order', async () => {
    const caseIds = await createListings(6);
    const colleague = adminOf(world.ctx, await createAdmin(world.ctx));
    const answers = await Promise.all([
      world.asAdmin.resolveReports({ caseIds, decision: 'flag', reason }),
      colleague.resolveReports({ caseIds: caseIds.toReversed(), decision: 'delete', reason }),
    ]);
    const done = answers.flat().filter(({ problem }) => problem === null);
    expect(done.map(({ caseId }) => caseId).toSorted()).toEqual(caseIds.toSorted());
    const refused = answers.flat().filter(({ problem }) => problem !== null);
    expect(refused).toHaveLength(6);
    for (const { problem, case: view } of refused) {
      expect(problem).toMatch(/^This report was already decided by /);
      expect(view?.status).toBe('decided');
    }
    const entries = await world.ctx.db
      .selectFrom('auditLog')
      .select('action')
      .where('targetId', 'in', caseIds)
      .execute();
    expect(entries).toHaveLength(6);
  });

  it('is undone for all by one call, except what can no longer be undone', async () => {
    const caseIds = await createListings(2);
    const message = await createReportedMessage(world.ctx);
    const all = [...caseIds, message.caseId];
    await world.asAdmin.resolveReports({ caseIds: all, decision: 'delete', reason });
    await passSinceDecision(world.ctx.db, caseIds[1]!, 11);
    expect(await world.asAdmin.undoDecisions({ caseIds: all })).toMatchObject([
      { problem: null, case: { status: 'open', target: { state: 'active' } } },
      { problem: 'You can undo a decision for 10 minutes.', case: { status: 'decided' } },
      { problem: null, case: { status: 'open', target: { text: 'Pay me outside' } } },
    ]);
  });

  it.each([
    ['no case', { caseIds: [] }, 'caseIds'],
    ['51 cases', { caseIds: Array.from({ length: 51 }, () => unknown) }, 'caseIds'],
    ['a deactivation', { decision: 'deactivate' as never }, 'decision'],
    ['no reason', { reason: ' ' }, 'reason'],
  ])('refuses %s and changes nothing', async (_what, change, field) => {
    const caseIds = await createListings(1);
    const before = await everything(world.ctx.db);
    await expect(
      world.asAdmin.resolveReports({ caseIds, decision: 'flag', reason, ...change }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [expect.objectContaining({ path: [field] })] },
    });
    expect(await everything(world.ctx.db)).toEqual(before);
  });
});
