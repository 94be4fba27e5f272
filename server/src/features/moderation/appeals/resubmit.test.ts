import { describe, expect, it } from 'vitest';
import { createTestUser } from '../../../test/users.ts';
import { adminOf } from '../../admin/admin.fixtures.ts';
import { callerOf } from '../../listings/listings.fixtures.ts';
import { createTestListing } from '../../messaging/messaging.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  moderationOf,
  moderationWorld,
  openCaseOf,
} from '../moderation.fixtures.ts';

const world = moderationWorld();
const reason = 'Not allowed here';
const edit = { title: 'Genuine watch', price: '120' };

async function flagged() {
  const listing = await createReportedListing(world.ctx, 1);
  const { lastReportAt } = await world.asAdmin.report({ caseId: listing.caseId });
  await world.asAdmin.resolveReport({ caseId: listing.caseId, decision: 'flag', reason });
  return { ...listing, lastReportAt, seller: moderationOf(world.ctx, listing.owner) };
}

describe('sending a flagged listing again', () => {
  it('puts its case back at the old place, with the text before, and hides it until decided', async () => {
    const { seller, listingId, caseId, lastReportAt, owner } = await flagged();
    const saved = await seller.resubmit({ id: listingId, ...edit });
    expect(saved.title).toBe('Genuine watch');
    expect(await world.asAdmin.report({ caseId })).toMatchObject({
      ...{ status: 'open', decision: null, lastReportAt, reporterCount: 1 },
      target: { title: 'Genuine watch', state: 'hidden' },
      reports: [{ reason: 'resubmitted', evidence: { title: 'Fake watch' } }, { reason: 'scam' }],
    });
    await expect(callerOf(world.ctx).byId({ id: listingId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { items } = await seller.decisions({});
    expect(items).toMatchObject([
      { kind: 'hidden', reversedAt: null, canAppeal: false },
      { kind: 'flagged', reversedAt: expect.any(String), canResubmit: false },
    ]);
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    expect(await callerOf(world.ctx).byId({ id: listingId })).toMatchObject(
      edit && { id: listingId },
    );
    expect((await seller.decisions({})).items.every((one) => one.reversedAt)).toBe(true);
    await expect(seller.resubmit({ id: listingId, ...edit })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(owner.id).toBe(saved.sellerId);
  });

  it('works for one that an admin flagged without a report, and again after another flag', async () => {
    const owner = await createTestUser(world.ctx.db);
    const id = await createTestListing(world.ctx.db, owner.id);
    await world.asAdmin.flag({ id, reason, guideline: 2 });
    const seller = moderationOf(world.ctx, owner);
    for (const at of [1, 2]) {
      await seller.resubmit({ id, ...edit, description: `Change ${at}` });
      const caseId = await openCaseOf(world.ctx, id);
      await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason, guideline: at });
    }
    const { items } = await seller.decisions({});
    expect(items.filter(({ reversedAt }) => !reversedAt)).toMatchObject([
      { kind: 'flagged', guideline: { number: 2 }, passage: 'Change 2', canResubmit: true },
    ]);
  });

  it('is only for its seller, and waits for an open appeal', async () => {
    const { seller, listingId } = await flagged();
    const stranger = moderationOf(world.ctx, await createTestUser(world.ctx.db));
    await expect(stranger.resubmit({ id: listingId, ...edit })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const [decision] = (await seller.decisions({})).items;
    const decisionId = decision?.id ?? '';
    await seller.appeal({ decisionId, text: 'This is a mistake.' });
    await expect(seller.resubmit({ id: listingId, ...edit })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const judge = adminOf(world.ctx, await createAdmin(world.ctx));
    const caseId = await openCaseOf(world.ctx, decisionId);
    await judge.answerAppeal({ caseId, outcome: 'upheld', reason });
    await seller.resubmit({ id: listingId, ...edit });
  });
});
