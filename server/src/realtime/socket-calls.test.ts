import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createAdmission } from '../platform/admission.ts';
import { sheddingLimits } from '../platform/shedding.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
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

/** Sockets alone, with short times, and references to the requests that asked for them. */
async function startSockets() {
  const app = Fastify();
  await app.register(cookie);
  const requests: WeakRef<object>[] = [];
  app.addHook('onRequest', async (request, reply) => {
    requests.push(new WeakRef(request), new WeakRef(request.raw), new WeakRef(reply.raw));
  });
  const admission = createAdmission(sheddingLimits, 100);
  await registerSocket(app, server.ctx, { admission, quietMs: 60, answerMs: 40 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

it('pings a socket that is silent, and ends it when it does not answer', async () => {
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

it('keeps nothing of the request that asked for a socket', async () => {
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
