import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../context.ts';
import { queuedMails } from '../../../test/mail.ts';
import { createTestUser, daysAgo } from '../../../test/users.ts';
import { peopleOf } from '../../account/account.fixtures.ts';
import { callerOf } from '../../listings/listings.fixtures.ts';
import {
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  everything,
  moderationOf,
  moderationWorld,
} from '../moderation.fixtures.ts';
import { createFlagged, listDecisionsOf, reason, text } from './appeals.fixtures.ts';

const world = moderationWorld();
const flagged = () => createFlagged(world);
const decisionsOf = (user: Session['user']) => listDecisionsOf(world.ctx, user);

describe('the decisions about a user', () => {
  it('say what happened, which rule was broken, and what to change', async () => {
    const { owner, listingId, decisionId } = await flagged();
    await world.ctx.db
      .updateTable('listings')
      .set({ description: 'x'.repeat(600) })
      .where('id', '=', listingId)
      .execute();
    expect(await decisionsOf(owner)).toEqual([
      {
        id: decisionId,
        kind: 'flagged',
        target: {
          type: 'listing',
          title: 'Fake watch',
          image: null,
          path: `/listings/${listingId}`,
        },
        guideline: { number: 3, title: 'No prohibited items' },
        rule: null,
        passage: null,
        reason,
        advice:
          "Remove the prohibited item. It can't be offered here in any form. Then send the listing again.",
        automatic: false,
        createdAt: expect.any(String),
        reversedAt: null,
        appeal: null,
        canAppeal: true,
        canResubmit: true,
      },
    ]);
    const [mail] = await queuedMails(world.ctx, owner.email);
    expect(mail?.text).toContain('Rule 3: No prohibited items.');
    expect(mail?.text).toContain('/settings?section=decisions');
  });

  it('quote at most 500 characters of the text', async () => {
    const { caseId, owner, message } = await createReportedMessage(world.ctx);
    await world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    expect(await decisionsOf(owner)).toMatchObject([
      { kind: 'deleted', passage: message.content, target: { type: 'message' } },
    ]);
    const seller = await createTestUser(world.ctx.db);
    const listing = await callerOf(world.ctx, seller).create({
      ...{ title: 'A long one', price: '10', location: 'Troy' },
      description: '😀'.repeat(600),
    });
    await world.asAdmin.flag({ id: listing.id, reason });
    expect((await decisionsOf(seller))[0]?.passage).toBe('😀'.repeat(500));
  });

  it.each(['warn', 'deactivate', 'delete'] as const)(
    'include a %s of a review',
    async (decision) => {
      const { caseId, owner, rating } = await createReportedReview(world.ctx);
      await world.asAdmin.resolveReport({ caseId, decision, reason, guideline: 8 });
      const kind = { warn: 'warned', deactivate: 'deactivated', delete: 'deleted' }[decision];
      const { rows } = await sql`
      select kind, passage, guideline from decisions where user_id = ${owner.id}`.execute(
        world.ctx.db,
      );
      expect(rows).toEqual([{ kind, passage: rating.comment, guideline: 8 }]);
    },
  );

  it('show a listing that reports hide until a moderator decides', async () => {
    const { owner, caseId } = await createReportedListing(world.ctx, 3);
    expect(await decisionsOf(owner)).toMatchObject([
      { kind: 'hidden', automatic: true, canAppeal: false, canResubmit: false },
    ]);
    await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    expect((await decisionsOf(owner)).map(({ kind }) => kind)).toEqual(['flagged']);
    await world.asAdmin.undoDecision({ caseId });
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    const hidden = (await decisionsOf(owner)).find(({ kind }) => kind === 'hidden');
    expect(hidden?.reversedAt).not.toBeNull();
    await world.asAdmin.undoDecision({ caseId });
    const again = (await decisionsOf(owner)).find(({ kind }) => kind === 'hidden');
    expect(again?.reversedAt).toBeNull();
  });

  it('come in pages, newest first, and nobody else reads them', async () => {
    const owner = await createTestUser(world.ctx.db);
    const row = { userId: owner.id, kind: 'warned', targetType: 'user', targetId: owner.id };
    await world.ctx.db.insertInto('decisions').values([row, row, row]).execute();
    const caller = moderationOf(world.ctx, owner);
    const first = await caller.decisions({ limit: 2 });
    const second = await caller.decisions({ limit: 2, cursor: first.nextCursor ?? '' });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(second.nextCursor).toBeNull();
    expect(await decisionsOf(await createTestUser(world.ctx.db))).toEqual([]);
  });

  it('are exported, and deleted with the account and its appeals', async () => {
    const { owner, decisionId, appeal } = await flagged();
    await appeal();
    await peopleOf(world.ctx).remove(owner);
    const left = await world.ctx.db
      .selectFrom('moderationCases')
      .select('id')
      .where('targetId', '=', decisionId)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('an appeal', () => {
  it('is a case with the decision, the person’s words and the content', async () => {
    const { appeal, judge, decisionId, owner } = await flagged();
    const caseId = await appeal();
    expect(world.hub.adminEvents).toContainEqual({ type: 'report', caseId, change: 'reported' });
    const { items } = await judge.reports({ targetType: 'decision' });
    expect(items.find(({ id }) => id === caseId)).toMatchObject({
      targetType: 'decision',
      targetId: decisionId,
      reporterCount: 0,
      reports: [],
      target: { title: 'Fake watch', state: 'flagged', owner: { id: owner.id } },
      appeal: {
        ...{ kind: 'flagged', targetType: 'listing', text, reason, canAnswer: true },
        guideline: { number: 3 },
        decidedBy: { id: world.admin.id },
      },
    });
    expect((await world.asAdmin.report({ caseId })).appeal?.canAnswer).toBe(false);
  });

  it('is accepted once, within 30 days, and only for a decision in force', async () => {
    const { caller, decisionId, caseId, owner } = await flagged();
    const clientId = crypto.randomUUID();
    const old = { createdAt: daysAgo(31) };
    const setAge = (set: object) =>
      world.ctx.db.updateTable('decisions').set(set).where('id', '=', decisionId).execute();
    await setAge(old);
    const conflict = { code: 'CONFLICT' };
    await expect(caller.appeal({ decisionId, text })).rejects.toMatchObject(conflict);
    await setAge({ createdAt: daysAgo(29) });
    const first = await caller.appeal({ decisionId, text, clientId });
    expect(first).toMatchObject({ appeal: { text, state: 'open' }, canAppeal: false });
    expect(await caller.appeal({ decisionId, text, clientId })).toEqual(first);
    await expect(caller.appeal({ decisionId, text })).rejects.toMatchObject(conflict);
    await world.asAdmin.undoDecision({ caseId });
    // Undoing the decision closes the appeal.
    expect((await decisionsOf(owner))[0]?.appeal).toMatchObject({ state: 'reversed' });
    const other = await flagged();
    await world.asAdmin.undoDecision({ caseId: other.caseId });
    await expect(other.appeal()).rejects.toMatchObject(conflict);
  });

  it('needs 10 to 1,000 characters, and the decision of the caller', async () => {
    const { caller, decisionId } = await flagged();
    const before = await everything(world.ctx.db);
    for (const bad of ['Too short', ` ${'x'.repeat(9)} `, 'x'.repeat(1001)]) {
      await expect(caller.appeal({ decisionId, text: bad })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
    const stranger = moderationOf(world.ctx, await createTestUser(world.ctx.db));
    for (const id of [decisionId, 'x']) {
      const call = id === 'x' ? caller : stranger;
      await expect(call.appeal({ decisionId: id, text })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    const { users: _, ...after } = (await everything(world.ctx.db)) as Record<string, unknown>;
    expect(before).toMatchObject(after);
  });

  it('is stored once when it is sent twice at the same moment', async () => {
    const { caller, decisionId } = await flagged();
    const tries = await Promise.allSettled([1, 2].map(() => caller.appeal({ decisionId, text })));
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
