import { expect, it } from 'vitest';
import { peopleOf } from '../account/account.fixtures.ts';
import { sweepEvidence } from './evidence.ts';
import {
  createReportedListing,
  createReportedReview,
  createReportedUser,
  moderationWorld,
  passSinceDecision,
} from './moderation.fixtures.ts';

const world = moderationWorld();

const evidenceOf = async (caseId: string) =>
  (await world.asAdmin.report({ caseId })).reports[0]?.evidence;

it('removes the name and picture of a user who deletes their account', async () => {
  const listing = await createReportedListing(world.ctx);
  const profile = await createReportedUser(world.ctx);
  expect(await evidenceOf(profile.caseId)).toMatchObject({ displayName: 'Una User' });
  await world.ctx.db
    .updateTable('reports')
    .set({
      evidence: JSON.stringify({ title: 'Fake watch', location: 'Troy, NY', imageIds: ['i'] }),
    })
    .where('caseId', '=', listing.caseId)
    .execute();
  for (const { owner } of [listing, profile]) await peopleOf(world.ctx).remove(owner);
  expect(await evidenceOf(listing.caseId)).toEqual({
    ...{ title: 'Fake watch', location: '', imageIds: [] },
  });
  expect(await evidenceOf(profile.caseId)).toEqual({
    ...{ displayName: 'Deleted user', username: '', imageIds: [] },
  });
});

it('is removed 180 days after the decision, and not earlier', async () => {
  const [old, recent] = [
    await createReportedReview(world.ctx),
    await createReportedReview(world.ctx),
  ];
  const open = await createReportedReview(world.ctx);
  for (const { caseId } of [old, recent]) {
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason: 'Abuse' });
  }
  await passSinceDecision(world.ctx.db, old.caseId, 180 * 24 * 60 + 1);
  await passSinceDecision(world.ctx.db, recent.caseId, 180 * 24 * 60 - 1);
  await sweepEvidence(world.ctx.db);
  expect(await world.asAdmin.report({ caseId: old.caseId })).toMatchObject({
    decision: 'delete',
    reports: [{ reason: 'scam', evidence: null }],
    target: { title: 'Gone', text: '', state: 'deleted' },
  });
  for (const { caseId } of [recent, open]) {
    expect(await evidenceOf(caseId)).toMatchObject({ comment: 'A thief' });
  }
  const kept = await world.ctx.db
    .selectFrom('moderationCases')
    .select('undo')
    .where('id', '=', old.caseId)
    .executeTakeFirst();
  expect(kept).toEqual({ undo: null });
});
