import { expect, it } from 'vitest';
import {
  createTestConversation,
  createTestListing,
  draft,
  findWrongCounters,
  messagingOf,
} from './messaging.fixtures.ts';
import { messagingContext } from './messaging-context.fixtures.ts';

const ctx = messagingContext();

it('stores what comes at once though others of it are refused', async () => {
  const [blocked, one, other] = await Promise.all(
    Array.from({ length: 3 }, () => createTestConversation(ctx)),
  );
  if (!blocked || !one || !other) throw new Error('There are three.');
  const listingId = await createTestListing(ctx.db, one.seller.id);
  const second = await messagingOf(ctx, one.buyer).openConversation({ listingId });
  await messagingOf(ctx, blocked.seller).block({ userId: blocked.buyer.id });
  const shared = draft('In one of the two');
  const settled = await Promise.allSettled([
    messagingOf(ctx, blocked.buyer).send({ conversationId: blocked.id, ...draft('No') }),
    messagingOf(ctx, one.buyer).send({ conversationId: one.id, ...shared }),
    messagingOf(ctx, one.buyer).send({ conversationId: second.id, ...shared }),
    messagingOf(ctx, other.buyer).send({ conversationId: other.id, ...draft('Yes') }),
    messagingOf(ctx, other.seller).send({ conversationId: other.id, ...draft('Yes too') }),
  ]);
  const codes = settled.map((result) =>
    result.status === 'fulfilled' ? 'stored' : (result.reason as { code: string }).code,
  );
  expect(codes[0]).toBe('FORBIDDEN');
  expect(codes.slice(1, 3).sort()).toEqual(['CONFLICT', 'stored']);
  expect(codes.slice(3)).toEqual(['stored', 'stored']);
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});

it.each(['conversations', 'feeds'] as const)(
  'waits for who holds its own conversation and for nobody else (%s)',
  async (table) => {
    const [stuck, free] = [await createTestConversation(ctx), await createTestConversation(ctx)];
    const key = table === 'feeds' ? { user_id: stuck.seller.id } : { id: stuck.id };
    const [[column, value] = []] = Object.entries(key);
    const holder = await ctx.pool.connect();
    await holder.query('begin');
    await holder.query(`select from ${table} where ${column} = $1 for no key update`, [value]);
    // The first two go on together, so that they share a statement.
    const { promise: together, resolve } = Promise.withResolvers<void>();
    let sends = 0;
    const take = () => {
      if (++sends === 2) resolve();
      return together;
    };
    const pairedCtx = { ...ctx, limiter: { ...ctx.limiter, take } };
    const send = ({ id, buyer }: typeof stuck) =>
      messagingOf(pairedCtx, buyer).send({ conversationId: id, ...draft('Hello') });
    const held = send(stuck);
    for (let message = 0; message < 3; message++) await send(free);
    await holder.query('commit');
    holder.release();
    expect((await held).seq).toBe(1);
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  },
);
