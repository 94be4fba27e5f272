import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handoverTries, wrongHandoverTries } from '@marketplace/shared/deals/constants';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestListing, messagingOf } from '../messaging/messaging.fixtures.ts';
import { createTestDeals, dealsOf, stepsOf, timelineOf } from './deals.fixtures.ts';

let database: TestDatabase;
/** A context with the limits of production. */
let ctx: AppContext;
/** A context with very high limits, so that only the wrong tries of a code count. */
let open: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database, { limiter: createLimiter(database.pool, 1) });
  open = createTestContext(database, { limiter: createLimiter(database.pool, 1_000) });
});
afterAll(() => database.close());

interface Deal {
  seller: Session['user'];
  buyer: Session['user'];
  conversationId: string;
}

const codeOf = async ({ buyer, conversationId }: Deal) =>
  (await dealsOf(ctx, buyer).handoverCode({ conversationId })).code;

const enter = (context: AppContext, { seller, conversationId }: Deal, code: string) =>
  dealsOf(context, seller).confirmHandover({ conversationId, code });

/** Enters this many wrong codes at once, and returns the error codes. */
async function enterWrong(context: AppContext, deal: Deal, count: number): Promise<string[]> {
  const code = String((Number(await codeOf(deal)) + 1) % 10_000).padStart(4, '0');
  const tries = Array.from({ length: count }, () =>
    enter(context, deal, code).then(
      () => 'right',
      (error: { code: string }) => error.code,
    ),
  );
  return (await Promise.all(tries)).toSorted();
}

const times = (count: number, code: string) => Array.from({ length: count }, () => code);

/** Creates deals of one seller and buyer, each about a different listing. */
async function manyDeals(count: number): Promise<Deal[]> {
  const { seller, buyer, conversationId } = await createTestDeals(ctx);
  const deals = [{ seller, buyer, conversationId }];
  while (deals.length < count) {
    const listingId = await createTestListing(ctx.db, seller.id);
    const { id } = await messagingOf(ctx, buyer).openConversation({ listingId });
    deals.push({ seller, buyer, conversationId: id });
  }
  return deals;
}

describe('wrong hand-over codes of a seller', () => {
  it('are limited to 15 a day in all conversations together, even if they race', async () => {
    const deals = await manyDeals(5);
    const refusals = await Promise.all(
      deals.map((deal) => enterWrong(ctx, deal, handoverTries - 1)),
    );
    expect(refusals.flat().toSorted()).toEqual([
      ...times(15, 'BAD_REQUEST'),
      ...times(5, 'TOO_MANY_REQUESTS'),
    ]);
    const [deal] = deals as [Deal];
    await expect(enter(ctx, deal, await codeOf(deal))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('You can enter 15 wrong hand-over codes a day.'),
    });
    const [ofAnother] = (await manyDeals(1)) as [Deal];
    expect(await enterWrong(ctx, ofAnother, 1)).toEqual(['BAD_REQUEST']);
  });

  it('do not include right codes', async () => {
    const deals = await manyDeals(17);
    for (const deal of deals) await enter(ctx, deal, await codeOf(deal));
  });
});

describe('a hand-over code', () => {
  it('ends after 20 wrong tries, even if they race, and is replaced when the buyer opens it', async () => {
    const [deal] = (await manyDeals(1)) as [Deal];
    const first = await codeOf(deal);
    const { max } = wrongHandoverTries;
    expect(await enterWrong(open, deal, max + 5)).toEqual([
      ...times(max, 'BAD_REQUEST'),
      ...times(5, 'CONFLICT'),
    ]);
    const ended = {
      code: 'CONFLICT',
      message: 'This code ended after too many wrong tries. Ask the buyer to open it again.',
    };
    await expect(enter(open, deal, first)).rejects.toMatchObject(ended);
    const second = await codeOf(deal);
    expect(await codeOf(deal)).toBe(second);
    await enter(open, deal, second);
    expect(await stepsOf(ctx, deal.conversationId)).toContain('handover true');
  });

  it('differs after each replacement', async () => {
    const [deal] = (await manyDeals(1)) as [Deal];
    const codes = new Set([await codeOf(deal)]);
    for (let round = 0; round < 3; round += 1) {
      await enterWrong(open, deal, wrongHandoverTries.max);
      codes.add(await codeOf(deal));
    }
    expect(codes.size).toBeGreaterThan(2);
  });

  it('keeps its wrong tries when a sale is undone', async () => {
    const [deal] = (await manyDeals(1)) as [Deal];
    const { conversationId, seller } = deal;
    const conversation = await messagingOf(ctx, seller).conversation({ conversationId });
    const { listingId } = conversation;
    await enterWrong(open, deal, wrongHandoverTries.max - 1);
    await dealsOf(ctx, seller).markSold({ listingId, conversationId });
    await dealsOf(ctx, seller).undoSold({ listingId });
    expect(await enterWrong(open, deal, 2)).toEqual(['BAD_REQUEST', 'CONFLICT']);
  });
});

describe('the buyer', () => {
  it('gets an entry after every third wrong try and at the end of the code', async () => {
    const [deal] = (await manyDeals(1)) as [Deal];
    const { buyer, conversationId } = deal;
    await enterWrong(open, deal, 2);
    expect(await stepsOf(ctx, conversationId)).toEqual([]);
    await enterWrong(open, deal, 1);
    const [entry] = await timelineOf(ctx, buyer, conversationId);
    expect(entry).toMatchObject({
      kind: 'system',
      senderId: deal.seller.id,
      content:
        'Someone entered a wrong hand-over code 3 times. Only share your code when you have the item.',
    });
    const notified = await ctx.db
      .selectFrom('notifications')
      .select('data')
      .where('userId', '=', buyer.id)
      .execute();
    expect(notified).toMatchObject([{ data: { conversationId, content: entry?.content } }]);
    await enterWrong(open, deal, wrongHandoverTries.max - 3);
    expect(await stepsOf(ctx, conversationId)).toEqual([
      ...times(6, 'system wrong-code'),
      'system code-ended',
    ]);
  });
});
