import { describe, expect, it } from 'vitest';
import { queuedMails } from '../../test/mail.ts';
import { createTestUser } from '../../test/users.ts';
import { draft, findWrongCounters, messagingOf } from '../messaging/messaging.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedUser,
  moderationWorld,
  reportByOthers,
} from './moderation.fixtures.ts';

const world = moderationWorld();

const reason = 'Against the rules';

describe('a decision', () => {
  it('is carried out for only one of two admins at once', async () => {
    const { caseId, owner } = await createReportedListing(world.ctx, 3);
    const others = await Promise.all([createAdmin(world.ctx), createAdmin(world.ctx)]);
    const tries = await Promise.allSettled(
      others.map((other, at) =>
        adminOf(world.ctx, other).resolveReport({
          caseId,
          decision: at === 0 ? 'flag' : 'delete',
          reason,
        }),
      ),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await queuedMails(world.ctx, owner.email)).toHaveLength(1);
    const decisions = world.ctx.db
      .selectFrom('auditLog')
      .select('action')
      .where('targetId', '=', caseId)
      .execute();
    expect(await decisions).toHaveLength(1);
  });

  it('is not carried out for an admin who is deactivated at the same moment', async () => {
    const { caseId } = await createReportedListing(world.ctx);
    const other = await createAdmin(world.ctx);
    const tries = await Promise.allSettled([
      world.asAdmin.deactivate({ id: other.id }),
      adminOf(world.ctx, other).resolveReport({ caseId, decision: 'flag', reason }),
    ]);
    expect(tries[0].status).toBe('fulfilled');
    const { items } = await world.asAdmin.reports({ status: 'decided' });
    const isDecided = items.some(({ id }) => id === caseId);
    expect(isDecided).toBe(tries[1].status === 'fulfilled');
  });

  it('on a message leaves all counters right while both people write', async () => {
    const { caseId, talk } = await createReportedMessage(world.ctx);
    const send = (user: typeof talk.buyer, text: string) =>
      messagingOf(world.ctx, user).send({ conversationId: talk.id, ...draft(text) });
    const sends = Array.from({ length: 20 }, (_, at) =>
      send(at % 2 === 0 ? talk.buyer : talk.seller, `Text ${at}`),
    );
    const context = world.asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await Promise.all([...sends, context.then(() => world.asAdmin.undoDecision({ caseId }))]);
    expect(await findWrongCounters(world.ctx.db)).toEqual([]);
    const { items } = await messagingOf(world.ctx, talk.buyer).conversations({});
    const { items: newest } = await messagingOf(world.ctx, talk.buyer).history({
      conversationId: talk.id,
      limit: 1,
    });
    expect(items[0]?.lastMessage).toBe(newest[0]?.content);
  });
});

describe('a decision to deactivate a user', () => {
  it('does not block messages that its people send at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { caseId, talk } = await createReportedMessage(world.ctx);
      const { id: conversationId, buyer, seller } = talk;
      // The reporter is notified of the decision, and has a conversation of their own.
      const visitor = await createTestUser(world.ctx.db);
      const other = await messagingOf(world.ctx, visitor).openConversation(talk);
      const send = (user: typeof buyer, to: string, text: string) =>
        messagingOf(world.ctx, user).send({ conversationId: to, ...draft(text) });
      const results = await Promise.allSettled([
        ...Array.from({ length: 6 }, (_, at) => [
          send(seller, conversationId, `To them ${at}`),
          send(buyer, conversationId, `From them ${at}`),
          send(visitor, other.id, `To the reporter ${at}`),
        ]).flat(),
        world.asAdmin
          .resolveReport({ caseId, decision: 'deactivate', reason })
          .then(() => world.asAdmin.undoDecision({ caseId })),
      ]);
      const codes = results.map((result) =>
        result.status === 'rejected' ? (result.reason as { code: string }).code : 'OK',
      );
      expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
      expect(codes.at(-1)).toBe('OK');
      expect(await findWrongCounters(world.ctx.db)).toEqual([]);
    }
  });
});

describe('a report that comes while a case is being decided', () => {
  it('joins that case or opens another', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { caseId, ...target } = await createReportedUser(world.ctx);
      const [, reporters] = await Promise.all([
        world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason }),
        reportByOthers(world.ctx, 2, { targetType: 'user', targetId: target.targetId }),
      ]);
      const cases = await world.ctx.db
        .selectFrom('moderationCases as c')
        .select(['c.status', 'c.reporterCount'])
        .select(({ selectFrom }) =>
          selectFrom('reports as r')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .whereRef('r.caseId', '=', 'c.id')
            .as('reports'),
        )
        .where('c.targetId', '=', target.targetId)
        .execute();
      expect(cases.filter(({ status }) => status === 'decided')).toHaveLength(1);
      for (const one of cases) expect(one.reporterCount).toBe(Number(one.reports));
      const all = cases.reduce((sum, { reporterCount }) => sum + reporterCount, 0);
      expect(all).toBe(1 + reporters.length);
    }
  });
});
