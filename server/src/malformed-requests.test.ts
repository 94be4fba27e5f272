import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodableUrl } from './malformed-requests.ts';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { startTestServer, type TestServer } from './test/server.ts';

// These tests need the built client: run `npm test` or `npm run build`.
let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(
    database,
    {},
    { limits: { headersTimeout: 200, timeoutsCheckedEvery: 50 } },
  );
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Sends bytes that no HTTP client would, and resolves with the response. */
async function send(bytes: string) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
  const type = /^content-type: (.*)$/im.exec(head)?.[1];
  return { status: Number(head.split(' ', 2)[1]), type, body: body.join('\r\n\r\n') };
}

const get = (path: string, headers = 'Host: localhost\r\n') =>
  send(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);

const malformed = ['%', '%E0%A4%A', '%ff', '%00', 'a'.repeat(6_000)];

describe('an address with malformed percent-encoding or great length', () => {
  it.each([
    ['/', 'Page Not Found'],
    ['/listings/', 'Listing not found'],
    ['/users/', 'User not found'],
  ])('below %s, gets the page "%s"', async (start, title) => {
    for (const end of malformed) {
      const { status, type, body } = await get(start + end);
      expect([end, status, type]).toEqual([end, 404, 'text/html; charset=utf-8']);
      expect(body).toContain(`<title>${title} · `);
    }
  });

  it.each([
    ['/api/', 'Not found'],
    ['/api/listings/', 'Listing not found'],
    ['/media/', 'Not found'],
    ['/assets/', 'Not found'],
    ['/.well-known/', 'Not found'],
    ['/sitemap/', 'Not found'],
  ])('gets the usual refusal below %s', async (start, message) => {
    for (const end of malformed) {
      const { status, type, body } = await fetch(server.url + start + end).then(async (answer) => ({
        status: answer.status,
        type: answer.headers.get('content-type'),
        body: await answer.json(),
      }));
      expect([end, status, type]).toEqual([end, 404, 'application/json; charset=utf-8']);
      expect(body).toEqual({ message });
    }
  });

  it('is refused as a call with a text of the product', async () => {
    const answer = await fetch(`${server.url}/trpc/listings.list?input=%`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.objectContaining({ message: "The input isn't valid JSON." }) },
    ]);
  });

  it('stays unchanged if it can be decoded', () => {
    const urls = ['/', '/listings?search=%', '/listings/%41%2F', '/caf%C3%A9?a=%ff', '*', '//'];
    expect(urls.map((url) => decodableUrl({ url }))).toEqual(urls);
    expect(decodableUrl({ url: '/%41%?a=%' })).toBe('/%2541%25?a=%');
  });
});

describe('a malformed request', () => {
  it.each([
    ['with a method that does not exist', 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['with a space in its address', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['with an invalid header', 'GET / HTTP/1.1\r\nHost: localhost\r\nnothing\r\n\r\n'],
    ['in another protocol', 'hello\r\n\r\n'],
  ])('%s is refused in the usual form', async (_what, bytes) => {
    expect(await send(bytes)).toEqual(refusal(400, 'The request is malformed.'));
  });

  it('is refused if its address and headers are longer than 16 KB', async () => {
    const message = 'The address and headers are too long. The limit is 16 KB.';
    expect(await get(`/${'a'.repeat(17_000)}`)).toEqual(refusal(431, message));
  });

  it('is refused if it does not arrive in time', async () => {
    const message = 'The request took too long to arrive.';
    expect(await send('GET / HTTP/1.1\r\n')).toEqual(refusal(408, message));
  });

  it('is refused if it names no host', async () => {
    expect(await get('/', '')).toEqual(refusal(400, 'The request has no Host header.'));
    expect((await send('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it.each(['a b', ':::', '%', '[::1', 'localhost:99999', 'x'.repeat(3_000)])(
    'is refused with the host %s',
    async (host) => {
      const { status, body } = await get('/listings', `Host: ${host}\r\n`);
      expect([status, JSON.parse(body)]).toEqual([
        403,
        { message: expect.stringContaining('Without PUBLIC_URL this server answers to localhost') },
      ]);
    },
  );
});

const refusal = (status: number, message: string) => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ message }),
});
