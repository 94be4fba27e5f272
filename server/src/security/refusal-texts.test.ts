import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { maxCallsInBatch } from '@marketplace/shared/paths';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { wrongMessages } from '../test/fuzz/messages.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
let cookie: string;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  ({ cookie } = await server.signedIn());
});
afterAll(async () => {
  await server.close();
  await database.close();
});

function check(body: string, message: string): void {
  const answer = JSON.parse(body) as { message?: string; error?: { message: string } };
  expect(answer.message ?? answer.error?.message).toBe(message);
  expect(wrongMessages(body)).toEqual([]);
}

const json = { 'content-type': 'application/json' };
const post = (body: string, type: Record<string, string> = json) => ({
  method: 'POST',
  headers: type,
  body,
});
const large = `"${'x'.repeat(1_100_000)}"`;
const batch = Array.from({ length: maxCallsInBatch + 1 }, () => 'auth.me').join(',');

describe('the text for a refused request', () => {
  it.each<[path: string, init: RequestInit, status: number, message: string]>([
    ['/api/listings', post('{"title": '), 400, "The body isn't valid JSON."],
    ['/api/listings', post('null'), 400, 'The input must be an object.'],
    ['/api/listings', post('"text"'), 400, 'The input must be an object.'],
    ['/api/listings', post('{}'), 400, 'Title is required'],
    ['/api/listings', post(''), 400, 'The input must be an object.'],
    ['/api/listings', post('a=1', {}), 415, "This content type isn't supported here."],
    ['/api/listings', post(large), 413, 'The body is too large. The limit is 1 MB.'],
    ['/api/listings?limit=x', {}, 400, 'Limit must be a whole number from 1 to 100.'],
    ['/api/listings?limit=1&limit=2', {}, 400, 'Limit must be a whole number from 1 to 100.'],
    ['/api/listings?cursor=1&cursor=2', {}, 400, 'Cursor must be text.'],
    ['/api/nothing', {}, 404, 'Not found'],
    ['/api/listings', { method: 'PATCH' }, 404, 'Not found'],
    ['/api/listings/%E0%A4%A', {}, 404, 'Listing not found'],
    [`/api/listings/${'x'.repeat(5_001)}`, {}, 404, 'Listing not found'],
    ['/trpc/nothing', {}, 404, 'Call not found'],
    ['/trpc/auth.me', post('{}'), 405, 'Call this query with GET.'],
    ['/trpc/auth.sendCode', {}, 405, 'Call this mutation with POST.'],
    ['/trpc/listings.list?input={', {}, 400, "The input isn't valid JSON."],
    ['/trpc/listings.list?input=5', {}, 400, 'The input must be an object.'],
    ['/trpc/listings.byId', {}, 400, 'The input must be an object.'],
    ['/trpc/auth.sendCode', post('{"email":'), 400, "The input isn't valid JSON."],
    ['/trpc/auth.sendCode', post('a=1', {}), 415, 'Send the input as JSON.'],
    ['/trpc/auth.sendCode', post(large), 413, 'The body is too large. The limit is 1 MB.'],
    [
      `/trpc/listings.list,listings.list?batch=1&input=5`,
      {},
      400,
      'The input of a batch must be an object.',
    ],
    [`/trpc/${batch}?batch=1`, {}, 400, `A batch can have up to ${maxCallsInBatch} calls.`],
  ])('%s %o', async (...[path, init, status, message]) => {
    const headers = { cookie, ...init.headers };
    const answer = await fetch(server.url + path, { ...init, headers });
    const body = await answer.text();
    expect(answer.status).toBe(status);
    check(body.startsWith('[') ? JSON.stringify(JSON.parse(body)[0]) : body, message);
  });

  it.each([
    [
      'something other than HTTP',
      'nonsense\r\n\r\n',
      '400 Bad Request',
      'The request is malformed.',
    ],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'The address and headers are too long. The limit is 16 KB.',
    ],
  ])('%s', async (...[, sent, status, message]) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status}`);
    check(body, message);
  });
});

describe('the text for a refused WebSocket frame', () => {
  const call = (method: string, path: string, input?: unknown) =>
    JSON.stringify({ id: 1, method, params: { path, input } });
  it.each([
    ['{', "This frame isn't a call in JSON."],
    ['null', "This frame isn't a call in JSON."],
    ['{"id":1,"method":"other"}', "This frame isn't a call in JSON."],
    ['{"id":null,"method":"query","params":{"path":"auth.me"}}', 'A call needs an id.'],
    [call('query', 'nothing'), 'Call not found'],
    [call('query', 'toString'), 'Call not found'],
    [call('query', 'auth.sendCode'), 'Call not found'],
    [call('mutation', 'auth.me'), 'Call not found'],
    [call('query', 'listings.list', 5), 'The input must be an object.'],
    [call('query', 'listings.list', { limit: 0 }), 'Limit must be a whole number from 1 to 100.'],
    [call('subscription', 'listings.live', { ids: 'a' }), 'IDs must be a list.'],
  ])('%s', async (frame, message) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, {
      headers: { cookie },
    });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send(frame);
    const [answer] = await once(socket, 'message');
    check(String(answer), message);
  });

  it('names an id that is in use', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, {
      headers: { cookie },
    });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    const frame = call('subscription', 'messaging.presence');
    socket.send(`[${frame},${frame}]`);
    const [answer] = await once(socket, 'message');
    check(String(answer), 'This id is in use.');
  });
});
