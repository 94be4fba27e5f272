import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { Parts } from '../../parts.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestParts } from '../../test/parts.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing, draft, findWrongCounters, messagingOf } from './messaging.fixtures.ts';

let database: TestDatabase;
let parts: Parts;

beforeAll(async () => {
  database = await createTestDatabase();
  parts = createTestParts(database, { limiter: createLimiter(database.pool, 1_000) });
});
afterAll(() => database.close());

/** A generator with a seed, so that a failure can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Four people who each sell one thing and have asked about everybody else's. */
async function createMarket(): Promise<{ users: Session['user'][]; conversations: Talk[] }> {
  const users = await Promise.all(Array.from({ length: 4 }, () => createTestUser(parts.db)));
  const conversations: Talk[] = [];
  for (const seller of users) {
    const listingId = await createTestListing(parts.db, seller.id);
    for (const buyer of users) {
      if (buyer === seller) continue;
      const { id } = await messagingOf(parts, buyer).openConversation({ listingId });
      conversations.push({ id, people: [buyer, seller] });
    }
  }
  return { users, conversations };
}

interface Talk {
  id: string;
  people: [Session['user'], Session['user']];
}

it('keeps every counter and position right through a random history of 16 writers', async () => {
  const { conversations } = await createMarket();
  const write = async (writer: number) => {
    const random = seeded(writer + 1);
    for (let step = 0; step < 40; step++) {
      const talk = conversations[random(conversations.length)]!;
      const api = messagingOf(parts, talk.people[random(2)]!);
      if (random(3) > 0) await api.send({ conversationId: talk.id, ...draft(`${step}`) });
      else await api.markRead({ conversationId: talk.id, upToSeq: random(30) });
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
  expect(await findWrongCounters(parts.db)).toEqual([]);
});

it('tells each user, with every event, the totals that hold from then on', async () => {
  const { users, conversations } = await createMarket();
  const random = seeded(7);
  for (let step = 0; step < 60; step++) {
    const talk = conversations[random(conversations.length)]!;
    const api = messagingOf(parts, talk.people[random(2)]!);
    if (random(3) > 0) await api.send({ conversationId: talk.id, ...draft(`${step}`) });
    else await api.markRead({ conversationId: talk.id, upToSeq: random(9) });
  }
  for (const user of users) {
    const events = await parts.db
      .selectFrom('feedEvents')
      .select(['seq', 'data'])
      .where('userId', '=', user.id)
      .orderBy('seq')
      .execute();
    expect(events.map(({ seq }) => Number(seq))).toEqual(events.map((_, n) => n + 1));
    const totals = events.map(({ data }) => data as Record<string, unknown>);
    const api = messagingOf(parts, user);
    expect(totals.at(-1)?.['unread'] ?? 0).toBe((await api.unreadCount()).count);
    const { items } = await api.conversations({ limit: 100 });
    for (const { id, unread } of items) {
      const last = totals.findLast(({ conversationId }) => conversationId === id);
      expect(last?.['conversationUnread'] ?? 0).toBe(unread);
    }
  }
});
