import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Bus, BusListener } from '../platform/bus/bus.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { TestServer } from '../test/server.ts';
import { connectClient } from '../test/ws-client.ts';
import { listening, send, startTalk, startUnlimited } from './realtime.fixtures.ts';

let database: TestDatabase;
let servers: TestServer[];

const rounds = 60;
const longestDelayMs = 60;

/**
 * Creates a bus that loses a third of its messages, doubles another third, and delivers them late
 * and out of order. A real bus may do all of that.
 */
function createFaultyBus(random: () => number): () => Bus {
  const listeners = new Set<BusListener>();
  const bring = (message: string) => {
    setTimeout(() => {
      for (const listener of listeners) listener.onMessage(message);
    }, random() * longestDelayMs);
  };
  return () => ({
    async publish(message) {
      const copies = Math.floor(random() * 3);
      for (let n = 0; n < copies; n++) bring(message);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check: async () => undefined,
    close: async () => undefined,
  });
}

/**
 * Returns a generator of numbers from 0 to 1 (mulberry32), which are the same for the same seed.
 */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = createRandom(20_261_120);

beforeAll(async () => {
  database = await createTestDatabase();
  const openBus = createFaultyBus(random);
  const options = { openBus, tickMs: 400 };
  servers = [await startUnlimited(database, options), await startUnlimited(database, options)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});

/** Returns a user's feed from the database. */
async function storedFeed(userId: string) {
  const rows = await database.db
    .selectFrom('feedEvents')
    .select(['seq', 'type', 'data'])
    .where('userId', '=', userId)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq, type, data }) => ({
    id: Number(seq),
    event: { type, ...(data as object) },
  }));
}

it('delivers every event, only later, when wake-ups are lost, doubled, late and out of order', async () => {
  const talks = await Promise.all([1, 2, 3].map(() => startTalk(servers[0]!)));
  const clients = talks.flatMap(({ conversationId, buyer, seller }) =>
    [buyer, seller].flatMap((user) =>
      servers.map((server) => ({
        conversationId,
        userId: user.id,
        client: connectClient([server], user),
      })),
    ),
  );
  const logs = await Promise.all(clients.map(({ client }) => listening(client)));
  await Promise.all(
    clients.map(async ({ client, conversationId }) => {
      for (let n = 0; n < rounds; n++) {
        const { seq } = await send(client, conversationId, `${n}`);
        if (random() < 0.3) {
          await client.api.messaging.markRead.mutate({ conversationId, upToSeq: seq });
        }
      }
    }),
  );
  for (const [n, { userId }] of clients.entries()) {
    const stored = await storedFeed(userId);
    expect(stored.length).toBeGreaterThanOrEqual(rounds * 4);
    await vi.waitFor(() => expect(logs[n]!.events).toHaveLength(stored.length + 1));
    expect(logs[n]!.events.slice(1)).toEqual(stored);
    expect(logs[n]!.errors).toEqual([]);
  }
  await Promise.all(clients.map(({ client }) => client.close()));
}, 120_000);
