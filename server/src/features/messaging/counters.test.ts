import { expect, it } from 'vitest';
import { texts } from '@marketplace/shared/texts';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import {
  createTestListing,
  draft,
  findWrongCounters,
  messagingOf,
  seeded,
} from './messaging.fixtures.ts';
import { messagingContext } from './messaging-context.fixtures.ts';

const ctx = messagingContext();

/** Creates four people, each with one listing and a conversation about every other one. */
async function createMarket(): Promise<{ users: Session['user'][]; conversations: Talk[] }> {
  const users = await Promise.all(Array.from({ length: 4 }, () => createTestUser(ctx.db)));
  const conversations: Talk[] = [];
  for (const seller of users) {
    const listingId = await createTestListing(ctx.db, seller.id);
    for (const buyer of users) {
      if (buyer === seller) continue;
      const { id } = await messagingOf(ctx, buyer).openConversation({ listingId });
      conversations.push({ id, people: [buyer, seller] });
    }
  }
  return { users, conversations };
}

interface Talk {
  id: string;
  people: [Session['user'], Session['user']];
}

it('keeps counters, positions and read marks right under 16 concurrent random writers', async () => {
  const { users, conversations } = await createMarket();
  const acknowledged: string[] = [];
  const act = async (random: (below: number) => number) => {
    const talk = conversations[random(conversations.length)]!;
    const side = random(2);
    const [me, other] = [talk.people[side]!, talk.people[1 - side]!];
    const api = messagingOf(ctx, me);
    const kind = random(14);
    if (kind < 6)
      acknowledged.push((await api.send({ conversationId: talk.id, ...draft('x') })).id);
    else if (kind < 9) await api.markRead({ conversationId: talk.id, upToSeq: random(30) });
    else if (kind < 10) await api.block({ userId: other.id });
    else if (kind < 11) await api.unblock({ userId: other.id });
    else if (kind < 13) await api.archive({ conversationId: talk.id, archived: kind === 11 });
    else {
      const listingId = await createTestListing(ctx.db, other.id);
      const { id } = await api.openConversation({ listingId });
      conversations.push({ id, people: [me, other] });
    }
  };
  const write = async (writer: number) => {
    const random = seeded(writer + 1);
    for (let step = 0; step < 40; step++) {
      await act(random).catch((error: unknown) => {
        // Blocked messages are expected. Any other error, such as a deadlock, is not.
        if ((error as Error).message !== texts.messageUndeliverable) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
  expect(await findWrongCounters(ctx.db)).toEqual([]);
  const stored = await ctx.db.selectFrom('messages').select('id').execute();
  expect(stored.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  for (const user of users) {
    const newest = await ctx.db
      .selectFrom('feedEvents')
      .select('data')
      .where('userId', '=', user.id)
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(newest?.data).toMatchObject({
      unread: (await messagingOf(ctx, user).unreadCount()).count,
    });
  }
});

it('puts the totals that hold from then on into every event', async () => {
  const { users, conversations } = await createMarket();
  const random = seeded(7);
  for (let step = 0; step < 60; step++) {
    const talk = conversations[random(conversations.length)]!;
    const api = messagingOf(ctx, talk.people[random(2)]!);
    if (random(3) > 0) await api.send({ conversationId: talk.id, ...draft(`${step}`) });
    else await api.markRead({ conversationId: talk.id, upToSeq: random(9) });
  }
  for (const user of users) {
    const events = await ctx.db
      .selectFrom('feedEvents')
      .select(['seq', 'data'])
      .where('userId', '=', user.id)
      .orderBy('seq')
      .execute();
    expect(events.map(({ seq }) => Number(seq))).toEqual(events.map((_, n) => n + 1));
    const totals = events.map(({ data }) => data as Record<string, unknown>);
    const api = messagingOf(ctx, user);
    expect(totals.at(-1)?.['unread'] ?? 0).toBe((await api.unreadCount()).count);
    const { items } = await api.conversations({ limit: 100 });
    for (const { id, unread } of items) {
      const last = totals.findLast(({ conversationId }) => conversationId === id);
      expect(last?.['conversationUnread'] ?? 0).toBe(unread);
    }
  }
});
