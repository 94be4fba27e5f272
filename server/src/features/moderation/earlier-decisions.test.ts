import { expect, it } from 'vitest';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { leave } from '../reviews/reviews.fixtures.ts';
import {
  createReportedUser,
  moderationWorld,
  openCaseOf,
  reportAs,
} from './moderation.fixtures.ts';

const world = moderationWorld();

it('shows with a case the newest five earlier decisions on the same person', async () => {
  const { caseId, owner, reporters, ...user } = await createReportedUser(world.ctx);
  const { asAdmin } = world;
  const decide = async (about: { targetType: 'listing' | 'user'; targetId: string }) => {
    const decided = await openCaseOf(world.ctx, about.targetId);
    await asAdmin.resolveReport({ caseId: decided, decision: 'warn', reason: `No. ${decided}` });
    return decided;
  };
  const told = [];
  for (let at = 0; at < 6; at += 1) {
    const targetId = await createTestListing(world.ctx.db, owner.id);
    await reportAs(world.ctx, reporters[0]!, { targetType: 'listing', targetId });
    told.unshift(await decide({ targetType: 'listing', targetId }));
  }
  // A decision on another person and one that was undone do not count.
  await createReportedUser(world.ctx).then(decide);
  await asAdmin.undoDecision({ caseId: told.shift()! });
  const view = await asAdmin.report({ caseId });
  expect(view.earlier.map((one) => one.caseId)).toEqual(told);
  expect(view.earlier[0]).toEqual({
    caseId: told[0],
    targetType: 'listing',
    decision: 'warn',
    reason: `No. ${told[0]}`,
    decidedBy: expect.objectContaining({ id: world.admin.id }),
    decidedAt: expect.any(String),
  });
  const last = await decide({ targetType: user.targetType, targetId: owner.id });
  expect((await asAdmin.report({ caseId: told[0]! })).earlier).toHaveLength(4);
  expect((await asAdmin.report({ caseId: last })).earlier).toHaveLength(5);
  await leave(world.ctx, owner);
  expect((await asAdmin.report({ caseId: last })).earlier).toEqual([]);
});
