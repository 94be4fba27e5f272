import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestUser } from '../../test/users.ts';
import {
  createTestConversation,
  createTestListing,
  draft,
  findWrongCounters,
  messagingOf,
} from './messaging.fixtures.ts';
import { messagingContext } from './messaging-context.fixtures.ts';

const ctx = messagingContext();

it('stores the valid messages of a batch in which others are refused', async () => {
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
  'waits only for a lock on its conversation (%s)',
  async (table) => {
    const [stuck, free] = [await createTestConversation(ctx), await createTestConversation(ctx)];
    const key = table === 'feeds' ? { user_id: stuck.seller.id } : { id: stuck.id };
    const [[column, value] = []] = Object.entries(key);
    const holder = await ctx.pool.connect();
    await holder.query('begin');
    await holder.query(`select from ${table} where ${column} = $1 for no key update`, [value]);
    const send = ({ id, buyer }: typeof stuck) =>
      messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hello') });
    // The first two are sent in the same turn, so they share a statement.
    const held = send(stuck);
    for (let message = 0; message < 3; message++) await send(free);
    await holder.query('commit');
    holder.release();
    expect((await held).seq).toBe(1);
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  },
);

it('applies the limit across several conversations at once', async () => {
  const strict = { ...ctx, limiter: createLimiter(ctx.pool, 5 / 60) };
  const { id, buyer } = await createTestConversation(ctx);
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const seller = await createTestUser(ctx.db);
      const listingId = await createTestListing(ctx.db, seller.id);
      return (await messagingOf(ctx, buyer).openConversation({ listingId })).id;
    }),
  );
  const settled = await Promise.allSettled(
    [id, ...others].flatMap((conversationId) =>
      Array.from({ length: 4 }, () =>
        messagingOf(strict, buyer).send({ conversationId, ...draft('Hi') }),
      ),
    ),
  );
  const refused = settled.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(11);
  expect(refused).toEqual(
    Array(11).fill(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }) }),
    ),
  );
  await sql`update feeds set minute_ends_at = now() where user_id = ${buyer.id}`.execute(ctx.db);
  await messagingOf(strict, buyer).send({ conversationId: id, ...draft('Again') });
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});

it('keeps the list in order for a user who gets messages in two conversations at once', async () => {
  const { id, buyer, seller } = await createTestConversation(ctx);
  const listingId = await createTestListing(ctx.db, seller.id);
  const api = messagingOf(ctx, buyer);
  const other = await api.openConversation({ listingId });
  // Each of the two conversations starts on top once.
  for (const before of [id, other.id]) {
    await api.send({ conversationId: before, ...draft('Before') });
    const sent = [id, other.id].map((conversationId) =>
      api.send({ conversationId, ...draft('At once') }),
    );
    await Promise.all(sent);
    const { items } = await messagingOf(ctx, seller).conversations({});
    const newestFirst = items.toSorted(
      (one, two) =>
        two.lastMessageAt.localeCompare(one.lastMessageAt) || two.id.localeCompare(one.id),
    );
    expect(items).toEqual(newestFirst);
  }
});
