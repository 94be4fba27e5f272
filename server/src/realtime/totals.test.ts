import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerIn } from '../features/deals/deals.fixtures.ts';
import { makeOffer } from '../features/deals/offers.ts';
import { markSold, undoSold } from '../features/deals/sales.ts';
import { createTestListing, seeded } from '../features/messaging/messaging.fixtures.ts';
import { openConversation } from '../features/messaging/open-conversation.ts';
import { sendMessage } from '../features/messaging/send-message.ts';
import type { AppContext } from '../app-context.ts';
import { createLimiter } from '../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';
import { createTestUser } from '../test/users.ts';
import { foldTotals, readTotals } from './totals.ts';

let database: TestDatabase;
let ctx: AppContext;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database, { limiter: createLimiter(database.pool, 100_000) });
});
afterAll(() => database.close());

/** Counts the same totals from the rows. */
async function recount() {
  const { rows } = await sql`
    select (select count(*)::int from users where deleted_at is null) as users,
      (select count(*)::int from listings where deleted_at is null) as listings,
      (select count(*)::int from messages) as messages,
      (select count(*)::int from conversations) as conversations,
      (select count(*)::int from offers) as offers,
      (select count(*)::int from sales where undone_at is null) as sales,
      (select count(*)::int from moderation_cases where status = 'open') as "openReports"`.execute(
    ctx.db,
  );
  return rows[0];
}

it.each([1, 2, 3])(
  'the totals stay correct through concurrent random changes, seed %i',
  async (seed) => {
    const below = seeded(seed);
    const { db } = ctx;
    const users = [(await createTestUser(db)).id, (await createTestUser(db)).id];
    const listings: { id: string; sellerId: string }[] = [];
    const conversations: { id: string; people: string[] }[] = [];
    const pick = <Item>(items: Item[]): Item | undefined => items[below(items.length || 1)];
    const markDeleted = (table: 'users' | 'listings', id: string, deletedAt: Date | null) =>
      db.updateTable(table).set({ deletedAt }).where('id', '=', id).execute();

    const acts: (() => Promise<unknown>)[] = [
      async () => users.push((await createTestUser(db)).id),
      async () => {
        const sellerId = pick(users) ?? '';
        listings.push({ id: await createTestListing(db, sellerId), sellerId });
      },
      async () => {
        const [listing, userId] = [pick(listings), pick(users)];
        if (!listing || !userId || listing.sellerId === userId) return;
        const { id } = await openConversation(ctx, { userId, listingId: listing.id });
        conversations.push({ id, people: [userId, listing.sellerId] });
      },
      async () => {
        const conversation = pick(conversations);
        const senderId = pick(conversation?.people ?? []);
        if (!conversation || !senderId) return;
        const message = { conversationId: conversation.id, clientId: randomUUID(), content: 'Hi' };
        // Both calls have the same client id, so only one message is stored.
        await Promise.all([1, 2].map(() => sendMessage(ctx, { senderId, ...message })));
        const offer = { ...offerIn(conversation.id), userId: senderId };
        await makeOffer({ ...ctx, ip: '203.0.113.7' }, offer);
      },
      async () => {
        const listing = pick(listings);
        if (!listing) return;
        const chance = below(3);
        const sale = { listingId: listing.id, userId: listing.sellerId };
        await (chance === 1 ? undoSold(ctx, sale) : markSold(ctx, sale)).catch(() => undefined);
        // The listing may be deleted already. One in three of these acts restores it.
        await markDeleted('listings', listing.id, chance === 0 ? null : new Date());
      },
      async () => {
        const conversation = pick(conversations);
        const [userId = ''] = conversation?.people ?? [];
        if (conversation)
          await makeOffer({ ...ctx, ip: '203.0.113.7' }, { ...offerIn(conversation.id), userId });
      },
      async () => {
        const { id = '', sellerId = '' } = pick(listings) ?? {};
        const sale = { listingId: id, userId: sellerId };
        await (below(3) === 0 ? undoSold(ctx, sale) : markSold(ctx, sale));
      },
      async () => markDeleted('users', pick(users) ?? '', below(2) === 0 ? null : new Date()),
      () =>
        db
          .insertInto('moderationCases')
          .values({ targetType: 'user', targetId: randomUUID(), reporterCount: 1 })
          .execute(),
    ];
    for (let round = 0; round < 25; round++) {
      const chosen = Array.from({ length: 8 }, () => pick(acts) ?? acts[0]!);
      // Some acts are refused, such as a message to a deleted user.
      await Promise.allSettled(chosen.map((act) => act()));
    }
    const sellerId = (await createTestUser(db)).id;
    const listingId = await createTestListing(db, sellerId);
    const userId = (await createTestUser(db)).id;
    const { id: conversationId } = await openConversation(ctx, { userId, listingId });
    const hello = { conversationId, clientId: randomUUID(), content: 'Hi', senderId: userId };
    await sendMessage(ctx, hello);
    await makeOffer({ ...ctx, ip: '203.0.113.7' }, { ...offerIn(conversationId), userId });
    await markSold(ctx, { listingId, userId: sellerId });
    expect(await readTotals(db)).toEqual(await recount());
    const { messages, offers, sales } = await readTotals(db);
    for (const total of [messages, offers, sales]) expect(total).toBeGreaterThan(0);
  },
);

it('a removal does not wait for uncommitted transactions', async () => {
  const { db, pool } = ctx;
  const sellerId = (await createTestUser(db)).id;
  const before = await readTotals(db);
  // There are 16 rows, so at least two of 17 connections count in the same one.
  const clients = await Promise.all(Array.from({ length: 17 }, () => pool.connect()));
  for (const client of clients) {
    const id = await createTestListing(db, sellerId);
    await client.query("begin; set local lock_timeout = '5s'");
    await client.query('update listings set deleted_at = now() where id = $1', [id]);
  }
  for (const client of clients) {
    await client.query('commit');
    client.release();
  }
  expect(await readTotals(db)).toEqual(before);
});

it('past days become one row each, and the totals do not change', async () => {
  const { db } = ctx;
  const rowsOf = async () =>
    (
      await sql<{ day: string; shards: number; sum: string }>`
        select day::text, count(*)::int as shards, sum(count) from totals
        where kind = 'users' group by 1 order by 1`.execute(db)
    ).rows;
  await sql`insert into totals (kind, day, shard, count)
    select 'users', current_date - d, s, d from generate_series(0, 9) d, generate_series(1, 15) s
    on conflict (kind, day, shard) do update set count = totals.count + excluded.count`.execute(db);
  const [before, rows] = [await readTotals(db), await rowsOf()];
  // Two users join during the merge, and two merges run at once.
  const joined = await Promise.all([
    createTestUser(db),
    createTestUser(db, { createdAt: new Date(Date.now() - 6 * 24 * 60 * 60 * 1000) }),
    foldTotals(db),
    foldTotals(db),
  ]);
  expect(await readTotals(db)).toEqual({ ...before, users: before.users + joined.length - 2 });
  await foldTotals(db);
  const folded = await rowsOf();
  expect(folded.map(({ day }) => day)).toEqual(rows.map(({ day }) => day));
  for (const { shards } of folded.slice(0, 6)) expect(shards).toBe(1);
  expect(folded.at(-1)?.shards).toBeGreaterThan(1);
});
