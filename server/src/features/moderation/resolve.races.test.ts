import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Parts } from '../../parts.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestParts } from '../../test/parts.ts';
import { draft, findWrongCounters, messagingOf } from '../messaging/messaging.fixtures.ts';
import {
  adminOf,
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedUser,
  reportByOthers,
} from './moderation.fixtures.ts';

let database: TestDatabase;
let parts: Parts;
let admin: Awaited<ReturnType<typeof createAdmin>>;
let asAdmin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  database = await createTestDatabase();
  parts = createTestParts(database);
  admin = await createAdmin(parts, { firstName: 'Ann', lastName: 'Admin' });
  asAdmin = adminOf(parts, admin);
});
afterAll(() => database.close());

const reason = 'Against the rules';

describe('a decision', () => {
  it('is carried out for one of two at once', async () => {
    const { caseId, owner } = await createReportedListing(parts, 2);
    const others = await Promise.all([createAdmin(parts), createAdmin(parts)]);
    const tries = await Promise.allSettled(
      others.map((other, at) =>
        adminOf(parts, other).resolveReport({
          caseId,
          decision: at === 0 ? 'flag' : 'delete',
          reason,
        }),
      ),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await queuedMails(parts, owner.email)).toHaveLength(1);
    const decisions = parts.db
      .selectFrom('auditLog')
      .select('action')
      .where('targetId', '=', caseId)
      .execute();
    expect(await decisions).toHaveLength(1);
  });

  it('is not carried out for an admin who was deactivated meanwhile', async () => {
    const { caseId } = await createReportedListing(parts);
    const other = await createAdmin(parts);
    const tries = await Promise.allSettled([
      asAdmin.deactivate({ id: other.id }),
      adminOf(parts, other).resolveReport({ caseId, decision: 'flag', reason }),
    ]);
    expect(tries[0].status).toBe('fulfilled');
    const { items } = await asAdmin.reports({ status: 'decided' });
    const isDecided = items.some(({ id }) => id === caseId);
    expect(isDecided).toBe(tries[1].status === 'fulfilled');
  });

  it('on a message leaves all counters right while both write', async () => {
    const { caseId, talk } = await createReportedMessage(parts);
    const send = (user: typeof talk.buyer, text: string) =>
      messagingOf(parts, user).send({ conversationId: talk.id, ...draft(text) });
    const sends = Array.from({ length: 20 }, (_, at) =>
      send(at % 2 === 0 ? talk.buyer : talk.seller, `Text ${at}`),
    );
    const deciding = asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    await Promise.all([...sends, deciding.then(() => asAdmin.undoDecision({ caseId }))]);
    expect(await findWrongCounters(parts.db)).toEqual([]);
    const { items } = await messagingOf(parts, talk.buyer).conversations({});
    const { items: newest } = await messagingOf(parts, talk.buyer).history({
      conversationId: talk.id,
      limit: 1,
    });
    expect(items[0]?.lastMessage).toBe(newest[0]?.content);
  });
});

describe('a report that comes while a case is being decided', () => {
  it('is in that case, or opens another', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { caseId, ...target } = await createReportedUser(parts);
      const [, reporters] = await Promise.all([
        asAdmin.resolveReport({ caseId, decision: 'dismiss', reason }),
        reportByOthers(parts, 2, { targetType: 'user', targetId: target.targetId }),
      ]);
      const cases = await parts.db
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
