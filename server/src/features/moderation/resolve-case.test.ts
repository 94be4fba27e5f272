import { describe, expect, it } from 'vitest';
import { texts } from '@marketplace/shared/texts';
import { readFeed } from '../../realtime/feed.ts';
import { queuedMails } from '../../test/mail.ts';
import { startSession } from '../auth/sessions.ts';
import { createTestDeals, dealsOf, offerIn } from '../deals/deals.fixtures.ts';
import { callerOf } from '../listings/listings.fixtures.ts';
import { findWrongCounters, messagingOf } from '../messaging/messaging.fixtures.ts';
import { findWrongRatings } from '../reviews/reviews.fixtures.ts';
import {
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  createReportedUser,
  everything,
  moderationWorld,
  openCaseOf,
  reportAs,
  reportByOthers,
  notificationsTo,
} from './moderation.fixtures.ts';

const world = moderationWorld();

const reason = 'Against the rules';

async function mailTo(user: { email: string }) {
  const [mail] = await queuedMails(world.ctx, user.email);
  return mail;
}

describe('dismissing a case', () => {
  it('makes a hidden listing visible again, and notifies without a reason', async () => {
    const { caseId, listingId, owner, reporters } = await createReportedListing(world.ctx, 3);
    const view = await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    expect(view).toMatchObject({
      status: 'decided',
      decision: 'dismiss',
      reason,
      decidedBy: { id: world.admin.id },
      claimedBy: null,
      target: { state: 'active' },
    });
    expect((await callerOf(world.ctx).byId({ id: listingId })).isActive).toBe(true);
    expect((await notificationsTo(world.ctx.db, owner))[0]).toMatchObject({
      data: { what: 'restored', reason: null },
    });
    expect(await mailTo(owner)).toBeUndefined();
    for (const reporter of reporters) {
      expect(await notificationsTo(world.ctx.db, reporter)).toMatchObject([
        { type: 'report', data: { outcome: 'dismissed' } },
      ]);
    }
    expect(world.hub.adminEvents).toContainEqual({ type: 'report', caseId, change: 'decided' });
  });

  it.each([createReportedMessage, createReportedReview, createReportedUser])(
    'leaves a target that is not hidden unchanged: %o',
    async (create) => {
      const { caseId, owner, reporters } = await create(world.ctx);
      const mails = await queuedMails(world.ctx, owner.email);
      await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
      expect(await queuedMails(world.ctx, owner.email)).toEqual(mails);
      expect((await notificationsTo(world.ctx.db, owner)).map(({ type }) => type)).not.toContain(
        'warning',
      );
      expect((await notificationsTo(world.ctx.db, reporters[0]!))[0]).toMatchObject({
        data: { outcome: 'dismissed' },
      });
    },
  );

  it('does not lift a flag', async () => {
    const { caseId, listingId } = await createReportedListing(world.ctx, 3);
    await world.ctx.db
      .updateTable('listings')
      .set({ flagReason: reason, flaggedAt: new Date() })
      .where('id', '=', listingId)
      .execute();
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    const found = callerOf(world.ctx).byId({ id: listingId });
    await expect(found).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a decision on a listing', () => {
  it('flags it: the seller gets the reason, the reporters get the outcome', async () => {
    const { caseId, listingId, owner, reporters } = await createReportedListing(world.ctx, 3);
    const view = await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    expect(view.target.state).toBe('flagged');
    const listing = await world.ctx.db
      .selectFrom('listings')
      .select(['isActive', 'flagReason', 'hiddenByReportsAt'])
      .where('id', '=', listingId)
      .executeTakeFirst();
    expect(listing).toEqual({ isActive: false, flagReason: reason, hiddenByReportsAt: null });
    expect((await notificationsTo(world.ctx.db, owner))[0]).toMatchObject({
      type: 'flag',
      data: { what: 'flagged', reason },
    });
    expect((await mailTo(owner))?.text).toContain(reason);
    expect(await notificationsTo(world.ctx.db, reporters[1]!)).toMatchObject([
      { type: 'report', data: { outcome: 'acted' } },
    ]);
    expect(world.hub.adminEvents).toContainEqual({ type: 'listingFlagged', listingId });
    const [entry] = await world.ctx.db
      .selectFrom('auditLog')
      .selectAll()
      .where('targetId', '=', caseId)
      .execute();
    expect(entry).toMatchObject({
      actorId: world.admin.id,
      action: 'report.flag',
      targetType: 'case',
      reason,
      details: { targetType: 'listing', targetId: listingId },
    });
  });

  it('deletes it', async () => {
    const { caseId, listingId, owner } = await createReportedListing(world.ctx);
    const view = await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    expect(view.target).toMatchObject({ state: 'deleted', path: null });
    const found = callerOf(world.ctx, owner).byId({ id: listingId });
    await expect(found).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await notificationsTo(world.ctx.db, owner))[0]).toMatchObject({
      data: { what: 'deleted', reason },
    });
    expect((await mailTo(owner))?.text).toContain(reason);
  });

  it('warns its seller and makes it visible again', async () => {
    const { caseId, owner } = await createReportedListing(world.ctx, 3);
    const view = await world.asAdmin.resolveReport({ caseId, decision: 'warn', reason });
    expect(view.target.state).toBe('active');
    const told = await notificationsTo(world.ctx.db, owner);
    expect(told.find(({ type }) => type === 'warning')).toMatchObject({
      data: { about: 'Your listing "Fake watch"', reason, what: 'warned' },
    });
    expect(await mailTo(owner)).toMatchObject({
      subject: 'You received a warning',
      text: expect.stringContaining(reason),
    });
  });

  it('on a deleted listing can dismiss, but not flag or delete', async () => {
    const { caseId, listingId, owner } = await createReportedListing(world.ctx);
    await callerOf(world.ctx, owner).remove({ id: listingId });
    const before = await everything(world.ctx.db);
    for (const decision of ['flag', 'delete'] as const) {
      const resolving = world.asAdmin.resolveReport({ caseId, decision, reason });
      await expect(resolving).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    expect(await everything(world.ctx.db)).toEqual(before);
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
  });
});

describe('a decision on a message', () => {
  it('puts a note in its place for both people, in the list and in stored events', async () => {
    const { caseId, talk, message, owner } = await createReportedMessage(world.ctx, {
      isLast: true,
    });
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    for (const user of [talk.buyer, talk.seller]) {
      const of = messagingOf(world.ctx, user);
      const { items } = await of.history({ conversationId: talk.id });
      expect(items).toMatchObject([
        { id: message.id, seq: message.seq, content: texts.messageRemoved },
      ]);
      const list = await of.conversations({});
      expect(list.items[0]?.lastMessage).toBe(texts.messageRemoved);
      const feed = await readFeed(world.ctx.db, user.id, 0);
      expect(JSON.stringify(feed)).not.toContain(message.content);
      expect(feed.map(({ event }) => event.type)).toContain('conversation');
    }
    expect((await notificationsTo(world.ctx.db, owner))[0]).toMatchObject({
      type: 'warning',
      data: { about: 'Your message', reason, what: 'removed' },
    });
    expect((await mailTo(owner))?.text).toContain(reason);
    expect(await findWrongCounters(world.ctx.db)).toEqual([]);
  });

  it('removes the words of an offer from the notification too, until it is undone', async () => {
    const { ctx, asAdmin } = world;
    const { buyer, seller, conversationId } = await createTestDeals(ctx);
    const offer = { ...offerIn(conversationId), note: 'Pay me outside.' };
    const { message } = await dealsOf(ctx, buyer).makeOffer(offer);
    await reportAs(ctx, seller, { targetType: 'message', targetId: message.id });
    const caseId = await openCaseOf(ctx, message.id);
    const told = async () =>
      (await notificationsTo(ctx.db, seller)).find(({ type }) => type === 'message');
    const before = await told();
    expect(before).toMatchObject({ data: { kind: 'offer', content: message.content } });
    await asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    expect(await told()).toMatchObject({ data: { kind: 'text', content: null } });
    await asAdmin.undoDecision({ caseId });
    expect(await told()).toEqual(before);
    // The next notification is about another entry, and does not change.
    const { offers } = await dealsOf(ctx, buyer).forConversation({ conversationId });
    await dealsOf(ctx, buyer).withdrawOffer({ offerId: offers[0]?.id ?? '' });
    const withdrawn = await told();
    await reportAs(ctx, seller, { targetType: 'message', targetId: message.id });
    const again = await openCaseOf(ctx, message.id);
    await asAdmin.resolveReport({ caseId: again, decision: 'delete', reason });
    expect(await told()).toEqual(withdrawn);
  });

  it('leaves a later message in the list of conversations', async () => {
    const { caseId, talk } = await createReportedMessage(world.ctx);
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    const list = await messagingOf(world.ctx, talk.buyer).conversations({});
    expect(list.items[0]?.lastMessage).toBe('Well?');
  });
});

describe('a decision on a review', () => {
  it('removes it from the seller’s rating', async () => {
    const { caseId, targetId, seller, owner } = await createReportedReview(world.ctx);
    const view = await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    expect(view.target).toMatchObject({ state: 'deleted', owner: { id: owner.id } });
    const left = world.ctx.db.selectFrom('reviews').select('id').where('id', '=', targetId);
    expect(await left.execute()).toEqual([]);
    expect(await findWrongRatings(world.ctx.db)).toEqual([]);
    expect((await notificationsTo(world.ctx.db, owner))[0]).toMatchObject({
      data: { about: 'Your review', reason, what: 'removed' },
    });
    expect((await notificationsTo(world.ctx.db, seller))[0]).toMatchObject({
      data: { outcome: 'acted' },
    });
  });
});

describe('a decision on a person', () => {
  it('deactivates the user, ends sessions and hides listings', async () => {
    const { caseId, owner, listingId } = await createReportedUser(world.ctx);
    await startSession(world.ctx.db, world.ctx.secrets, {
      userId: owner.id,
      userAgent: 'Test',
    });
    const view = await world.asAdmin.resolveReport({ caseId, decision: 'deactivate', reason });
    expect(view.target.state).toBe('deactivated');
    expect(world.hub.closedSessions).toHaveLength(1);
    const found = callerOf(world.ctx).byId({ id: listingId });
    await expect(found).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await mailTo(owner))?.text).toContain(reason);
    const entries = await world.ctx.db
      .selectFrom('auditLog')
      .select('action')
      .where('actorId', '=', world.admin.id)
      .where('targetId', 'in', [owner.id, caseId])
      .orderBy('action')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['report.deactivate', 'user.deactivate']);
  });

  it('refuses to deactivate the acting admin, and changes nothing', async () => {
    const target = { targetType: 'user' as const, targetId: world.admin.id };
    await reportByOthers(world.ctx, 1, target);
    const caseId = await openCaseOf(world.ctx, world.admin.id);
    const before = await everything(world.ctx.db);
    const resolving = world.asAdmin.resolveReport({ caseId, decision: 'deactivate', reason });
    await expect(resolving).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await everything(world.ctx.db)).toEqual(before);
  });
});
