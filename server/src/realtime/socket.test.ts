import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { revokeSessions } from '../features/auth/sessions.ts';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { connectClient, recordEvents } from '../test/ws-client.ts';
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

/** Returns the HTTP status of the upgrade. It is 101 if the socket opened. */
function statusOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

interface Refused {
  id: number | null;
  error: { message: string; data: object };
}

/** Collects the errors that arrive on a socket. */
function refusalsOn(socket: WebSocket): Refused[] {
  const refused: Refused[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Refused;
    if (message.error) refused.push(message);
  });
  return refused;
}

/** Starts a server and collects the lines of its log. */
async function startLogged() {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
  return { server: await startTestServer(database, { log }), lines };
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

  it('is granted to the site’s pages, and to clients that are not browsers', async () => {
    expect(await statusOf(open(one, { origin: one.ctx.config.publicUrl }))).toBe(101);
    expect(await statusOf(open(one, { origin: one.url }))).toBe(101);
    expect(await statusOf(open(one))).toBe(101);
  });

  it('is refused to a page of this host when PUBLIC_URL names another', async () => {
    const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://market.example' });
    const server = await startTestServer(database, {
      config: { ...config, dataDir: createTestContext(database).config.dataDir },
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
    await revokeSessions(one.ctx.db, { id: user.sessionId });
    one.ctx.hub.closeSessions([user.sessionId]);
    await opened;
    if (socket.readyState === socket.OPEN) subscribe(socket, 'messaging.events');
    const first = await Promise.race([
      answer.then(([data]) => String(data)),
      closed.then(([code]) => String(code)),
    ]);
    expect(first).toMatch(/UNAUTHORIZED|^4401$/);
  });

  it('is the only way to subscribe', async () => {
    const { cookie } = await one.signedIn();
    const answer = await fetch(`${one.url}/trpc/messaging.events`, { headers: { cookie } });
    expect(await answer.text()).toContain('METHOD_NOT_SUPPORTED');
  });

  it('closes when the client sends too many frames', async () => {
    const socket = open(one);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    for (let n = 0; n < 250; n++) socket.send('PONG');
    expect((await closed)[0]).toBe(1008);
  });

  it('closes when a frame exceeds 64 KB', async () => {
    const socket = open(one);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    socket.send('x'.repeat(64 * 1024 + 1));
    expect((await closed)[0]).toBe(1009);
  });

  it('allows at most 20 subscriptions', async () => {
    const { server, lines } = await startLogged();
    const user = await server.signedIn();
    const socket = open(server, { cookie: user.cookie });
    await once(socket, 'open');
    const refused = refusalsOn(socket);
    for (let n = 1; n <= 22; n++) subscribe(socket, 'messaging.events', n);
    await vi.waitFor(() => expect(refused.map(({ id }) => id)).toEqual([21, 22]));
    expect(refused[0]?.error).toMatchObject({
      message: 'Too many subscriptions on one connection.',
      data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429, retryAfter: 10 },
    });
    await server.close();
    expect(lines.filter((line) => line.includes('call over a socket'))).toEqual([]);
  });

  it('survives invalid frames', async () => {
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

describe('the limits of sockets', () => {
  const suggestions = (calls: number, query = 'tro') =>
    JSON.stringify(
      Array.from({ length: calls }, (_, id) => ({
        id,
        method: 'query',
        params: { path: 'listings.suggestLocations', input: { query } },
      })),
    );

  it('close a socket whose frame has more calls than a batch may have, and run none of them', async () => {
    const socket = open(one);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    const answers: unknown[] = [];
    socket.on('message', (data) => answers.push(data));
    socket.send(suggestions(51));
    expect((await closed)[0]).toBe(1008);
    expect(answers).toEqual([]);
  });

  it('count each call in a frame, refuse those beyond 100 a minute and then close the socket', async () => {
    const socket = open(one);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    const refused = refusalsOn(socket);
    // These frames exceed the limit even if a new minute begins in between.
    for (let frame = 0; frame < 10; frame++) socket.send(suggestions(50));
    expect((await closed)[0]).toBe(1008);
    expect(refused.length).toBeGreaterThanOrEqual(50);
    expect(refused[0]?.error).toMatchObject({
      message: 'Too many calls on one connection. Please wait a moment and try again.',
      data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429, retryAfter: expect.any(Number) },
    });
  });

  it('refuse calls beyond the budget of the network, but stop subscriptions', async () => {
    const limits = { burstOfNetwork: 40, perSecondOfNetwork: 0.01 };
    const server = await startTestServer(database, {}, { limits });
    const user = await server.signedIn();
    const socket = open(server, { cookie: user.cookie });
    await once(socket, 'open');
    const seen: unknown[] = [];
    socket.on('message', (data) => seen.push(JSON.parse(String(data))));
    subscribe(socket, 'messaging.events', 99);
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1));
    socket.send(suggestions(39));
    const stop = { id: 99, method: 'subscription.stop' };
    socket.send(JSON.stringify([JSON.parse(suggestions(1))[0], stop]));
    await vi.waitFor(() => {
      expect(seen).toContainEqual({ id: 99, result: { type: 'stopped' } });
    });
    expect(seen).toContainEqual({
      id: 0,
      error: {
        message: 'Too many requests from your network. Please wait a moment and try again.',
        code: expect.any(Number),
        data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429, retryAfter: expect.any(Number) },
      },
    });
    await server.close();
  });

  it('apply to the open sockets of a network', async () => {
    const limits = { socketsOfNetwork: 2 };
    const server = await startTestServer(database, {}, { limits });
    const first = open(server);
    expect(await statusOf(first)).toBe(101);
    expect(await statusOf(open(server))).toBe(101);
    expect(await statusOf(open(server))).toBe(429);
    first.terminate();
    await vi.waitFor(async () => expect(await statusOf(open(server))).toBe(101));
    await server.close();
  });

  it('apply to the open sockets of a user, whose client backs off', async () => {
    const server = await startTestServer(database, {}, { limits: { socketsOfUser: 1 } });
    const user = await server.signedIn();
    const first = open(server, { cookie: user.cookie });
    await once(first, 'open');
    const second = open(server, { cookie: user.cookie });
    const refused = refusalsOn(second);
    await once(second, 'close');
    expect(refused).toMatchObject([
      { id: null, error: { data: { code: 'TOO_MANY_REQUESTS', retryAfter: 30 } } },
    ]);
    const attempts: number[] = [];
    const client = connectClient([server], user, (attempt) => {
      attempts.push(attempt);
      return 5;
    });
    await vi.waitFor(() => expect(attempts).toContain(3));
    first.terminate();
    // A subscription that is requested while its socket is refused fails, so the loop retries it.
    await vi.waitFor(async () => {
      const { events } = recordEvents(client);
      await vi.waitFor(() => expect(events.length).toBeGreaterThan(0), 500);
    }, 10_000);
    await client.close();
    await server.close();
  });
});

describe('a server that stops', () => {
  it('sends its clients to another instance, where they resume', async () => {
    const leaving = await startUnlimited(database);
    const talk = await startTalk(leaving);
    const client = connectClient([leaving, one], talk.seller);
    const log = await listening(client);
    await leaving.close();
    expect(client.closeCodes).toEqual([1001]);
    await vi.waitFor(() => expect(log.events).toHaveLength(2));
    expect(log.errors).toEqual([]);
    expect(client.opened()).toBe(2);
    await client.close();
  });
});
