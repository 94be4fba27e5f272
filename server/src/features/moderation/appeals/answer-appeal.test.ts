import { describe, expect, it } from 'vitest';
import type { Session } from '../../../context.ts';
import { queuedMails } from '../../../test/mail.ts';
import { createTestUser } from '../../../test/users.ts';
import { adminOf } from '../../admin/admin.fixtures.ts';
import { callerOf } from '../../listings/listings.fixtures.ts';
import {
  createAdmin,
  moderationOf,
  moderationWorld,
  notificationsTo,
  openCaseOf,
  reportByOthers,
} from '../moderation.fixtures.ts';
import { mayAnswer } from './case-appeals.ts';
import { createFlagged, listDecisionsOf, reason, text } from './appeals.fixtures.ts';

const world = moderationWorld();
const flagged = () => createFlagged(world);
const decisionsOf = (user: Session['user']) => listDecisionsOf(world.ctx, user);

describe('the answer to an appeal', () => {
  it('restores the listing at its place, and tells the person why', async () => {
    const { appeal, judge, owner, listingId, caseId: reportCase } = await flagged();
    const caseId = await appeal();
    const answer = 'The watch is genuine.';
    const view = await judge.answerAppeal({ caseId, outcome: 'reversed', reason: answer });
    expect(view).toMatchObject({ status: 'decided', decision: 'reversed', undoableUntil: null });
    expect(await callerOf(world.ctx).byId({ id: listingId })).toMatchObject({ id: listingId });
    expect(await decisionsOf(owner)).toMatchObject([
      { reversedAt: expect.any(String), appeal: { state: 'reversed', answer }, canAppeal: false },
    ]);
    const mails = await queuedMails(world.ctx, owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'We reversed our decision',
      'Your listing "Fake watch" was taken down',
    ]);
    expect(mails[0]?.text).toContain(answer);
    expect((await notificationsTo(world.ctx.db, owner))[0]).toMatchObject({
      type: 'appeal',
      data: { outcome: 'reversed', reason: answer },
    });
    // The reports turned out to be wrong, so hiding the listing now needs five.
    expect(await judge.report({ caseId: reportCase })).toMatchObject({ decision: 'dismiss' });
    const target = { targetType: 'listing', targetId: listingId } as const;
    await reportByOthers(world.ctx, 4, target);
    expect(await callerOf(world.ctx).byId({ id: listingId })).toMatchObject({ id: listingId });
  });

  it('can leave the decision as it is', async () => {
    const { appeal, judge, owner, listingId } = await flagged();
    const caseId = await appeal();
    await judge.answerAppeal({ caseId, outcome: 'upheld', reason });
    await expect(callerOf(world.ctx).byId({ id: listingId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await decisionsOf(owner)).toMatchObject([
      { reversedAt: null, appeal: { state: 'upheld', answer: reason }, canResubmit: true },
    ]);
    const conflict = { code: 'CONFLICT' };
    const answer = { caseId, outcome: 'reversed', reason } as const;
    await expect(judge.answerAppeal(answer)).rejects.toMatchObject(conflict);
    await expect(judge.undoDecision({ caseId })).rejects.toMatchObject(conflict);
  });

  it('comes from another admin than the decision, where there is one', async () => {
    const { appeal, judge } = await flagged();
    const caseId = await appeal();
    const answer = { caseId, outcome: 'upheld', reason } as const;
    await expect(world.asAdmin.answerAppeal(answer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const decision = { caseId, decision: 'dismiss', reason } as const;
    await expect(judge.resolveReport(decision)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const report = (await judge.reports({ targetType: 'listing', status: 'decided' })).items[0];
    await expect(judge.answerAppeal({ ...answer, caseId: report?.id ?? '' })).rejects.toMatchObject(
      { code: 'CONFLICT' },
    );
    await world.ctx.db
      .updateTable('users')
      .set({ isAdmin: false })
      .where('id', '<>', world.admin.id)
      .execute();
    await world.asAdmin.answerAppeal(answer);
  });

  it('is given once by two admins at once, and while the decision is undone', async () => {
    const { appeal, judge, listingId, caseId: decided } = await flagged();
    const caseId = await appeal();
    const second = adminOf(world.ctx, await createAdmin(world.ctx));
    const answer = { caseId, outcome: 'reversed', reason } as const;
    const tries = await Promise.allSettled([
      judge.answerAppeal(answer),
      second.answerAppeal({ ...answer, outcome: 'upheld' }),
      world.asAdmin.undoDecision({ caseId: decided }),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const { decision } = await judge.report({ caseId });
    const { decision: left } = await judge.report({ caseId: decided });
    const isBack = left !== 'flag';
    const seen = await callerOf(world.ctx)
      .byId({ id: listingId })
      .catch(() => null);
    expect(seen !== null).toBe(isBack);
    expect(decision).toBe(isBack && decision !== 'upheld' ? 'reversed' : 'upheld');
  });
});

describe('the link of a deactivated person', () => {
  it('shows the decision, and takes one appeal without signing in', async () => {
    const owner = await createTestUser(world.ctx.db);
    await world.asAdmin.deactivate({ id: owner.id, reason, guideline: 9 });
    const [mail] = await queuedMails(world.ctx, owner.email);
    const token = /\/decision\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const visitor = moderationOf(world.ctx);
    expect(await visitor.decisionByLink({ token })).toMatchObject({
      ...{ kind: 'deactivated', reason, canAppeal: true, target: { type: 'user' } },
      guideline: { number: 9 },
    });
    const appealed = await visitor.appealByLink({ token, text });
    expect(appealed).toMatchObject({ canAppeal: false, appeal: { text } });
    await expect(visitor.appealByLink({ token, text })).rejects.toMatchObject({ code: 'CONFLICT' });
    const judge = adminOf(world.ctx, await createAdmin(world.ctx));
    const caseId = await openCaseOf(world.ctx, appealed.id);
    await judge.answerAppeal({ caseId, outcome: 'reversed', reason });
    expect(await decisionsOf(owner)).toMatchObject([{ appeal: { state: 'reversed' } }]);
    const mails = await queuedMails(world.ctx, owner.email);
    expect(mails[0]?.subject).toBe('We reversed our decision');
    const changed = visitor.decisionByLink({ token: token.slice(1) });
    await expect(changed).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('who may answer', () => {
  const decision = { decidedBy: 'a', userId: 'b' };
  it.each([
    ['a', ['a', 'b', 'c'], false],
    ['b', ['a', 'b', 'c'], false],
    ['c', ['a', 'b', 'c'], true],
    // Only the one who decided and the one whom it is about are left.
    ['a', ['a', 'b'], true],
    ['b', ['a', 'b'], false],
    ['b', ['b'], true],
  ])('%s of %j: %s', (actor, admins, expected) => {
    expect(mayAnswer(decision, actor, admins)).toBe(expected);
  });
});
