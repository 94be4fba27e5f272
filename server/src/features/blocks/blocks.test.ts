import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { texts } from '@marketplace/shared/texts';
import type { Session } from '../../context.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestUser } from '../../test/users.ts';
import { listContacts } from '../messaging/conversations.ts';
import {
  createTestConversation,
  createTestListing,
  draft,
  findWrongCounters,
  messagingOf,
} from '../messaging/messaging.fixtures.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';

type User = Session['user'];

const ctx = messagingContext();

const refused = { code: 'FORBIDDEN', message: texts.messageUndeliverable };

const send = (user: User, conversationId: string, text = 'Hi') =>
  messagingOf(ctx, user).send({ conversationId, ...draft(text) });
const blocking = (user: User, other: User) => messagingOf(ctx, user).block({ userId: other.id });
const unblocking = (user: User, other: User) =>
  messagingOf(ctx, user).unblock({ userId: other.id });
const listed = async (user: User) =>
  (await messagingOf(ctx, user).conversations({})).items.map(({ id }) => id);
const unreadOf = async (user: User) => (await messagingOf(ctx, user).unreadCount()).count;

async function eventsOf(user: User) {
  return ctx.db
    .selectFrom('feedEvents')
    .select(['seq', 'type', 'data'])
    .where('userId', '=', user.id)
    .orderBy('seq')
    .execute();
}

/** Two conversations of the same two people, with two and one unread message for the seller. */
async function createTwoThreads() {
  const first = await createTestConversation(ctx);
  const { buyer, seller } = first;
  const listingId = await createTestListing(ctx.db, seller.id);
  const second = await messagingOf(ctx, buyer).openConversation({ listingId });
  for (const id of [first.id, first.id, second.id]) await send(buyer, id);
  return { buyer, seller, ids: [first.id, second.id].toSorted() };
}

describe('blocking', () => {
  it('hides every thread with that person from list and counters, and keeps its history', async () => {
    const { buyer, seller, ids } = await createTwoThreads();
    const third = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id);
    const kept = await messagingOf(ctx, third).openConversation({ listingId });
    await send(third, kept.id);
    expect(await unreadOf(seller)).toBe(4);

    expect(await blocking(seller, buyer)).toEqual({ blocked: true });
    expect(await listed(seller)).toEqual([kept.id]);
    expect(await unreadOf(seller)).toBe(1);
    for (const user of [buyer, seller]) {
      const page = await messagingOf(ctx, user).history({ conversationId: ids[0]! });
      expect(page.items.length).toBeGreaterThan(0);
    }
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });

  it('reaches only the pages of the person who blocks, with the new totals', async () => {
    const { buyer, seller, ids } = await createTwoThreads();
    const [mine, theirs] = [await eventsOf(seller), await eventsOf(buyer)];
    await blocking(seller, buyer);
    const told = (unread: number) => ids.map((conversationId) => ({ conversationId, unread }));
    const added = (await eventsOf(seller)).slice(mine.length);
    expect(added.map(({ type }) => type)).toEqual(['conversation', 'conversation']);
    expect(added.map(({ data }) => data)).toEqual(told(0));
    await unblocking(seller, buyer);
    const restored = (await eventsOf(seller)).slice(mine.length + 2);
    expect(restored.map(({ data }) => data)).toEqual(told(3));
    expect(await eventsOf(buyer)).toEqual(theirs);
    expect(await listed(buyer)).toHaveLength(2);
  });

  it('refuses messages and new conversations in both directions, with the same words', async () => {
    const { buyer, seller, ids } = await createTwoThreads();
    const sent = { conversationId: ids[0]!, ...draft('Before') };
    const before = await messagingOf(ctx, buyer).send(sent);
    await blocking(buyer, seller);
    for (const user of [buyer, seller]) {
      await expect(send(user, ids[0]!)).rejects.toMatchObject(refused);
    }
    const [theirs, mine] = [
      await createTestListing(ctx.db, seller.id),
      await createTestListing(ctx.db, buyer.id),
    ];
    const openings = [
      () => messagingOf(ctx, buyer).openConversation({ listingId: theirs }),
      () => messagingOf(ctx, seller).openConversation({ listingId: mine }),
      () =>
        messagingOf(ctx, seller).sendByListing({
          listingId: mine,
          receiverId: buyer.id,
          content: 'Hi',
        }),
    ];
    for (const open of openings) await expect(open()).rejects.toMatchObject(refused);

    const again = await messagingOf(ctx, seller).conversations({});
    const { listingId } = again.items[0]!;
    expect(await messagingOf(ctx, buyer).openConversation({ listingId })).toHaveProperty('id');
    expect(await messagingOf(ctx, buyer).send(sent)).toEqual(before);
  });

  it('does nothing the second time', async () => {
    const { buyer, seller } = await createTwoThreads();
    await Promise.all(Array.from({ length: 5 }, () => blocking(seller, buyer)));
    const events = await eventsOf(seller);
    await blocking(seller, buyer);
    expect(await eventsOf(seller)).toEqual(events);
    await Promise.all(Array.from({ length: 5 }, () => unblocking(seller, buyer)));
    expect(await eventsOf(seller)).toHaveLength(events.length + 2);
    expect(await unreadOf(seller)).toBe(3);
  });

  it('ends for the two only when neither blocks the other', async () => {
    const { buyer, seller, ids } = await createTwoThreads();
    await blocking(seller, buyer);
    await blocking(buyer, seller);
    expect(await unblocking(seller, buyer)).toEqual({ blocked: false });
    expect(await listed(seller)).toHaveLength(2);
    expect(await listed(buyer)).toEqual([]);
    await expect(send(seller, ids[0]!)).rejects.toMatchObject(refused);
    await unblocking(buyer, seller);
    expect(await listed(buyer)).toHaveLength(2);
    await send(seller, ids[0]!);
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });

  it('leaves the total as it is when a hidden thread is read', async () => {
    const { buyer, seller, ids } = await createTwoThreads();
    await blocking(seller, buyer);
    const read = messagingOf(ctx, seller).markRead({ conversationId: ids[0]!, upToSeq: 9 });
    expect(await read).toEqual({ count: 0 });
    expect(await findWrongCounters(ctx.db)).toEqual([]);
    await unblocking(seller, buyer);
    const { items } = await messagingOf(ctx, seller).conversations({});
    expect(await unreadOf(seller)).toBe(items.reduce((sum, { unread }) => sum + unread, 0));
  });

  it('keeps typing and presence from both', async () => {
    const { buyer, seller, ids } = await createTwoThreads();
    const seen: PresenceEvent[] = [];
    const subscriptions = [buyer, seller].map(({ id }) =>
      ctx.hub.presence.subscribe(id, (event) => seen.push(event)),
    );
    await blocking(seller, buyer);
    for (const user of [buyer, seller]) {
      await messagingOf(ctx, user).setTyping({ conversationId: ids[0]! });
      expect(await listContacts(ctx.db, user.id)).toEqual([]);
    }
    expect(seen).toEqual([]);
    await unblocking(seller, buyer);
    await messagingOf(ctx, buyer).setTyping({ conversationId: ids[0]! });
    expect(seen).toHaveLength(1);
    expect(await listContacts(ctx.db, buyer.id)).toEqual([seller.id]);
    for (const subscription of subscriptions) subscription.close();
  });

  it('works without a conversation, and lists who is blocked, the newest first', async () => {
    const user = await createTestUser(ctx.db);
    const ann = await createTestUser(ctx.db, { firstName: 'Ann', lastName: 'Lee' });
    const bob = await createTestUser(ctx.db, { username: 'bob' });
    const blocked = async () => (await messagingOf(ctx, user).blocked()).items;
    await blocking(user, ann);
    await ctx.db
      .updateTable('blocks')
      .set({ createdAt: new Date(0) })
      .execute();
    await blocking(user, bob);
    expect(await blocked()).toMatchObject([
      { id: bob.id, displayName: 'bob', profileImageUrl: null },
      { id: ann.id, displayName: 'Ann Lee', blockedAt: '1970-01-01T00:00:00.000Z' },
    ]);
    await ctx.db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', '=', ann.id)
      .execute();
    expect((await blocked())[1]).toMatchObject({ displayName: 'Deleted user' });
    await unblocking(user, ann);
    expect(await blocked()).toHaveLength(1);
  });

  it('refuses oneself, and does not find who is unknown or deleted', async () => {
    const user = await createTestUser(ctx.db);
    const deleted = await createTestUser(ctx.db, { deletedAt: new Date() });
    await expect(blocking(user, user)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(blocking(user, { ...user, id: user.id.toUpperCase() })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    for (const id of [randomUUID(), 'no-id', deleted.id]) {
      await expect(blocking(user, { ...user, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('is limited for a day', async () => {
    const strict = { ...ctx, limiter: createLimiter(ctx.pool, 0.01) };
    const [user, other] = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
    const api = messagingOf(strict, user);
    await api.block({ userId: other.id });
    await api.unblock({ userId: other.id });
    await expect(api.block({ userId: other.id })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'You can block and unblock people 2 times a day. Please try again in 24 hours.',
    });
  });
});

describe('a block that races', () => {
  it('a new conversation leaves it refused or hidden', async () => {
    const tries = Array.from({ length: 20 }, async () => {
      const [seller, buyer] = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
      const listingId = await createTestListing(ctx.db, seller.id);
      const [opened] = await Promise.allSettled([
        messagingOf(ctx, buyer).openConversation({ listingId }),
        blocking(seller, buyer),
      ]);
      expect(await listed(seller)).toEqual([]);
      const refusal: unknown =
        opened.status === 'rejected'
          ? opened.reason
          : await send(buyer, opened.value.id).catch((error: unknown) => error);
      expect(refusal).toMatchObject(refused);
    });
    await Promise.all(tries);
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });

  it('messages lets no more in once it is acknowledged', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    const sending = Array.from({ length: 30 }, () => send(buyer, id));
    const settled = Promise.allSettled(sending);
    await Promise.race(sending);
    await blocking(seller, buyer);
    const count = async () =>
      (await messagingOf(ctx, seller).history({ conversationId: id, limit: 100 })).items.length;
    const atBlock = await count();
    const outcomes = await settled;
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refusals) expect(reason).toMatchObject(refused);
    expect(await count()).toBe(atBlock);
    expect(outcomes.length - refusals.length).toBe(atBlock);
    expect(await unreadOf(seller)).toBe(0);
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });
});
