import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '@marketplace/shared/moderation/case-views';
import type { Parts } from '../../parts.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import { createRecordingHub, createTestParts, type RecordingHub } from '../../test/parts.ts';
import { callerOf } from '../listings/listings.fixtures.ts';
import { findWrongCounters } from '../messaging/messaging.fixtures.ts';
import { findWrongRatings, leave, reviewsOf } from '../reviews/reviews.fixtures.ts';
import {
  adminOf,
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  createReportedUser,
  everything,
  openCaseOf,
  passSinceDecision,
  reportByOthers,
  toldTo,
} from './moderation.fixtures.ts';

let database: TestDatabase;
let hub: RecordingHub;
let parts: Parts;
let admin: Awaited<ReturnType<typeof createAdmin>>;
let asAdmin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  database = await createTestDatabase();
  hub = createRecordingHub();
  parts = createTestParts(database, { hub });
  admin = await createAdmin(parts, { firstName: 'Ann', lastName: 'Admin' });
  asAdmin = adminOf(parts, admin);
});
afterAll(() => database.close());

const reason = 'Against the rules';

/** All that a decision may change but the case itself and what people are told. */
async function content(): Promise<unknown> {
  const { listings, messages, conversations, reviews, users } = (await everything(
    parts.db,
  )) as Record<string, unknown>;
  return { listings, messages, conversations, reviews, users };
}

const hidden = () => createReportedListing(parts, 2);
const shown = () => createReportedListing(parts, 1);
const message = () => createReportedMessage(parts, { isLast: true });
const review = () => createReportedReview(parts);
const user = () => createReportedUser(parts);
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
  it.each(cases)('on a %s (%#) restores exactly what was before', async (_, create, decision) => {
    const { caseId } = await create();
    const before = await content();
    await asAdmin.resolveReport({ caseId, decision, reason });
    const view = await asAdmin.undoDecision({ caseId });
    expect(await content()).toEqual(before);
    expect(view).toMatchObject({
      status: 'open',
      decision: null,
      reason: null,
      decidedBy: null,
      undoableUntil: null,
      claimedBy: { id: admin.id },
    });
    expect(await findWrongCounters(parts.db)).toEqual([]);
    expect(await findWrongRatings(parts.db)).toEqual([]);
    expect(hub.adminNews).toContainEqual({ type: 'report', caseId, change: 'undone' });
    const entries = await parts.db
      .selectFrom('auditLog')
      .select(['action', 'details'])
      .where('targetId', '=', caseId)
      .orderBy('id', 'desc')
      .execute();
    expect(entries[0]).toMatchObject({ action: 'report.undo', details: { decision } });
  });

  it('lets a deactivated person in again, with their listings', async () => {
    const { caseId, owner, listingId } = await user();
    await asAdmin.resolveReport({ caseId, decision: 'deactivate', reason });
    await asAdmin.undoDecision({ caseId });
    expect((await callerOf(parts).byId({ id: listingId })).sellerId).toBe(owner.id);
    const [mail] = await queuedMails(parts, owner.email);
    expect(mail?.subject).toBe('Your account is active again');
  });

  it('withdraws a warning, also one that was read', async () => {
    const { caseId, owner } = await user();
    await asAdmin.resolveReport({ caseId, decision: 'warn', reason });
    await parts.db
      .updateTable('notifications')
      .set({ readAt: new Date() })
      .where('userId', '=', owner.id)
      .execute();
    await asAdmin.undoDecision({ caseId });
    expect(await toldTo(parts.db, owner)).toMatchObject([
      { type: 'warning', data: { what: 'withdrawn', reason: null }, readAt: null },
    ]);
    const [mail] = await queuedMails(parts, owner.email);
    expect(mail?.subject).toBe('A warning was withdrawn');
  });

  it('tells a seller and an author that theirs is back', async () => {
    const flagged = await shown();
    await asAdmin.resolveReport({ caseId: flagged.caseId, decision: 'flag', reason });
    await asAdmin.undoDecision({ caseId: flagged.caseId });
    expect((await toldTo(parts.db, flagged.owner))[0]).toMatchObject({
      data: { what: 'restored' },
    });
    const removed = await review();
    await asAdmin.resolveReport({ caseId: removed.caseId, decision: 'delete', reason });
    await asAdmin.undoDecision({ caseId: removed.caseId });
    expect((await toldTo(parts.db, removed.owner))[0]).toMatchObject({
      data: { what: 'restored' },
    });
  });

  it('can be followed by another decision, of which the reporters are told in its place', async () => {
    const { caseId, reporters } = await shown();
    await asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    await asAdmin.undoDecision({ caseId });
    await asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    expect(await toldTo(parts.db, reporters[0]!)).toMatchObject([{ data: { outcome: 'acted' } }]);
  });

  it('takes in the reports that came since', async () => {
    const { caseId, targetId, targetType } = await user();
    await asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    await reportByOthers(parts, 2, { targetType, targetId });
    const view = await asAdmin.undoDecision({ caseId });
    expect(view).toMatchObject({ reporterCount: 3 });
    expect(view.reports).toHaveLength(3);
    expect(await openCaseOf(parts, targetId)).toBe(caseId);
  });

  it('is for other admins too, and of two at once for one', async () => {
    const { caseId, owner } = await shown();
    await asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    const others = await Promise.all([createAdmin(parts), createAdmin(parts)]);
    const tries = await Promise.allSettled(
      others.map((other) => adminOf(parts, other).undoDecision({ caseId })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await queuedMails(parts, owner.email)).toHaveLength(2);
  });
});

describe('what cannot be undone', () => {
  async function refused(caseId: string): Promise<string> {
    const before = await everything(parts.db);
    const refusal = await asAdmin.undoDecision({ caseId }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'CONFLICT' });
    expect(await everything(parts.db)).toEqual(before);
    return (refusal as Error).message;
  }

  it('is a decision after ten minutes', async () => {
    const { caseId } = await shown();
    const view = await asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    const minutes = (Date.parse(view.undoableUntil!) - Date.parse(view.decidedAt!)) / 60_000;
    expect(minutes).toBe(10);
    await passSinceDecision(parts.db, caseId, 10);
    expect(await refused(caseId)).toBe('A decision can be undone for 10 minutes only.');
    const { items } = await asAdmin.reports({ status: 'decided' });
    expect(items.find(({ id }) => id === caseId)?.undoableUntil).toBeNull();
  });

  it('is a case that is open', async () => {
    const { caseId } = await shown();
    await refused(caseId);
  });

  it('is a listing that an admin has changed since', async () => {
    const { caseId, listingId } = await shown();
    await asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    await asAdmin.restore({ id: listingId });
    await refused(caseId);
  });

  it('is a review whose author has written another one since', async () => {
    const { caseId, owner, rating } = await review();
    await asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await reviewsOf(parts, owner).submit({ ...rating, rating: 5 });
    await refused(caseId);
  });
});

describe('undoing what others have changed since', () => {
  it('leaves a listing deleted that its seller has deleted', async () => {
    const { caseId, listingId, owner } = await hidden();
    await asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    await callerOf(parts, owner).remove({ id: listingId });
    const view = await asAdmin.undoDecision({ caseId });
    expect(view).toMatchObject({ status: 'open', target: { state: 'deleted' } });
  });

  it('keeps a listing from being seen whose seller was deactivated', async () => {
    const { caseId, listingId, owner } = await shown();
    await asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await asAdmin.deactivate({ id: owner.id });
    await asAdmin.undoDecision({ caseId });
    const found = callerOf(parts).byId({ id: listingId });
    await expect(found).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('puts a review back without the name of an author who has left', async () => {
    const { caseId, targetId, owner } = await review();
    await asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await leave(parts.db, owner.id);
    const view = await asAdmin.undoDecision({ caseId });
    expect(view.target).toMatchObject({ state: 'active', owner: null });
    const row = await parts.db
      .selectFrom('reviews')
      .select('reviewerId')
      .where('id', '=', targetId)
      .executeTakeFirst();
    expect(row).toEqual({ reviewerId: null });
    expect(await findWrongRatings(parts.db)).toEqual([]);
  });
});
