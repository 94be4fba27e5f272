import { describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { createCaller } from '../../router.ts';
import { createRecordingHub } from '../../test/app-context.ts';
import { contextOfUser } from '../../test/context.ts';
import { queuedMails } from '../../test/mail.ts';
import { addressOf, createTestUser, daysAgo } from '../../test/users.ts';
import { peopleOf } from '../account/account.fixtures.ts';
import { exportReviews } from '../account/export-rows.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { findWrongRatings, reviewsOf, reviewsWorld } from './reviews.fixtures.ts';

const world = reviewsWorld();

interface How {
  by?: Session['user'];
  rating?: number;
  comment?: string;
  listingId?: string;
  ip?: string;
  browser?: string;
}

async function submit({ by, ip, browser, ...words }: How = {}) {
  const user = by ?? (await createTestUser(world.db));
  const cookies = { browser };
  const context = contextOfUser(world.ctx, user, { ip: ip ?? addressOf(user), cookies });
  const about = { sellerId: world.seller.id, listingId: world.listingId, rating: 1 };
  return createCaller(context).reviews.submit({ ...about, ...words });
}

const older = () => createTestUser(world.db, { createdAt: daysAgo(2) });

/** Submits three public reviews by new accounts, so that a fourth is held. */
async function threeReviews(): Promise<void> {
  for (let at = 0; at < 3; at += 1)
    expect(await submit({ rating: 5 })).toHaveProperty('state', 'public');
}

async function heldReview(how: How = {}) {
  await threeReviews();
  const author = how.by ?? world.buyer;
  const review = await submit({ comment: 'A thief', ...how, by: author });
  const admin = await createTestUser(world.db, { isAdmin: true });
  const asAdmin = adminOf(world.ctx, admin);
  const { items } = await asAdmin.reports({ targetType: 'review' });
  const view = items.find(({ targetId }) => targetId === review.id);
  const decide = (decision: 'publish' | 'delete' | 'dismiss' | 'warn' | 'deactivate') =>
    asAdmin.resolveReport({ caseId: view?.id ?? '', decision, reason: 'Seen' });
  return { review, author, asAdmin, view, decide };
}

const ofSeller = () => reviewsOf(world.ctx, world.buyer).ofSeller({ sellerId: world.seller.id });
const mine = (by: Session['user']) => reviewsOf(world.ctx, by).mine({ listingId: world.listingId });

async function storedNotifications(user: Session['user']) {
  return world.db
    .selectFrom('notifications')
    .select(['type', 'data', 'count'])
    .where('userId', '=', user.id)
    .execute();
}

async function rating() {
  const { ratingSum: sum, ratingCount: count } = await world.db
    .selectFrom('users')
    .select(['ratingSum', 'ratingCount'])
    .where('id', '=', world.seller.id)
    .executeTakeFirstOrThrow();
  return { sum, count };
}

describe('the fourth review of a seller within a day', () => {
  it('by a new account is held for a moderator, and only its author sees it', async () => {
    const { review, author } = await heldReview();
    expect(review.state).toBe('held');
    expect(await mine(author)).toEqual(review);
    const { items, summary } = await ofSeller();
    expect(items.map(({ id }) => id)).not.toContain(review.id);
    expect(summary).toMatchObject({ mean: 5, count: 3 });
    expect(await rating()).toEqual({ sum: 15, count: 3 });
    expect(await storedNotifications(world.seller)).toMatchObject([
      { count: 3, data: { rating: 5 } },
    ]);
    expect(await queuedMails(world.ctx, world.seller.email)).toHaveLength(3);
    const answer = await fetch(`${world.server.url}/api/seller-reviews/${world.seller.id}`);
    expect(await answer.json()).toHaveLength(3);
  });

  it.each([
    ['network', { ip: '203.0.113.50' }, 'held'],
    ['browser', { browser: 'the same' }, 'held'],
    ['private network', { ip: '192.168.0.1' }, 'public'],
    ['nothing', {}, 'public'],
  ])('by an older account that shares a %s is %s', async (_what, how, state) => {
    const states = [];
    for (let at = 0; at < 4; at += 1)
      states.push((await submit({ ...how, by: await older() })).state);
    expect(states).toEqual(['public', 'public', 'public', state]);
  });

  it('counts at once from an older account', async () => {
    await threeReviews();
    expect(await submit({ by: await older() })).toHaveProperty('state', 'public');
  });

  it('counts at once after a conversation, which the three others do not include', async () => {
    const talked = await createTestUser(world.db);
    await peopleOf(world.ctx).talk(talked, world.seller);
    expect(await submit({ by: talked })).toHaveProperty('state', 'public');
    await threeReviews();
    const late = await createTestUser(world.db);
    await peopleOf(world.ctx).talk(late, world.seller);
    expect(await submit({ by: late })).toHaveProperty('state', 'public');
    expect(await submit()).toHaveProperty('state', 'held');
  });

  it('counts at once when the others are older than a day', async () => {
    await threeReviews();
    await world.db
      .updateTable('reviews')
      .set({ createdAt: daysAgo(1.01) })
      .where('sellerId', '=', world.seller.id)
      .execute();
    expect(await submit()).toHaveProperty('state', 'public');
  });

  it('is held, as are all later ones, when many arrive at once', async () => {
    const authors = await Promise.all(Array.from({ length: 8 }, () => createTestUser(world.db)));
    const reviews = await Promise.all(authors.map((by) => submit({ by })));
    expect(reviews.map(({ state }) => state).toSorted()).toEqual([
      ...Array<string>(5).fill('held'),
      ...Array<string>(3).fill('public'),
    ]);
    expect(await rating()).toEqual({ sum: 3, count: 3 });
  });
});

describe('a held review', () => {
  it('opens a case in the queue, with an event for admins', async () => {
    await threeReviews();
    const hub = createRecordingHub();
    const context = contextOfUser({ ...world.ctx, hub }, world.buyer);
    const review = await createCaller(context).reviews.submit({
      sellerId: world.seller.id,
      listingId: world.listingId,
      rating: 1,
      comment: 'A thief',
    });
    const asAdmin = adminOf(world.ctx, await createTestUser(world.db, { isAdmin: true }));
    const { items } = await asAdmin.reports({});
    const view = items.find(({ targetId }) => targetId === review.id);
    expect(view).toMatchObject({
      reporterCount: 0,
      reports: [{ reason: 'held', reporter: null, evidence: { comment: 'A thief', rating: 1 } }],
      target: { state: 'held', text: '1 of 5: A thief', owner: { id: world.buyer.id } },
    });
    expect(hub.adminEvents).toEqual([{ type: 'report', caseId: view?.id, change: 'reported' }]);
  });

  it('stays held when its author edits it, and the queue shows the new text', async () => {
    const { author, asAdmin, view } = await heldReview();
    expect(await submit({ by: author, rating: 2, comment: 'Late' })).toHaveProperty(
      'state',
      'held',
    );
    const { target } = await asAdmin.report({ caseId: view!.id });
    expect(target.text).toBe('2 of 5: Late');
    expect(await rating()).toEqual({ sum: 15, count: 3 });
  });

  it('counts after its release, which notifies the seller', async () => {
    const { review, decide, asAdmin, view } = await heldReview();
    expect(await decide('publish')).toMatchObject({
      decision: 'publish',
      target: { state: 'active' },
    });
    expect((await ofSeller()).items[0]).toMatchObject({ id: review.id, state: 'public' });
    expect(await rating()).toEqual({ sum: 16, count: 4 });
    expect(await storedNotifications(world.seller)).toMatchObject([
      { count: 4, data: { comment: 'A thief' } },
    ]);
    expect(await queuedMails(world.ctx, world.seller.email)).toHaveLength(4);
    const { items } = await asAdmin.auditLog({ targetId: view!.id });
    expect(items[0]).toMatchObject({ action: 'report.publish', reason: 'Seen' });
  });

  it('is held again when the release is undone', async () => {
    const { review, decide, asAdmin, view } = await heldReview();
    await decide('publish');
    expect(await asAdmin.undoDecision({ caseId: view!.id })).toMatchObject({
      status: 'open',
      target: { state: 'held' },
    });
    expect((await ofSeller()).items.map(({ id }) => id)).not.toContain(review.id);
    expect(await rating()).toEqual({ sum: 15, count: 3 });
  });

  it('can be removed, and is held again when that is undone', async () => {
    const { author, decide, asAdmin, view } = await heldReview();
    expect(await decide('delete')).toMatchObject({
      target: { state: 'deleted', text: '1 of 5: A thief' },
    });
    expect(await mine(author)).toBeNull();
    expect(await storedNotifications(author)).toMatchObject([
      { type: 'warning', data: { what: 'removed' } },
    ]);
    await asAdmin.undoDecision({ caseId: view!.id });
    expect(await mine(author)).toHaveProperty('state', 'held');
    expect(await rating()).toEqual({ sum: 15, count: 3 });
  });

  it.each(['dismiss', 'warn', 'deactivate'] as const)(
    'cannot be decided with %s',
    async (decision) => {
      const { decide } = await heldReview();
      await expect(decide(decision)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'decision' }] },
      });
    },
  );

  it('cannot be released twice', async () => {
    const { review, asAdmin } = await heldReview();
    await world.db
      .updateTable('reviews')
      .set({ state: 'public' })
      .where('id', '=', review.id)
      .execute();
    const { items } = await asAdmin.reports({ targetType: 'review' });
    const caseId = items.find(({ targetId }) => targetId === review.id)!.id;
    const again = asAdmin.resolveReport({ caseId, decision: 'publish', reason: 'Seen' });
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' });
    await world.db
      .updateTable('reviews')
      .set({ state: 'held' })
      .where('id', '=', review.id)
      .execute();
  });

  it('cannot be answered or reported, and is not in the seller’s export', async () => {
    const { review } = await heldReview();
    const as = createCaller(contextOfUser(world.ctx, world.seller));
    const refused = { code: 'NOT_FOUND' };
    await expect(as.reviews.reply({ reviewId: review.id, reply: 'No' })).rejects.toMatchObject(
      refused,
    );
    const report = { targetType: 'review', targetId: review.id, reason: 'spam' } as const;
    await expect(as.moderation.report(report)).rejects.toMatchObject(refused);
    const received = await Array.fromAsync(exportReviews(world.db, world.seller.id));
    expect(received).toHaveLength(3);
    const written = await Array.fromAsync(exportReviews(world.db, world.buyer.id));
    expect(written).toMatchObject([{ side: 'written', comment: 'A thief', state: 'held' }]);
  });

  it('is removed with its author’s account', async () => {
    const { author, asAdmin, view } = await heldReview();
    await peopleOf(world.ctx).remove(author);
    expect(await rating()).toEqual({ sum: 15, count: 3 });
    expect((await asAdmin.report({ caseId: view!.id })).target.state).toBe('deleted');
  });
});

describe('without a conversation with the seller', () => {
  it('a second review of the same author or mailbox does not count', async () => {
    const author = await createTestUser(world.db);
    await submit({ by: author, rating: 5 });
    const listingId = await createTestListing(world.db, world.seller.id);
    const again = await submit({ by: author, listingId });
    const alias = await createTestUser(world.db, { email: author.email.replace('@', '+1@') });
    const aliased = await submit({ by: alias });
    expect([again.state, aliased.state]).toEqual(['uncounted', 'uncounted']);
    expect((await ofSeller()).items).toHaveLength(1);
    expect(await rating()).toEqual({ sum: 5, count: 1 });
    expect(await storedNotifications(world.seller)).toMatchObject([{ count: 1 }]);
    expect(await mine(alias)).toHaveProperty('state', 'uncounted');
  });

  it('a resubmitted review counts after the other one is removed or both people have written', async () => {
    const author = await createTestUser(world.db);
    const first = await submit({ by: author, rating: 5 });
    const listingId = await createTestListing(world.db, world.seller.id);
    await submit({ by: author, listingId, rating: 2 });
    await reviewsOf(world.ctx, author).remove({ reviewId: first.id });
    expect(await rating()).toEqual({ sum: 0, count: 0 });
    const again = await submit({ by: author, listingId, rating: 2 });
    expect(again.state).toBe('public');
    expect(await rating()).toEqual({ sum: 2, count: 1 });
    expect(await submit({ by: author })).toHaveProperty('state', 'uncounted');
    await peopleOf(world.ctx).talk(author, world.seller);
    expect(await submit({ by: author })).toHaveProperty('state', 'public');
    expect(await rating()).toEqual({ sum: 3, count: 2 });
  });
});

it('keeps every stored rating equal to the reviews', async () => {
  expect(await findWrongRatings(world.db)).toEqual([]);
});
