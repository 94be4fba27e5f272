import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import {
  createTestConversation,
  createTestListing,
  draft,
  messagingOf,
} from './messaging.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

describe('opening a conversation', () => {
  it('creates one that both the buyer and the seller see', async () => {
    const seller = await createTestUser(ctx.db, { firstName: 'Ann', lastName: 'Seller' });
    const buyer = await createTestUser(ctx.db, { email: 'bob@example.org', username: 'bob' });
    const listingId = await createTestListing(ctx.db, seller.id, { title: 'Red bicycle' });
    const made = await messagingOf(ctx, buyer).openConversation({
      listingId,
      receiverId: seller.id,
    });
    expect(made).toMatchObject({
      listingId,
      listingTitle: 'Red bicycle',
      listingGone: false,
      isSeller: false,
      readOnly: false,
      unread: 0,
      lastSeq: 0,
      lastMessage: null,
      otherParticipants: [{ id: seller.id, displayName: 'Ann Seller' }],
    });
    const { items } = await messagingOf(ctx, seller).conversations({});
    expect(items).toMatchObject([
      {
        id: made.id,
        isSeller: true,
        otherParticipants: [{ id: buyer.id, displayName: 'bob', email: 'b•••@e•••.org' }],
      },
    ]);
  });

  it('returns the same one on repeated and on racing requests', async () => {
    const seller = await createTestUser(ctx.db);
    const buyer = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id);
    const open = () => messagingOf(ctx, buyer).openConversation({ listingId });
    const made = await Promise.all(Array.from({ length: 12 }, open));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await open()).id).toBe(made[0]!.id);
    expect((await messagingOf(ctx, seller).conversations({})).items).toHaveLength(1);
  });

  it('refuses a conversation about your own listing', async () => {
    const seller = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id);
    const opening = messagingOf(ctx, seller).openConversation({ listingId });
    await expect(opening).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: texts.ownListing,
    });
  });

  it('refuses a receiver who is not the seller', async () => {
    const [seller, buyer, other] = [
      await createTestUser(ctx.db),
      await createTestUser(ctx.db),
      await createTestUser(ctx.db),
    ];
    const listingId = await createTestListing(ctx.db, seller.id);
    const opening = messagingOf(ctx, buyer).openConversation({
      listingId,
      receiverId: other.id,
    });
    await expect(opening).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each([
    ['hidden', { isActive: false }],
    ['deleted', { deletedAt: new Date() }],
    ['of a deactivated seller', { sellerActive: false }],
  ])('finds no listing that is %s', async (_what, values) => {
    const seller = await createTestUser(ctx.db);
    const buyer = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id, values);
    const opening = messagingOf(ctx, buyer).openConversation({ listingId });
    await expect(opening).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([randomUUID(), 'not-an-id', "' or 1=1 --"])('finds no listing %j', async (listingId) => {
    const buyer = await createTestUser(ctx.db);
    const opening = messagingOf(ctx, buyer).openConversation({ listingId });
    await expect(opening).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('opens an existing one after the listing is deleted', async () => {
    const { id, listingId, buyer } = await createTestConversation(ctx);
    await ctx.db
      .updateTable('listings')
      .set({ deletedAt: new Date() })
      .where('id', '=', listingId)
      .execute();
    const again = await messagingOf(ctx, buyer).openConversation({ listingId });
    expect(again).toMatchObject({ id, listingGone: true, listingTitle: 'Oak table' });
  });

  it('allows fifty new conversations a day, and a third of them to a new account', async () => {
    const buyer = await createTestUser(ctx.db);
    const seller = await createTestUser(ctx.db);
    const open = async () => {
      const listingId = await createTestListing(ctx.db, seller.id);
      return messagingOf(ctx, buyer).openConversation({ listingId });
    };
    await Promise.all(Array.from({ length: 50 }, open));
    await expect(open()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'You can start 50 new conversations a day. Please try again in 24 hours.',
    });
    const { id } = buyer;
    await ctx.db.updateTable('users').set({ standing: 0 }).where('id', '=', id).execute();
    await Promise.all(Array.from({ length: 17 }, open));
    await expect(open()).rejects.toMatchObject({
      message: 'You can start 17 new conversations a day. Please try again in 24 hours.',
    });
  });
});

describe('the list of conversations', () => {
  it('stays in order although messages do not update the time of the first conversation', async () => {
    const { id, buyer } = await createTestConversation(ctx);
    const seller = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id);
    const api = messagingOf(ctx, buyer);
    const other = await api.openConversation({ listingId });
    const send = (conversationId: string) => api.send({ conversationId, ...draft('Hi') });
    const timesOf = async (conversationId: string) => {
      const { rows } = await sql<{ time: Date }>`
        select last_message_at as time from conversation_participants
        where conversation_id = ${conversationId}
        union all select listed_at from conversations where id = ${conversationId}`.execute(ctx.db);
      return rows.map(({ time }) => time.getTime());
    };
    for (const [first, second] of [
      [id, other.id],
      [other.id, id],
    ] as const) {
      await send(first);
      const times = await timesOf(first);
      const { createdAt } = await send(first);
      expect(await timesOf(first)).toEqual(times);
      const { items } = await api.conversations({});
      expect(items.map((item) => item.id)).toEqual([first, second]);
      expect(items[0]?.lastMessageAt).toBe(createdAt);
    }
    const newListing = { listingId: await createTestListing(ctx.db, seller.id) };
    const opened = await api.openConversation(newListing);
    const firstOf = async () => (await api.conversations({})).items[0]?.id;
    expect(await firstOf()).toBe(opened.id);
    await send(other.id);
    expect(await firstOf()).toBe(other.id);
    await sql`update conversation_participants set last_message_at = now() - interval '11 minutes'
      where conversation_id = ${id}`.execute(ctx.db);
    await sql`update conversations set listed_at = now() - interval '11 minutes'
      where id = ${id}`.execute(ctx.db);
    const { createdAt } = await send(id);
    expect(await timesOf(id)).toEqual(Array(3).fill(new Date(createdAt).getTime()));
  });

  it('comes newest first in pages without gaps or repeats, with a total on the first page', async () => {
    const seller = await createTestUser(ctx.db);
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      const buyer = await createTestUser(ctx.db);
      const listingId = await createTestListing(ctx.db, seller.id);
      const { id } = await messagingOf(ctx, buyer).openConversation({ listingId });
      await messagingOf(ctx, buyer).send({ conversationId: id, ...draft(`Message ${n}`) });
      ids.unshift(id);
    }
    const blocked = ids.pop() ?? '';
    await ctx.db
      .updateTable('conversationParticipants')
      .set({ hidden: true })
      .where('conversationId', '=', blocked)
      .execute();
    const paged: string[] = [];
    const totals: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await messagingOf(ctx, seller).conversations({
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      paged.push(...page.items.map(({ id }) => id));
      totals.push(page.total);
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(ids);
    expect(totals).toEqual([6, undefined]);
  });

  it('moves a conversation to the top when a message arrives', async () => {
    const first = await createTestConversation(ctx);
    const buyer = await createTestUser(ctx.db);
    const second = await messagingOf(ctx, buyer).openConversation({
      listingId: await createTestListing(ctx.db, first.seller.id),
    });
    await messagingOf(ctx, first.buyer).send({ conversationId: first.id, ...draft('Hello') });
    const { items } = await messagingOf(ctx, first.seller).conversations({});
    expect(items.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(items[0]).toMatchObject({
      lastMessage: 'Hello',
      lastSenderId: first.buyer.id,
      unread: 1,
      lastSeq: 1,
    });
  });

  it('filters by listing, archived conversations included', async () => {
    const { seller, id, listingId } = await createTestConversation(ctx);
    const buyer = await createTestUser(ctx.db);
    const other = await createTestListing(ctx.db, seller.id);
    await messagingOf(ctx, buyer).openConversation({ listingId: other });
    const api = messagingOf(ctx, seller);
    await api.archive({ conversationId: id, archived: true });
    expect((await api.conversations({ listingId })).items).toMatchObject([{ id, archived: true }]);
    await expect(api.conversations({ listingId: 'none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('shows a deleted user as "Deleted user" without an email', async () => {
    const { buyer, seller } = await createTestConversation(ctx);
    await ctx.db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', '=', buyer.id)
      .execute();
    const { items } = await messagingOf(ctx, seller).conversations({});
    expect(items).toMatchObject([
      { readOnly: true, otherParticipants: [{ displayName: 'Deleted user', email: '' }] },
    ]);
  });

  it('refuses a cursor that no page returned', async () => {
    const user = await createTestUser(ctx.db);
    const listing = messagingOf(ctx, user).conversations({ cursor: 'x' });
    await expect(listing).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

it('gives messages of different conversations distinct times, so that lists have one order', async () => {
  const buyer = await createTestUser(ctx.db);
  const open = async () => {
    const seller = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id);
    return (await messagingOf(ctx, buyer).openConversation({ listingId })).id;
  };
  // If times were equal, an open page would sort by id and show `first` on top.
  const [second = '', first = ''] = [await open(), await open()].sort();
  await messagingOf(ctx, buyer).send({ conversationId: first, ...draft('One') });
  // Put the newest message of both conversations at the same future time.
  const { rows } = await sql<{ at: Date }>`
    with made as (select (now() + interval '1 minute')::timestamptz(3) as at),
      feed as (update feeds set newest_at = at from made where user_id = ${buyer.id})
    update conversations set last_message_at = at from made where id in (${first}, ${second})
    returning at`.execute(ctx.db);
  await messagingOf(ctx, buyer).send({ conversationId: second, ...draft('Two') });
  const third = await open();
  const { items } = await messagingOf(ctx, buyer).conversations({});
  const at = rows[0]?.at.getTime() ?? 0;
  expect(items.map(({ id, lastMessageAt }) => [id, Date.parse(lastMessageAt) - at])).toEqual([
    [third, 2],
    [second, 1],
    [first, 0],
  ]);
});
