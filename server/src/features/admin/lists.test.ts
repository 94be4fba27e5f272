import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { insertListing } from '../listings/listings.fixtures.ts';
import {
  createTestConversation,
  createTestListing,
  draft,
  messagingOf,
} from '../messaging/messaging.fixtures.ts';
import { adminOf, auditOf, createTestAdmin } from './admin.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let admin: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  admin = await createTestAdmin(ctx);
});

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

async function all<Item>(read: (cursor?: string) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

async function markDeleted(table: 'users' | 'listings', id: string): Promise<void> {
  await ctx.db.updateTable(table).set({ deletedAt: new Date() }).where('id', '=', id).execute();
}

const sameMoment = new Date('2026-03-01T12:00:00Z');

describe('users', () => {
  it('come newest first, each once, with full email addresses and the stored total', async () => {
    const made: Session['user'][] = [];
    for (let n = 0; n < 7; n++) {
      made.push(await createTestUser(ctx.db, { createdAt: sameMoment }));
    }
    const gone = await createTestUser(ctx.db);
    await markDeleted('users', gone.id);
    const { users } = adminOf(ctx, admin);
    const seen = await all((cursor) => users({ cursor, limit: 2 }));
    const stored = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('deletedAt', 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    expect(seen.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(seen.find(({ id }) => id === made[0]!.id)?.email).toBe(made[0]!.email);
    expect((await users({ limit: 1 })).total).toBe(stored.length);
    expect((await users({ filter: 'active' })).total).toBeUndefined();
  });

  it('are found by any part of an address or name, without wildcards, and by filters', async () => {
    const { users } = adminOf(ctx, admin);
    const odd = await createTestUser(ctx.db, {
      firstName: 'Ann_a',
      lastName: 'Zy%gote',
      deactivatedAt: new Date(),
      membershipTier: 'premium',
    });
    const found = async (search: string) => (await users({ search })).items.map(({ id }) => id);
    for (const search of ['zy%g', 'nn_a', 'a ZY', odd.email, odd.email.slice(1, 13)]) {
      expect(await found(search)).toEqual([odd.id]);
    }
    for (const search of ['zy_g', 'n%a', 'nobody', '\\']) expect(await found(search)).toEqual([]);
    for (const filter of ['deactivated', 'premium'] as const) {
      expect((await users({ filter })).items.map(({ id }) => id)).toContain(odd.id);
    }
    for (const filter of ['active', 'admins'] as const) {
      expect((await users({ filter })).items.map(({ id }) => id)).not.toContain(odd.id);
    }
    const admins = await users({ filter: 'admins', limit: 100 });
    expect(admins.items.every(({ isAdmin }) => isAdmin)).toBe(true);
  });
});

describe('listings', () => {
  it('come with the seller’s email address and a shortened description, even hidden ones', async () => {
    const seller = await createTestUser(ctx.db);
    const description = `${'🪑'.repeat(200)}more`;
    const values = { title: 'Astrolabe', description, createdAt: sameMoment };
    const ids: string[] = [];
    for (const isActive of [true, false, true]) {
      ids.push(await insertListing(ctx.db, seller.id, { ...values, isActive }));
    }
    await markDeleted('listings', await insertListing(ctx.db, seller.id, values));
    const { listings } = adminOf(ctx, admin);
    const search = 'astrolabes';
    const seen = await all((cursor) => listings({ cursor, limit: 1, search }));
    expect(seen.map(({ id }) => id)).toEqual(ids.toSorted().toReversed());
    expect(seen[0]).toMatchObject({
      sellerEmail: seller.email,
      description: `${'🪑'.repeat(200)}…`,
    });
    const flagged = await listings({ search, filter: 'flagged' });
    expect(flagged.items.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await listings({ search, filter: 'active' })).items).toHaveLength(2);
    expect((await listings({ search, filter: 'reported' })).items).toEqual([]);
    const { total } = await listings({ limit: 1 });
    expect(await all((cursor) => listings({ cursor, limit: 2 }))).toHaveLength(total ?? -1);
  });
});

describe('messages and conversations', () => {
  it('show both people and the read state', async () => {
    const { id, buyer, seller, listingId } = await createTestConversation(ctx);
    const first = await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('One') });
    await messagingOf(ctx, seller).markRead({ conversationId: id, upToSeq: first.seq });
    await messagingOf(ctx, seller).send({ conversationId: id, ...draft('Two') });
    const { messages, conversations } = adminOf(ctx, admin);
    const seen = await all((cursor) => messages({ cursor, limit: 1, search: buyer.email }));
    const both = { conversationId: id, listingId, listingTitle: 'Oak table' };
    expect(seen).toMatchObject([
      { ...both, content: 'Two', senderEmail: seller.email, receiverEmail: buyer.email },
      { ...both, content: 'One', senderEmail: buyer.email, receiverEmail: seller.email },
    ]);
    expect(seen.map(({ isRead }) => isRead)).toEqual([false, true]);
    for (const [filter, content] of [
      ['read', 'One'],
      ['unread', 'Two'],
    ] as const) {
      const { items } = await messages({ search: seller.email, filter });
      expect(items.map((message) => message.content)).toEqual([content]);
    }
    expect((await messages({ search: 'nobody-at-all' })).items).toEqual([]);
    const listed = await conversations({ search: seller.email });
    expect(listed.items).toMatchObject([
      {
        ...{ id, listingId, listingTitle: 'Oak table', messageCount: 2 },
        participants: [{ email: buyer.email }, { email: seller.email }],
      },
    ]);
    const everything = await all((cursor) => conversations({ cursor, limit: 1 }));
    expect(everything).toHaveLength((await conversations({ limit: 1 })).total ?? -1);
  });

  it('are ordered by their newest message across pages', async () => {
    const three = [];
    for (let n = 0; n < 3; n++) three.push(await createTestConversation(ctx));
    const [first, second, third] = three.map(({ id }) => id);
    for (const n of [0, 1, 2, 0, 1]) {
      const { id, buyer } = three[n] as (typeof three)[number];
      await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hello') });
    }
    const { conversations } = adminOf(ctx, admin);
    for (const limit of [1, 2, 50]) {
      const listed = await all((cursor) => conversations({ cursor, limit }));
      expect(listed.slice(0, 3).map(({ id }) => id)).toEqual([second, first, third]);
      expect(listed.map(({ lastMessageAt }) => lastMessageAt)).toEqual(
        listed
          .map(({ lastMessageAt }) => lastMessageAt)
          .toSorted()
          .toReversed(),
      );
    }
  });

  it('show no name or address of a user who deleted the account', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Bye') });
    await markDeleted('users', buyer.id);
    const { items } = await adminOf(ctx, admin).messages({ search: seller.email });
    expect(items).toMatchObject([{ senderName: 'Deleted user', senderEmail: '' }]);
  });

  it('of one conversation come newest first, and the log has one entry with the reason', async () => {
    const { id, buyer } = await createTestConversation(ctx);
    for (const text of ['a', 'b', 'c']) {
      await messagingOf(ctx, buyer).send({ conversationId: id, ...draft(text) });
    }
    const { conversation, messages, auditLog } = adminOf(ctx, admin);
    const read = (cursor?: string) =>
      conversation({ conversationId: id, cursor, limit: 2, why: 'A complaint' });
    const seen = await all(read);
    expect(seen.map(({ content }) => content)).toEqual(['c', 'b', 'a']);
    await Promise.all(Array.from({ length: 5 }, () => read()));
    const entry = { actorId: admin.id, action: 'conversation.read', targetType: 'conversation' };
    expect(await auditOf(ctx, id)).toMatchObject([{ ...entry, reason: 'A complaint' }]);

    const other = await createTestAdmin(ctx);
    await adminOf(ctx, other).messages({ conversationId: id });
    await sql`update audit_log set created_at = now() - interval '11 minutes'`.execute(ctx.db);
    await messages({ conversationId: id });
    expect((await auditOf(ctx, id)).map(({ actorId, reason }) => [actorId, reason])).toEqual([
      [admin.id, 'A complaint'],
      [other.id, null],
      [admin.id, null],
    ]);
    const logged = await auditLog({ targetId: id });
    expect(logged.items[0]).toMatchObject({ targetName: 'Oak table', actor: { id: admin.id } });
    const missing = conversation({ conversationId: admin.id });
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of all conversations are in the log with the search', async () => {
    const { messages } = adminOf(ctx, admin);
    for (let n = 0; n < 2; n++) await messages({});
    await messages({ search: 'someone' });
    // A refused request shows no messages, so it is not logged.
    const refused = messages({ search: 'nobody', cursor: 'none' });
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const mine = (await auditOf(ctx, null)).filter(({ actorId }) => actorId === admin.id);
    expect(mine).toMatchObject([
      { action: 'messages.read', details: null },
      { action: 'messages.read', details: { search: 'someone' } },
    ]);
  });
});

it('lists the audit log newest first, by page, action and target', async () => {
  const { makeAdmin, deactivate, auditLog } = adminOf(ctx, admin);
  const user = await createTestUser(ctx.db, { firstName: 'Una' });
  await makeAdmin({ id: user.id });
  await deactivate({ id: user.id, reason: 'Left' });
  const seen = await all((cursor) => auditLog({ cursor, limit: 1, targetId: user.id }));
  expect(seen).toMatchObject([
    { action: 'user.deactivate', reason: 'Left', targetName: 'Una', actor: { id: admin.id } },
    { action: 'user.makeAdmin', reason: null },
  ]);
  const users = await auditLog({ action: 'user', limit: 100 });
  expect(users.items.every(({ action }) => action.startsWith('user.'))).toBe(true);
  expect(users.items.length).toBeGreaterThanOrEqual(2);
  expect((await auditLog({ action: 'use' })).items).toEqual([]);
  expect((await auditLog({ targetId: 'none' })).items).toEqual([]);
});

it('counts 30 days in the region’s time zone, late evenings included', async () => {
  const { stats } = adminOf(ctx, admin);
  const before = await stats();
  expect(before.days).toHaveLength(30);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
  expect(before.days.at(-1)?.day).toBe(today.format(new Date()));
  const seller = await createTestUser(ctx.db);
  // 23:30 in the region ten days ago is the next day in UTC.
  const evening = sql<Date>`((now() at time zone 'America/New_York')::date - 10 + time '23:30')
    at time zone 'America/New_York'`;
  const id = await createTestListing(ctx.db, seller.id);
  await sql`insert into listings (seller_id, title, price, created_at)
    values (${seller.id}, 'Late', 1, ${evening})`.execute(ctx.db);
  await markDeleted('listings', id);
  const after = await stats();
  expect(after.days[19]!.listings - before.days[19]!.listings).toBe(1);
  expect(after.days[29]!.listings - before.days[29]!.listings).toBe(1);
  expect(after.days[29]!.users - before.days[29]!.users).toBe(1);
  expect(after.listings - before.listings).toBe(1);
});
