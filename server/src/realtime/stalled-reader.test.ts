import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { sendMessage } from '../features/messaging/send-message.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { TestServer } from '../test/server.ts';
import { connectClient } from '../test/ws-client.ts';
import { contents, listening, positions, startTalk, startUnlimited } from './realtime.fixtures.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startUnlimited(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const count = 1_000;
const megabyte = 1024 * 1024;

v8.setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes that this process uses after garbage collection. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Samples the buffers of all sockets until the returned function is called, which returns the
 * largest.
 */
function watchBuffers(): () => number {
  let most = 0;
  const looking = setInterval(() => {
    for (const { bufferedAmount } of server.sockets()) most = Math.max(most, bufferedAmount);
  }, 5);
  return () => {
    clearInterval(looking);
    return most;
  };
}

it('limits the buffer of a stalled reader, and cuts it off after ten seconds', async () => {
  const user = await server.signedIn();
  await sql`insert into feed_events (user_id, seq, type, data)
    select ${user.id}, n, 'notification',
      jsonb_build_object('notification', jsonb_build_object('text', repeat('x', 4000)))
    from generate_series(1, 15000) n`.execute(database.db);
  await sql`update feeds set last_seq = 15000 where user_id = ${user.id}`.execute(database.db);
  const headers = { cookie: user.cookie };
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, { headers });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const params = { path: 'messaging.events', input: { lastEventId: '0' } };
  socket.send(JSON.stringify({ id: 1, method: 'subscription', params }));
  await once(socket, 'message');
  const before = memoryInUse();
  const mostBuffered = watchBuffers();
  socket.pause();
  const start = performance.now();
  let mostMemory = 0;
  await vi.waitFor(
    () => {
      mostMemory = Math.max(mostMemory, memoryInUse());
      expect(server.sockets().size).toBe(0);
    },
    { timeout: 20_000, interval: 1_000 },
  );
  // Sixty megabytes of events wait for the reader.
  expect(mostMemory - before).toBeLessThan(10 * megabyte);
  expect(performance.now() - start).toBeGreaterThan(9_000);
  const most = mostBuffered();
  expect(most).toBeGreaterThan(megabyte);
  expect(most).toBeLessThan(1.1 * megabyte);
  socket.terminate();
});

it('limits the buffer while a thousand long messages arrive live, and loses none', async () => {
  const { conversationId, buyer, seller } = await startTalk(server);
  const reader = connectClient([server], seller);
  const log = await listening(reader);
  reader.socket()!.pause();
  const mostBuffered = watchBuffers();
  // Each of these characters takes three bytes in UTF-8.
  const content = '\u6f22'.repeat(3_990);
  let next = 0;
  const write = async () => {
    while (next < count) {
      const message = { clientId: randomUUID(), content: `${next++} ${content}` };
      await sendMessage(server.ctx, { senderId: buyer.id, conversationId, ...message });
    }
  };
  await Promise.all(Array.from({ length: 4 }, write));
  // If the socket was cut, the page reads on over another one. Otherwise it reads on now.
  reader.socket()?.resume();
  await vi.waitFor(() => expect(contents(log)).toHaveLength(count), { timeout: 20_000 });
  expect(positions(log)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
  expect(new Set(contents(log)).size).toBe(count);
  expect(log.events.some(({ event }) => event.type === 'reset')).toBe(false);
  expect(mostBuffered()).toBeLessThan(1.1 * megabyte);
  await reader.close();
});
