import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportReasons } from '@marketplace/shared/moderation/constants';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { createTestConversation, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { moderationRouter } from './moderation.router.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

const createModerationCaller = createCallerFactory(moderationRouter);

function reporting(user: Session['user'], values: object, using = ctx) {
  const report = { targetType: 'message', targetId: randomUUID(), reason: 'scam', ...values };
  // The cast lets tests send values that the types forbid.
  return createModerationCaller(contextOfUser(using, user)).report(
    report as Parameters<ReturnType<typeof createModerationCaller>['report']>[0],
  );
}

/** Creates a conversation with one message from the buyer for each text. */
async function createTalk(texts: string[]) {
  const talk = await createTestConversation(ctx);
  const messages = [];
  for (const text of texts) {
    const message = { conversationId: talk.id, ...draft(text) };
    messages.push(await messagingOf(ctx, talk.buyer).send(message));
  }
  return { ...talk, messages };
}

async function reportsOf(user: Session['user']) {
  return ctx.db.selectFrom('reports').selectAll().where('reporterId', '=', user.id).execute();
}

describe('reporting a message', () => {
  it('puts it into the queue with its text and the five messages before it', async () => {
    const { id, listingId, buyer, seller, messages } = await createTalk([...'abcdefgh']);
    const target = messages[6]!;
    const made = await reporting(seller, { targetId: target.id, comment: '  Odd.  ' });
    const keep = ({ content, seq, createdAt }: (typeof messages)[number]) => ({
      senderId: buyer.id,
      content,
      seq,
      createdAt,
    });
    expect(await reportsOf(seller)).toMatchObject([
      {
        id: made.id,
        targetType: 'message',
        targetId: target.id,
        reason: 'scam',
        comment: 'Odd.',
        evidence: {
          conversationId: id,
          listingId,
          ...keep(target),
          before: messages.slice(1, 6).map(keep),
        },
      },
    ]);
  });

  it('returns the first report when repeated, even at once', async () => {
    const { buyer, seller, messages } = await createTalk(['Hi']);
    const targetId = messages[0]!.id;
    const made = await Promise.all(
      Array.from({ length: 6 }, () => reporting(seller, { targetId, reason: 'spam' })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const again = await reporting(seller, { targetId, reason: 'other', comment: 'More' });
    expect(again.id).toBe(made[0]!.id);
    expect(await reportsOf(seller)).toMatchObject([{ reason: 'spam', comment: null }]);
    expect(await reportsOf(buyer)).toEqual([]);
  });

  it('refuses strangers and the author of the message', async () => {
    const { buyer, seller, messages } = await createTalk(['Hi']);
    const targetId = messages[0]!.id;
    const stranger = await createTestUser(ctx.db);
    const notFound = { code: 'NOT_FOUND' };
    await expect(reporting(stranger, { targetId })).rejects.toMatchObject(notFound);
    await expect(reporting(buyer, { targetId })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    for (const unknown of [randomUUID(), 'no-id']) {
      const report = reporting(seller, { targetId: unknown });
      await expect(report).rejects.toMatchObject(notFound);
    }
  });

  it('is possible in a conversation that a block has hidden', async () => {
    const { buyer, seller, messages } = await createTalk(['Hi']);
    await messagingOf(ctx, seller).block({ userId: buyer.id });
    await reporting(seller, { targetId: messages[0]!.id });
    expect(await reportsOf(seller)).toHaveLength(1);
  });

  it.each(reportReasons.map(({ value }) => value))('accepts the reason %s', async (reason) => {
    const { seller, messages } = await createTalk(['Hi']);
    await reporting(seller, { targetId: messages[0]!.id, reason, comment: '  ' });
    expect(await reportsOf(seller)).toMatchObject([{ reason, comment: null }]);
  });

  it.each([
    ['targetType', { targetType: 'planet' }],
    ['reason', { reason: 'boring' }],
    ['comment', { comment: 'x'.repeat(1001) }],
    ['comment', { comment: 'nul \0' }],
  ])('names the invalid field %s for %j', async (field, values) => {
    const { seller, messages } = await createTalk(['Hi']);
    const refusal: unknown = await reporting(seller, {
      targetId: messages[0]!.id,
      ...values,
    }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST' });
    expect(JSON.stringify((refusal as Error).cause)).toContain(field);
    expect(await reportsOf(seller)).toEqual([]);
  });

  it('limits reports a day, but not repeated ones', async () => {
    const strict = { ...ctx, limiter: createLimiter(database.pool, 0.1) };
    const { seller, messages } = await createTalk(['a', 'b', 'c']);
    const report = (at: number) => reporting(seller, { targetId: messages[at]!.id }, strict);
    const first = await report(0);
    await report(1);
    await expect(report(2)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'You can send 2 reports a day. Please try again in 24 hours.',
    });
    expect(await report(0)).toEqual(first);
  });
});
