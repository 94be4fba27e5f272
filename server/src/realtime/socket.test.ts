import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { revokeSession } from '../features/auth/sessions.ts';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestParts } from '../test/parts.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { connectClient } from '../test/ws-client.ts';
import { listening, startTalk, startUnlimited } from './realtime.fixtures.ts';

let database: TestDatabase;
let one: TestServer;
let other: TestServer;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  one = await startTestServer(database);
  other = await startTestServer(database);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.terminate()));
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

function open(server: TestServer, headers: Record<string, string> = {}): WebSocket {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, { headers });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** The status with which the upgrade was answered: 101 when there was one. */
function statusOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

function subscribe(socket: WebSocket, path: string, id = 1): void {
  const params = { path, input: undefined };
  socket.send(JSON.stringify({ id, method: 'subscription', params }));
}

describe('the upgrade', () => {
  it.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example'])(
    'is refused to a page of another site (%s)',
    async (origin) => {
      const { cookie } = await one.signedIn();
      expect(await statusOf(open(one, { origin, cookie }))).toBe(403);
    },
  );

  it('is granted to the site’s own pages, and to clients that are no browser', async () => {
    expect(await statusOf(open(one, { origin: one.parts.config.publicUrl }))).toBe(101);
    expect(await statusOf(open(one, { origin: one.url }))).toBe(101);
    expect(await statusOf(open(one))).toBe(101);
  });

  it('is refused to a page of the host itself where PUBLIC_URL names another', async () => {
    const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://market.example' });
    const server = await startTestServer(database, {
      config: { ...config, dataDir: createTestParts(database).config.dataDir },
    });
    expect(await statusOf(open(server, { origin: server.url }))).toBe(403);
    expect(await statusOf(open(server, { origin: 'https://market.example' }))).toBe(101);
    await server.close();
  });
});

describe('a socket', () => {
  it('does not open a subscription for a session that is revoked while it connects', async () => {
    const user = await one.signedIn();
    const socket = open(one, { cookie: user.cookie });
    const opened = once(socket, 'open');
    const answer = once(socket, 'message');
    const closed = once(socket, 'close');
    await revokeSession(one.parts.db, user.sessionId);
    one.parts.hub.closeSessions([user.sessionId]);
    await opened;
    if (socket.readyState === socket.OPEN) subscribe(socket, 'messaging.events');
    const first = await Promise.race([
      answer.then(([data]) => String(data)),
      closed.then(([code]) => String(code)),
    ]);
    expect(first).toMatch(/UNAUTHORIZED|^4401$/);
  });

  it('runs no mutation', async () => {
    const { conversationId, buyer } = await startTalk(one);
    const socket = open(one, { cookie: buyer.cookie });
    await once(socket, 'open');
    const params = { path: 'messaging.setTyping', input: { conversationId } };
    socket.send(JSON.stringify({ id: 1, method: 'mutation', params }));
    const [data] = await once(socket, 'message');
    expect(JSON.parse(String(data))).toMatchObject({
      id: 1,
      error: { data: { code: 'NOT_FOUND' } },
    });
  });

  it('is the only way to a subscription', async () => {
    const { cookie } = await one.signedIn();
    const answer = await fetch(`${one.url}/trpc/messaging.events`, { headers: { cookie } });
    expect(await answer.text()).toContain('METHOD_NOT_SUPPORTED');
  });

  it('closes on a client that says too much', async () => {
    const socket = open(one);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    for (let n = 0; n < 250; n++) socket.send('PONG');
    expect((await closed)[0]).toBe(1008);
  });

  it('closes on a frame of more than 64 KB', async () => {
    const socket = open(one);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    socket.send('x'.repeat(64 * 1024 + 1));
    expect((await closed)[0]).toBe(1009);
  });

  it('takes so many subscriptions and no more', async () => {
    const user = await one.signedIn();
    const socket = open(one, { cookie: user.cookie });
    await once(socket, 'open');
    const refused: number[] = [];
    socket.on('message', (data) => {
      const { id, error } = JSON.parse(String(data));
      if (error) refused.push(id);
    });
    for (let n = 1; n <= 22; n++) subscribe(socket, 'messaging.events', n);
    await vi.waitFor(() => expect(refused).toEqual([21, 22]));
  });

  it('survives nonsense', async () => {
    const user = await one.signedIn();
    const socket = open(one, { cookie: user.cookie });
    await once(socket, 'open');
    for (const frame of ['{', '[]', '{"id":1}', 'null', '{"id":1,"method":"subscription"}']) {
      socket.send(frame);
    }
    socket.send(Buffer.from([0xff, 0xfe]));
    subscribe(socket, 'messaging.events', 7);
    const seen: unknown[] = [];
    socket.on('message', (data) => seen.push(JSON.parse(String(data))));
    await vi.waitFor(() => expect(seen).toContainEqual(expect.objectContaining({ id: 7 })));
  });
});

describe('a server that stops', () => {
  it('sends its clients to another instance, which resumes', async () => {
    const leaving = await startUnlimited(database);
    const talk = await startTalk(leaving);
    const client = connectClient([leaving, one], talk.seller);
    const log = await listening(client);
    const start = Date.now();
    await leaving.close();
    expect(Date.now() - start).toBeLessThan(3_000);
    await vi.waitFor(() => expect(log.events).toHaveLength(2));
    expect(log.errors).toEqual([]);
    expect(client.opened()).toBe(2);
    await client.close();
  });
});
