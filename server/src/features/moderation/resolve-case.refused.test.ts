import { describe, expect, it } from 'vitest';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  createReportedUser,
  everything,
  moderationWorld,
} from './moderation.fixtures.ts';

const world = moderationWorld();

const reason = 'Against the rules';

describe('a refused decision', () => {
  it.each([
    [createReportedUser, 'flag'],
    [createReportedUser, 'delete'],
    [createReportedReview, 'flag'],
    [createReportedMessage, 'flag'],
  ] as const)('of %o by %s names the field and changes nothing', async (create, decision) => {
    const { caseId } = await create(world.ctx);
    const before = await everything(world.ctx.db);
    const refusal: unknown = await world.asAdmin
      .resolveReport({ caseId, decision, reason })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'decision' }] },
    });
    expect(await everything(world.ctx.db)).toEqual(before);
  });

  it('is a decision without a reason', async () => {
    const { caseId } = await createReportedUser(world.ctx);
    const resolving = world.asAdmin.resolveReport({ caseId, decision: 'warn', reason: ' ' });
    await expect(resolving).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is a second decision, with the name of the admin who decided', async () => {
    const { caseId } = await createReportedListing(world.ctx);
    await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    const before = await everything(world.ctx.db);
    const message = 'This report was already decided by Ann Admin.';
    const other = adminOf(world.ctx, await createAdmin(world.ctx));
    const refusal = { code: 'CONFLICT', message };
    const resolving = other.resolveReport({ caseId, decision: 'delete', reason });
    await expect(resolving).rejects.toMatchObject(refusal);
    await expect(other.claimReport({ caseId })).rejects.toMatchObject(refusal);
    await expect(other.releaseReport({ caseId })).rejects.toMatchObject(refusal);
    const { users: _, ...after } = (await everything(world.ctx.db)) as Record<string, unknown>;
    expect(before).toMatchObject(after);
  });
});
