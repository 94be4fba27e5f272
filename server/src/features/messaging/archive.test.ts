import { describe, expect, it } from 'vitest';
import type { FeedEvent } from '@marketplace/shared/messaging/views';
import { createTestUser } from '../../test/users.ts';
import {
  createTestConversation,
  createTestListing,
  draft,
  findWrongCounters,
  messagingOf,
  seeded,
} from './messaging.fixtures.ts';
import { messagingContext } from './messaging-context.fixtures.ts';

const ctx = messagingContext();

type Talk = Awaited<ReturnType<typeof createTestConversation>>;

/** Returns the ids of the conversations in a user's inbox or archive. */
async function listOf(user: Talk['buyer'], archived = false): Promise<string[]> {
  const { items, total } = await messagingOf(ctx, user).conversations({ archived });
  expect(total).toBe(items.length);
  return items.map(({ id }) => id);
}

async function eventsOf(user: Talk['buyer']): Promise<FeedEvent['type'][]> {
  const rows = await ctx.db
    .selectFrom('feedEvents')
    .select('type')
    .where('userId', '=', user.id)
    .orderBy('seq')
    .execute();
  return rows.map(({ type }) => type as FeedEvent['type']);
}

describe('archiving a conversation', () => {
  it("moves it out of one person's inbox, and back", async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    const api = messagingOf(ctx, buyer);
    expect(await api.archive({ conversationId: id, archived: true })).toEqual({ archived: true });
    expect([await listOf(buyer), await listOf(buyer, true)]).toEqual([[], [id]]);
    expect(await listOf(seller)).toEqual([id]);
    expect(await api.conversation({ conversationId: id })).toMatchObject({ id, archived: true });
    const back = { conversationId: id, archived: false };
    expect(await api.archive(back)).toEqual({ archived: false });
    expect([await listOf(buyer), await listOf(buyer, true)]).toEqual([[id], []]);
    // One event for each real change, and only in this person's feed.
    await api.archive(back);
    expect(await eventsOf(buyer)).toEqual(['conversation', 'conversation']);
    expect(await eventsOf(seller)).toEqual([]);
  });

  it('marks it as read, and notifies both people', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hello') });
    const api = messagingOf(ctx, seller);
    expect((await api.unreadCount()).count).toBe(1);
    await api.archive({ conversationId: id, archived: true });
    expect((await api.unreadCount()).count).toBe(0);
    expect(await eventsOf(seller)).toEqual(['message', 'read', 'conversation']);
    expect(await eventsOf(buyer)).toEqual(['message', 'read']);
    // Back in the inbox, the conversation is still read.
    await api.archive({ conversationId: id, archived: false });
    expect((await api.conversations({})).items).toMatchObject([{ id, unread: 0, readSeq: 1 }]);
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });

  it('ends for both people when the next message arrives', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    for (const user of [buyer, seller]) {
      await messagingOf(ctx, user).archive({ conversationId: id, archived: true });
    }
    await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('One more thing') });
    expect([await listOf(buyer), await listOf(seller)]).toEqual([[id], [id]]);
    expect((await messagingOf(ctx, seller).conversations({})).items).toMatchObject([{ unread: 1 }]);
  });

  it('is refused when a message has arrived that the user has not seen', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hello') });
    const api = messagingOf(ctx, seller);
    const seenBefore = { conversationId: id, archived: true, upToSeq: 0 };
    expect(await api.archive(seenBefore)).toEqual({ archived: false });
    expect(await listOf(seller)).toEqual([id]);
    expect((await api.unreadCount()).count).toBe(1);
    expect(await api.archive({ ...seenBefore, upToSeq: 1 })).toEqual({ archived: true });
  });

  it('does not change the order of the list', async () => {
    const first = await createTestConversation(ctx);
    const { buyer } = first;
    const api = messagingOf(ctx, buyer);
    const ids = [first.id];
    for (let n = 0; n < 4; n++) {
      const seller = await createTestUser(ctx.db);
      const listingId = await createTestListing(ctx.db, seller.id);
      const { id } = await api.openConversation({ listingId });
      await api.send({ conversationId: id, ...draft('Hello') });
      ids.unshift(id);
    }
    const [newest, second, third] = ids as [string, string, string];
    for (const conversationId of [third, newest]) {
      await api.archive({ conversationId, archived: true });
    }
    expect(await listOf(buyer)).toEqual(ids.filter((id) => id !== newest && id !== third));
    expect(await listOf(buyer, true)).toEqual([newest, third]);
    // A new message returns it to the top of the inbox.
    await api.send({ conversationId: newest, ...draft('Again') });
    expect(await listOf(buyer)).toEqual(ids.filter((id) => id !== third));
    await api.archive({ conversationId: third, archived: false });
    expect(await listOf(buyer)).toEqual(ids);
    await api.send({ conversationId: second, ...draft('Again') });
    expect((await listOf(buyer))[0]).toBe(second);
  });

  it.each(['nobody', 'someone else'])('does not find the conversation of %s', async (who) => {
    const { id } = await createTestConversation(ctx);
    const api = messagingOf(ctx, await createTestUser(ctx.db));
    const conversationId = who === 'nobody' ? crypto.randomUUID() : id;
    const archiving = api.archive({ conversationId, archived: true });
    await expect(archiving).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const opening = api.conversation({ conversationId });
    await expect(opening).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('never leaves an unread message in the archive when sending and archiving race', async () => {
  const { id, buyer, seller } = await createTestConversation(ctx);
  const [ofBuyer, ofSeller] = [messagingOf(ctx, buyer), messagingOf(ctx, seller)];
  const random = seeded(7);
  for (let round = 0; round < 40; round++) {
    const { lastSeq: upToSeq } = await ofSeller.conversation({ conversationId: id });
    const calls = [
      () => ofSeller.archive({ conversationId: id, archived: true, upToSeq }),
      () => ofBuyer.send({ conversationId: id, ...draft('Hello') }),
      () => ofSeller.archive({ conversationId: id, archived: random(2) > 0, upToSeq }),
    ];
    const order = random(2) > 0 ? calls : calls.toReversed();
    await Promise.all(order.map((call) => call()));
    // The seller has not seen the message: it must be unread and in the inbox.
    const seen = await ofSeller.conversation({ conversationId: id });
    expect(seen).toMatchObject({ lastSeq: upToSeq + 1, unread: 1, archived: false });
    expect(await listOf(seller)).toEqual([id]);
    await ofSeller.markRead({ conversationId: id, upToSeq: seen.lastSeq });
  }
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});
