import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { parseImageUrl } from '@marketplace/shared/media/urls';
import type { Decision } from '@marketplace/shared/moderation/schemas';
import { queuedMails } from '../../test/mail.ts';
import { callerOf, insertImage } from '../listings/listings.fixtures.ts';
import { sweepImages } from '../media/images.ts';
import { findWrongCounters } from '../messaging/messaging.fixtures.ts';
import { findWrongRatings, leave, reviewsOf } from '../reviews/reviews.fixtures.ts';
import { peopleOf } from '../account/account.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  createReportedUser,
  everything,
  moderationWorld,
  openCaseOf,
  passSinceDecision,
  reportByOthers,
  notificationsTo,
} from './moderation.fixtures.ts';

const world = moderationWorld();

const reason = 'Against the rules';

/** Returns everything that a decision may change, except its case and the notifications. */
async function content(): Promise<unknown> {
  const { listings, messages, conversations, reviews, users } = (await everything(
    world.ctx.db,
  )) as Record<string, unknown>;
  // The decision and its undoing both raised the listing's version.
  const unversioned = (listings as object[]).map((listing) => ({ ...listing, version: null }));
  return { listings: unversioned, messages, conversations, reviews, users };
}

const hidden = () => createReportedListing(world.ctx, 3);
const shown = () => createReportedListing(world.ctx, 1);
const message = () => createReportedMessage(world.ctx, { isLast: true });
const review = () => createReportedReview(world.ctx);
const user = () => createReportedUser(world.ctx);
const cases: [
  string,
  () => ReturnType<typeof hidden | typeof message | typeof review>,
  Decision,
][] = [
  ['listing that reports have hidden', hidden, 'dismiss'],
  ['listing that reports have hidden', hidden, 'flag'],
  ['listing that reports have hidden', hidden, 'delete'],
  ['listing that reports have hidden', hidden, 'warn'],
  ['listing that reports have hidden', hidden, 'deactivate'],
  ['listing', shown, 'flag'],
  ['listing', shown, 'delete'],
  ['message', message, 'dismiss'],
  ['message', message, 'delete'],
  ['message', message, 'warn'],
  ['message', message, 'deactivate'],
  ['review', review, 'delete'],
  ['review', review, 'deactivate'],
];

describe('undoing a decision', () => {
  it.each(cases)('on a %s (%#) restores exactly the earlier state', async (_, create, decision) => {
    const { caseId } = await create();
    const before = await content();
    await world.asAdmin.resolveReport({ caseId, decision, reason });
    const view = await world.asAdmin.undoDecision({ caseId });
    expect(await content()).toEqual(before);
    expect(view).toMatchObject({
      status: 'open',
      decision: null,
      reason: null,
      decidedBy: null,
      undoableUntil: null,
      claimedBy: { id: world.admin.id },
    });
    expect(await findWrongCounters(world.ctx.db)).toEqual([]);
    expect(await findWrongRatings(world.ctx.db)).toEqual([]);
    expect(world.hub.adminEvents).toContainEqual({ type: 'report', caseId, change: 'undone' });
    const entries = await world.ctx.db
      .selectFrom('auditLog')
      .select(['action', 'details'])
      .where('targetId', '=', caseId)
      .orderBy('id', 'desc')
      .execute();
    expect(entries[0]).toMatchObject({ action: 'report.undo', details: { decision } });
  });

  it('reactivates a user with their listings', async () => {
    const { caseId, owner, listingId } = await user();
    await world.asAdmin.resolveReport({ caseId, decision: 'deactivate', reason });
    await world.asAdmin.undoDecision({ caseId });
    expect((await callerOf(world.ctx).byId({ id: listingId })).sellerId).toBe(owner.id);
    const [mail] = await queuedMails(world.ctx, owner.email);
    expect(mail?.subject).toBe('Your account is active again');
  });

  it('restores the pictures of a deleted listing even after unused images were removed', async () => {
    const { caseId, owner, listingId } = await shown();
    const url = await insertImage(world.ctx.db, owner.id);
    const imageId = parseImageUrl(url) ?? '';
    await world.ctx.db
      .updateTable('images')
      .set({ createdAt: sql<Date>`now() - interval '2 days'` })
      .where('id', '=', imageId)
      .execute();
    const row = { listingId, imageId, position: 0 };
    await world.ctx.db.insertInto('listingImages').values(row).execute();
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await sweepImages(world.ctx);
    await world.asAdmin.undoDecision({ caseId });
    expect(await callerOf(world.ctx).byId({ id: listingId })).toMatchObject({ images: [url] });
  });

  it('withdraws a warning, even a read one', async () => {
    const { caseId, owner } = await user();
    await world.asAdmin.resolveReport({ caseId, decision: 'warn', reason });
    await world.ctx.db
      .updateTable('notifications')
      .set({ readAt: new Date() })
      .where('userId', '=', owner.id)
      .execute();
    await world.asAdmin.undoDecision({ caseId });
    expect(await notificationsTo(world.ctx.db, owner)).toMatchObject([
      { type: 'warning', data: { what: 'withdrawn', reason: null }, readAt: null },
    ]);
    const [mail] = await queuedMails(world.ctx, owner.email);
    expect(mail?.subject).toBe('We withdrew a warning');
  });

  it('notifies the seller or author that their listing or review is back', async () => {
    const flagged = await shown();
    await world.asAdmin.resolveReport({ caseId: flagged.caseId, decision: 'flag', reason });
    await world.asAdmin.undoDecision({ caseId: flagged.caseId });
    expect((await notificationsTo(world.ctx.db, flagged.owner))[0]).toMatchObject({
      data: { what: 'restored' },
    });
    const removed = await review();
    await world.asAdmin.resolveReport({ caseId: removed.caseId, decision: 'delete', reason });
    await world.asAdmin.undoDecision({ caseId: removed.caseId });
    expect((await notificationsTo(world.ctx.db, removed.owner))[0]).toMatchObject({
      data: { what: 'restored' },
    });
  });

  it('allows another decision, and notifies the reporters of its outcome', async () => {
    const { caseId, reporters } = await shown();
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    await world.asAdmin.undoDecision({ caseId });
    await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    expect(await notificationsTo(world.ctx.db, reporters[0]!)).toMatchObject([
      { data: { outcome: 'acted' } },
    ]);
  });

  it('includes reports made after the decision', async () => {
    const { caseId, targetId, targetType } = await user();
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    await reportByOthers(world.ctx, 2, { targetType, targetId });
    const view = await world.asAdmin.undoDecision({ caseId });
    expect(view).toMatchObject({ reporterCount: 3 });
    expect(view.reports).toHaveLength(3);
    expect(await openCaseOf(world.ctx, targetId)).toBe(caseId);
  });

  it('succeeds for one of two other admins at once', async () => {
    const { caseId, owner } = await shown();
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    const others = await Promise.all([createAdmin(world.ctx), createAdmin(world.ctx)]);
    const tries = await Promise.allSettled(
      others.map((other) => adminOf(world.ctx, other).undoDecision({ caseId })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await queuedMails(world.ctx, owner.email)).toHaveLength(2);
  });
});

describe('what cannot be undone', () => {
  async function refused(caseId: string): Promise<string> {
    const before = await everything(world.ctx.db);
    const refusal = await world.asAdmin.undoDecision({ caseId }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'CONFLICT' });
    expect(await everything(world.ctx.db)).toEqual(before);
    return (refusal as Error).message;
  }

  it('is a decision that is ten minutes old', async () => {
    const { caseId } = await shown();
    const view = await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    const minutes = (Date.parse(view.undoableUntil!) - Date.parse(view.decidedAt!)) / 60_000;
    expect(minutes).toBe(10);
    await passSinceDecision(world.ctx.db, caseId, 10);
    expect(await refused(caseId)).toBe('You can undo a decision for 10 minutes.');
    const { items } = await world.asAdmin.reports({ status: 'decided' });
    expect(items.find(({ id }) => id === caseId)?.undoableUntil).toBeNull();
  });

  it('is an open case', async () => {
    const { caseId } = await shown();
    await refused(caseId);
  });

  it('is a listing that an admin has changed since', async () => {
    const { caseId, listingId } = await shown();
    await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    await world.asAdmin.restore({ id: listingId });
    await refused(caseId);
  });

  it('is the removal of a review whose author has written another one since', async () => {
    const { caseId, owner, rating } = await review();
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await reviewsOf(world.ctx, owner).submit({ ...rating, rating: 5 });
    await refused(caseId);
  });
});

describe('undoing a decision after other changes', () => {
  it('does not restore a listing that its seller has deleted', async () => {
    const { caseId, listingId, owner } = await hidden();
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    await callerOf(world.ctx, owner).remove({ id: listingId });
    const view = await world.asAdmin.undoDecision({ caseId });
    expect(view).toMatchObject({ status: 'open', target: { state: 'deleted' } });
  });

  it('keeps the listing of a deactivated seller hidden', async () => {
    const { caseId, listingId, owner } = await shown();
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await world.asAdmin.deactivate({ id: owner.id });
    await world.asAdmin.undoDecision({ caseId });
    const found = callerOf(world.ctx).byId({ id: listingId });
    await expect(found).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('restores a review without the name of an author who has left', async () => {
    const { caseId, targetId, owner, seller } = await review();
    await peopleOf(world.ctx).talk(owner, seller);
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await leave(world.ctx, owner);
    const view = await world.asAdmin.undoDecision({ caseId });
    expect(view.target).toMatchObject({ state: 'active', owner: null });
    const row = await world.ctx.db
      .selectFrom('reviews')
      .select('reviewerId')
      .where('id', '=', targetId)
      .executeTakeFirst();
    expect(row).toEqual({ reviewerId: null });
    expect(await findWrongRatings(world.ctx.db)).toEqual([]);
  });

  it('does not restore the review of an author who left without a conversation', async () => {
    const { caseId, owner } = await review();
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await leave(world.ctx, owner);
    const view = await world.asAdmin.undoDecision({ caseId });
    expect(view).toMatchObject({ status: 'open', target: { state: 'deleted' } });
    expect(await findWrongRatings(world.ctx.db)).toEqual([]);
  });
});
