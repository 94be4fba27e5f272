import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createDatabase, createPool } from '@marketplace/db/database';
import { createAdmission } from '../platform/admission.ts';
import { sheddingLimits } from '../platform/shedding.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { startTalk } from './realtime.fixtures.ts';
import { registerSocket } from './socket.ts';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const subscription = JSON.stringify({
  ...{ id: 1, method: 'subscription', params: { path: 'messaging.events' } },
});

function open(url: string, cookies?: string): WebSocket {
  const headers = cookies === undefined ? {} : { cookie: cookies };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc`, { headers });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return socket;
}

/**
 * Starts a server that only has sockets, with short times. Also returns references to the upgrade
 * requests and their responses.
 */
async function startSockets(ctx = server.ctx) {
  const app = Fastify();
  await app.register(cookie);
  const requests: WeakRef<object>[] = [];
  app.addHook('onRequest', async (request, reply) => {
    requests.push(new WeakRef(request), new WeakRef(request.raw), new WeakRef(reply.raw));
  });
  const admission = createAdmission(sheddingLimits, 100);
  await registerSocket(app, ctx, { admission, quietMs: 60, answerMs: 500 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

it('pings a silent socket, and terminates it if it does not answer', async () => {
  const { url } = await startSockets();
  const [answering, silent] = [open(url), open(url)];
  let pings = 0;
  answering.on('message', (data) => {
    if (String(data) !== 'PING') return;
    pings++;
    answering.send('PONG');
  });
  const [frame] = await once(silent, 'message');
  expect(String(frame)).toBe('PING');
  await once(silent, 'close');
  await vi.waitFor(() => expect(pings).toBeGreaterThan(2));
  expect(answering.readyState).toBe(WebSocket.OPEN);
});

it('holds no reference to the upgrade request', async () => {
  const { url, requests } = await startSockets();
  const socket = open(url, (await server.signedIn()).cookie);
  await once(socket, 'open');
  socket.on('message', (data) => {
    if (String(data) === 'PING') socket.send('PONG');
  });
  const events = once(socket, 'message');
  socket.send(subscription);
  await events;
  await vi.waitFor(() => {
    collectGarbage();
    expect(requests.map((request) => request.deref())).toEqual([undefined, undefined, undefined]);
  });
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

/** Creates a conversation, and a function that calls a procedure over the buyer's socket. */
async function startCalls() {
  const { conversationId, buyer } = await startTalk(server);
  const socket = open(server.url, buyer.cookie);
  await once(socket, 'open');
  const call = async (path: string, input: object) => {
    socket.send(JSON.stringify({ id: 1, method: 'mutation', params: { path, input } }));
    const [data] = await once(socket, 'message');
    return JSON.parse(String(data));
  };
  const message = { conversationId, clientId: randomUUID(), content: 'Hi' };
  return { conversationId, buyer, call, message };
}

it('answers that the server is busy when it cannot look up the session in time', async () => {
  const { cookie: session } = await server.signedIn();
  const limits = { connectionString: database.url, max: 1, connectionTimeoutMillis: 50 };
  const pool = createPool(limits, () => undefined);
  const taken = await pool.connect();
  const { url } = await startSockets({ ...server.ctx, pool, db: createDatabase(pool) });
  const [frame] = await once(open(url, session), 'message');
  taken.release();
  await pool.end();
  expect(JSON.parse(String(frame))).toMatchObject({
    error: { data: { code: 'SERVICE_UNAVAILABLE', retryAfter: 2 } },
  });
});

it('refuses a mutation that may not be repeated', async () => {
  const { conversationId, call } = await startCalls();
  expect(await call('messaging.setTyping', { conversationId })).toMatchObject({
    id: 1,
    error: { data: { code: 'NOT_FOUND' } },
  });
});

it('sends a message only once when the call is repeated', async () => {
  const { call, message } = await startCalls();
  const first = await call('messaging.send', message);
  expect(first).toMatchObject({ id: 1, result: { data: { content: 'Hi' } } });
  expect(await call('messaging.send', message)).toEqual(first);
});

it.each([
  ['is revoked', 'delete from sessions where id = $1'],
  ['has expired', 'update sessions set expires_at = now() where id = $1'],
  [
    'is of somebody deactivated',
    'update users set deactivated_at = now() where id = (select user_id from sessions where id = $1)',
  ],
])('sends nothing for a session that %s, even if the socket was not notified', async (_, end) => {
  const { buyer, call, message } = await startCalls();
  await call('messaging.send', message);
  await server.ctx.pool.query(end, [buyer.sessionId]);
  const late = { ...message, clientId: randomUUID() };
  expect(await call('messaging.send', late)).toMatchObject({
    error: { data: { code: 'UNAUTHORIZED' } },
  });
  const sent = 'select from messages where client_id = $1';
  expect((await server.ctx.pool.query(sent, [late.clientId])).rows).toEqual([]);
});
