import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { draft } from '../features/messaging/messaging.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { TestServer } from '../test/server.ts';
import { connectClient } from '../test/ws-client.ts';
import {
  contents,
  listening,
  positions,
  startTalk,
  startUnlimited,
  type Talk,
} from './realtime.fixtures.ts';

let database: TestDatabase;
let servers: TestServer[];

beforeAll(async () => {
  database = await createTestDatabase();
  servers = [await startUnlimited(database), await startUnlimited(database)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});

const messages = 300;
const writers = 6;

/** Both people write over both instances, some calls at once, until all messages are stored. */
async function chatter(talk: Talk): Promise<void> {
  const { conversationId } = talk;
  const apis = [talk.buyer, talk.seller].map((user) => connectClient(servers, user));
  let next = 0;
  const write = async () => {
    for (let n = next++; n < messages; n = next++) {
      const api = apis[n % 2]!.api;
      await api.messaging.send.mutate({ conversationId, ...draft(`${n}`) });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await Promise.all(apis.map((api) => api.close()));
}

it('loses, doubles and disorders nothing while sockets are cut at random', async () => {
  const talk = await startTalk(servers[0]!);
  const clients = [talk.buyer, talk.seller].flatMap((user) => [
    connectClient(servers, user),
    connectClient(servers.toReversed(), user),
  ]);
  const logs = await Promise.all(clients.map((client) => listening(client)));
  const cutting = setInterval(() => {
    const client = clients[Math.floor(Math.random() * clients.length)]!;
    client.socket()?.terminate();
  }, 15);
  await chatter(talk);
  clearInterval(cutting);
  const stored = await database.db
    .selectFrom('messages')
    .select('content')
    .where('conversationId', '=', talk.conversationId)
    .orderBy('seq')
    .execute();
  expect(stored).toHaveLength(messages);
  await vi.waitFor(
    () => {
      for (const log of logs) expect(contents(log)).toHaveLength(messages);
    },
    { timeout: 20_000 },
  );
  for (const log of logs) {
    expect(contents(log)).toEqual(stored.map(({ content }) => content));
    expect(positions(log)).toEqual(stored.map((_, n) => n + 1));
    expect(log.events.some(({ event }) => event.type === 'reset')).toBe(false);
    expect(log.errors).toEqual([]);
  }
  // Each client was cut, and so resumed, many times.
  expect(Math.min(...clients.map((client) => client.opened()))).toBeGreaterThan(2);
  await Promise.all(clients.map((client) => client.close()));
}, 60_000);
