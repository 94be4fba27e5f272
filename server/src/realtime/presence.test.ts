import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { TestServer } from '../test/server.ts';
import { connectClient, type TestClient } from '../test/ws-client.ts';
import { createRoster } from './roster.ts';
import { listening, startTalk, startUnlimited } from './realtime.fixtures.ts';

let database: TestDatabase;
let one: TestServer;
let other: TestServer;
const clients: TestClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  one = await startUnlimited(database);
  other = await startUnlimited(database);
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

function connect(server: TestServer, user: { cookie: string }): TestClient {
  const client = connectClient([server], user);
  clients.push(client);
  return client;
}

/** What `messaging.presence` gives, from when the subscription stands. */
async function watchPresence(client: TestClient): Promise<PresenceEvent[]> {
  const seen: PresenceEvent[] = [];
  await new Promise<void>((resolve) => {
    client.api.messaging.presence.subscribe(undefined, {
      onStarted: () => resolve(),
      onData: (event) => void seen.push(event),
    });
  });
  return seen;
}

describe('typing', () => {
  it('is seen by the other person of the conversation, and by nobody else', async () => {
    const talk = await startTalk(one);
    const stranger = await startTalk(one);
    const buyer = connect(one, talk.buyer);
    const seen = await watchPresence(connect(other, talk.seller));
    const own = await watchPresence(buyer);
    const foreign = await watchPresence(connect(other, stranger.seller));
    const { conversationId } = talk;
    await vi.waitFor(async () => {
      await buyer.api.messaging.setTyping.mutate({ conversationId });
      expect(seen).toContainEqual({
        type: 'typing',
        conversationId,
        userId: talk.buyer.id,
        until: expect.any(String),
      });
    });
    expect([...own, ...foreign].filter(({ type }) => type === 'typing')).toEqual([]);
  });
});

describe('being online', () => {
  it('is seen across instances, and so is leaving after a while', async () => {
    const talk = await startTalk(one);
    const seen = await watchPresence(connect(other, talk.seller));
    const buyer = connect(one, talk.buyer);
    await listening(buyer);
    const userId = talk.buyer.id;
    await vi.waitFor(() =>
      expect(seen).toEqual([{ type: 'online', userId, since: expect.any(String) }]),
    );
    await buyer.close();
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ type: 'online', userId, since: null }), {
      timeout: 10_000,
    });
  });

  it('is told at once of those who are online already', async () => {
    const talk = await startTalk(one);
    await listening(connect(one, talk.buyer));
    const seen = await watchPresence(connect(one, talk.seller));
    await vi.waitFor(() => expect(seen).toMatchObject([{ type: 'online', userId: talk.buyer.id }]));
  });

  it('is kept from others by who does not want to show it', async () => {
    const talk = await startTalk(one);
    await one.parts.db
      .updateTable('users')
      .set({ showPresence: false })
      .where('id', '=', talk.buyer.id)
      .execute();
    const seen = await watchPresence(connect(one, talk.seller));
    const buyer = connect(one, talk.buyer);
    await listening(buyer);
    // A sign that comes over the same way, after which the other would have come.
    await buyer.api.messaging.setTyping.mutate({ conversationId: talk.conversationId });
    await vi.waitFor(() => expect(seen).toMatchObject([{ type: 'typing' }]));
  });
});

describe('the roster', () => {
  it('forgets who is missing from a full list, and an instance that fell silent', () => {
    const changes: [string, boolean][] = [];
    const roster = createRoster((userId, since) => changes.push([userId, since !== null]));
    roster.addElsewhere('b', {
      users: [
        ['x', 5],
        ['y', 6],
      ],
      round: 1,
      last: true,
    });
    roster.addElsewhere('c', { users: [['y', 7]], round: 1, last: true });
    expect(roster.since('y')).toBe(6);
    roster.addElsewhere('b', { users: [['x', 5]], round: 2, last: true });
    expect([roster.since('x'), roster.since('y')]).toEqual([5, 7]);
    expect(roster.countElsewhere('b')).toBe(1);
    roster.dropSilent(0);
    expect(changes).toEqual([
      ['x', true],
      ['y', true],
      ['x', false],
      ['y', false],
    ]);
    expect(roster.countElsewhere('d')).toBeNull();
  });
});
