import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maskEmail } from '@marketplace/shared/users/names';
import { createLimiter } from '../../platform/limiter.ts';
import { readFeed } from '../../realtime/feed.ts';
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

describe('sending', () => {
  it('stores the message, numbers it, and counts it as unread for the receiver', async () => {
    const { id, buyer, seller, listingId } = await createTestConversation(ctx);
    const sent = await messagingOf(ctx, buyer).send({ conversationId: id, ...draft(' Hi ') });
    expect(sent).toMatchObject({
      conversationId: id,
      seq: 1,
      content: 'Hi',
      senderId: buyer.id,
      receiverId: seller.id,
      listingId,
      listingTitle: 'Oak table',
      isRead: false,
    });
    expect(sent.senderEmail).not.toBe(buyer.email);
    expect(sent.receiverEmail).not.toBe(seller.email);
    expect(await messagingOf(ctx, seller).unreadCount()).toEqual({ count: 1 });
    expect(await messagingOf(ctx, buyer).unreadCount()).toEqual({ count: 0 });
    const { items } = await messagingOf(ctx, seller).history({ conversationId: id });
    expect(items).toEqual([sent]);
  });

  it('stores a clientId once, whether sent again later or at the same time', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    const message = { conversationId: id, ...draft('Once') };
    const first = await messagingOf(ctx, buyer).send(message);
    const again = await messagingOf(ctx, buyer).send({ ...message, content: 'Changed' });
    expect(again).toEqual(first);

    const racing = { conversationId: id, ...draft('Twice at once') };
    const send = () => messagingOf(ctx, buyer).send(racing);
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    const { items } = await messagingOf(ctx, seller).history({ conversationId: id });
    expect(items.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(await messagingOf(ctx, seller).unreadCount()).toEqual({ count: 2 });
  });

  it('refuses a clientId that was used in another conversation', async () => {
    const one = await createTestConversation(ctx);
    const listingId = await createTestListing(ctx.db, one.seller.id);
    const other = await messagingOf(ctx, one.buyer).openConversation({ listingId });
    const message = draft('Here');
    await messagingOf(ctx, one.buyer).send({ conversationId: one.id, ...message });
    const sending = messagingOf(ctx, one.buyer).send({ conversationId: other.id, ...message });
    await expect(sending).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('lets two people use the same clientId', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    const message = { conversationId: id, ...draft('Same') };
    const first = await messagingOf(ctx, buyer).send(message);
    const second = await messagingOf(ctx, seller).send(message);
    expect([first.seq, second.seq]).toEqual([1, 2]);
  });

  it.each(['deactivatedAt', 'deletedAt'] as const)(
    'is refused after the other person has left (%s), but reading is not',
    async (left) => {
      const { id, buyer, seller } = await createTestConversation(ctx);
      const first = { conversationId: id, ...draft('Still here?') };
      await messagingOf(ctx, buyer).send(first);
      await ctx.db
        .updateTable('users')
        .set({ [left]: new Date() })
        .where('id', '=', seller.id)
        .execute();
      const sending = messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hello?') });
      await expect(sending).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect((await messagingOf(ctx, buyer).send(first)).seq).toBe(1);
      const { items } = await messagingOf(ctx, buyer).history({ conversationId: id });
      expect(items).toHaveLength(1);
    },
  );

  it('is limited to sixty messages a minute, with an error that says so', async () => {
    const strict = { ...ctx, limiter: createLimiter(ctx.pool, 1) };
    const { id, buyer } = await createTestConversation(strict);
    const send = () => messagingOf(strict, buyer).send({ conversationId: id, ...draft('Hi') });
    await Promise.all(Array.from({ length: 60 }, send));
    await expect(send()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(
        /^You can send 60 messages a minute\. Please wait \d+ seconds?\.$/,
      ) as unknown,
    });
  });

  it('neither refuses nor counts a retry of a stored message', async () => {
    const strict = { ...ctx, limiter: createLimiter(ctx.pool, 2 / 60) };
    const { id, buyer } = await createTestConversation(ctx);
    const api = messagingOf(strict, buyer);
    const message = { conversationId: id, ...draft('Hi') };
    const first = await api.send(message);
    expect(await Promise.all(Array.from({ length: 3 }, () => api.send(message)))).toEqual(
      Array(3).fill(first),
    );
    await api.send({ conversationId: id, ...draft('The second') });
    const third = api.send({ conversationId: id, ...draft('The third') });
    await expect(third).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await api.send(message)).toEqual(first);
  });

  it.each(['jane@example.com', 'élise@mail.example.co.uk', '🦊fox@localhost', 'a@.b'])(
    'returns the same message to the sender, open pages and the history (%s)',
    async (email) => {
      const address = email.replace('@', `+${randomUUID().slice(0, 8)}@`);
      const buyer = await createTestUser(ctx.db, { email: address, firstName: 'Jo' });
      const seller = await createTestUser(ctx.db);
      const listingId = await createTestListing(ctx.db, seller.id, { title: '"Oak" table' });
      const { id } = await messagingOf(ctx, buyer).openConversation({ listingId });
      const sent = await messagingOf(ctx, buyer).send({
        conversationId: id.toUpperCase(),
        ...draft('A "quote" \\ and\n🦊'),
      });
      expect(sent.senderEmail).toBe(maskEmail(address));
      const event = { type: 'message', conversationId: id, message: sent, isRequest: false };
      expect(await readFeed(ctx.db, buyer.id, 0)).toEqual([
        { position: 1, event: { ...event, unread: 0, conversationUnread: 0 } },
      ]);
      expect(await readFeed(ctx.db, seller.id, 0)).toEqual([
        { position: 1, event: { ...event, unread: 1, conversationUnread: 1 } },
      ]);
      const { items } = await messagingOf(ctx, seller).history({ conversationId: id });
      expect(items).toEqual([sent]);
      const entry = await ctx.db
        .selectFrom('notifications')
        .select('data')
        .where('userId', '=', seller.id)
        .executeTakeFirst();
      expect(entry?.data).toMatchObject({
        conversationId: id,
        name: 'Jo',
        listingTitle: '"Oak" table',
      });
    },
  );

  it('schedules an email for the receiver, until everything is read', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    const dueOf = async (userId: string) => {
      const query = ctx.db.selectFrom('feeds').select('mailDueAt').where('userId', '=', userId);
      return (await query.executeTakeFirstOrThrow()).mailDueAt?.getTime() ?? null;
    };
    const send = () => messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hi') });
    const sentAt = Date.parse((await send()).createdAt);
    const due = await dueOf(seller.id);
    expect(Math.abs(due! - sentAt - 10 * 60_000)).toBeLessThan(30_000);
    await send();
    expect(await dueOf(seller.id)).toBe(due);
    expect(await dueOf(buyer.id)).toBeNull();
    await messagingOf(ctx, seller).markRead({ conversationId: id, upToSeq: 1 });
    expect(await dueOf(seller.id)).toBe(due);
    await messagingOf(ctx, seller).markRead({ conversationId: id, upToSeq: 2 });
    expect(await dueOf(seller.id)).toBeNull();
  });

  it.each(['', '   ', 'x'.repeat(4001), 'nul \0', '\ud800'])(
    'refuses the content %j',
    async (content) => {
      const { id, buyer } = await createTestConversation(ctx);
      const sending = messagingOf(ctx, buyer).send({ conversationId: id, ...draft(content) });
      await expect(sending).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );

  it.each(['x'.repeat(4000), '😀'.repeat(2000), '<b>"quoted"</b> \\ \u0001 \'; drop table', 'ا'])(
    'stores the content unchanged (%#)',
    async (content) => {
      const { id, buyer, seller } = await createTestConversation(ctx);
      await messagingOf(ctx, buyer).send({ conversationId: id, ...draft(content) });
      const { items } = await messagingOf(ctx, seller).history({ conversationId: id });
      expect(items[0]!.content).toBe(content);
    },
  );
});

describe('sending by listing', () => {
  it('opens the conversation for the buyer, and lets the seller answer in it', async () => {
    const seller = await createTestUser(ctx.db);
    const buyer = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id);
    const question = await messagingOf(ctx, buyer).sendByListing({
      listingId,
      receiverId: seller.id,
      content: 'Is it still there?',
    });
    const answer = await messagingOf(ctx, seller).sendByListing({
      listingId,
      receiverId: buyer.id,
      content: 'It is.',
    });
    expect(answer.conversationId).toBe(question.conversationId);
    expect([question.seq, answer.seq]).toEqual([1, 2]);
  });

  it('lets no seller write first, and nobody write to themselves', async () => {
    const seller = await createTestUser(ctx.db);
    const buyer = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id);
    const send = (receiverId: string) =>
      messagingOf(ctx, seller).sendByListing({ listingId, receiverId, content: 'Buy it' });
    await expect(send(buyer.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(send(seller.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('refuses a receiver who has nothing to do with the listing', async () => {
    const { listingId, buyer } = await createTestConversation(ctx);
    const stranger = await createTestUser(ctx.db);
    const sending = messagingOf(ctx, buyer).sendByListing({
      listingId,
      receiverId: stranger.id,
      content: 'Hi',
    });
    await expect(sending).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a person who is not part of a conversation', () => {
  it('gets NOT_FOUND from every call', async () => {
    const { id } = await createTestConversation(ctx);
    const stranger = messagingOf(ctx, await createTestUser(ctx.db));
    for (const conversationId of [id, randomUUID(), 'no-id']) {
      const calls = [
        () => stranger.history({ conversationId }),
        () => stranger.send({ conversationId, ...draft('Hi') }),
        () => stranger.markRead({ conversationId, upToSeq: 1 }),
        () => stranger.setTyping({ conversationId }),
      ];
      for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('history', () => {
  it('comes in pages, newest first, back to the first message', async () => {
    const { id, buyer } = await createTestConversation(ctx);
    for (let n = 1; n <= 7; n++) {
      await messagingOf(ctx, buyer).send({ conversationId: id, ...draft(`${n}`) });
    }
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await messagingOf(ctx, buyer).history({
        conversationId: id,
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.items.map(({ seq }) => seq));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });
});

describe('reading', () => {
  it('lowers the unread count, notifies the sender, and never goes back', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    for (const text of ['a', 'b', 'c']) {
      await messagingOf(ctx, buyer).send({ conversationId: id, ...draft(text) });
    }
    const read = (upToSeq: number) =>
      messagingOf(ctx, seller).markRead({ conversationId: id, upToSeq });
    expect(await read(2)).toEqual({ count: 1 });
    expect(await read(1)).toEqual({ count: 1 });
    const { items } = await messagingOf(ctx, buyer).history({ conversationId: id });
    expect(items.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect(await read(Number.MAX_SAFE_INTEGER)).toEqual({ count: 0 });
    const events = await ctx.db
      .selectFrom('feedEvents')
      .select('data')
      .where('userId', '=', buyer.id)
      .where('type', '=', 'read')
      .orderBy('seq')
      .execute();
    expect(events.map(({ data }) => data)).toEqual([
      { conversationId: id, readerId: seller.id, upToSeq: 2, unread: 0, conversationUnread: 0 },
      { conversationId: id, readerId: seller.id, upToSeq: 3, unread: 0, conversationUnread: 0 },
    ]);
  });

  it('changes nothing in a conversation without messages', async () => {
    const { id, buyer } = await createTestConversation(ctx);
    expect(await messagingOf(ctx, buyer).markRead({ conversationId: id, upToSeq: 9 })).toEqual({
      count: 0,
    });
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });
});
