import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, createPool } from '@marketplace/db/database';
import { buildApp } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { offer } from '../test/offered-load.ts';
import { createTestContext } from '../test/app-context.ts';
import { requestOf } from '../test/raw-http.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let app: FastifyInstance;
afterEach(() => {
  release();
  return app.close();
});

const unlimitedNetwork = { inWorkOfNetwork: Infinity, perSecondOfNetwork: Infinity };

/** The number of requests that have reached `/slow`. */
let received = 0;

/** The number of requests that hold a connection in `/held`, until `release` is called. */
let held = 0;
let release = () => {};

/**
 * Starts a server with a pool of `connections`. `/slow` holds one of them for `milliseconds`, and
 * `/held` holds one until `release` is called.
 */
async function start(
  limits: Parameters<typeof buildApp>[2],
  { connections = 2, timeoutMs = 5_000, milliseconds = 50 } = {},
): Promise<string> {
  const pool = createPool(
    { connectionString: database.url, max: connections, connectionTimeoutMillis: timeoutMs },
    () => undefined,
  );
  const ctx = createTestContext(database, { pool, db: createDatabase(pool) });
  ctx.config = { ...ctx.config, trustProxy: 1 };
  const released = Promise.withResolvers<void>();
  held = 0;
  release = released.resolve;
  const slow = (server: FastifyInstance) => {
    server.addHook('onClose', () => pool.end());
    server.get('/held', async () => {
      const connection = await pool.connect();
      held++;
      await released.promise;
      connection.release();
      return { done: true };
    });
    server.post('/received', async () => ({ done: true }));
    const handler = async () => {
      received++;
      await pool.query('select pg_sleep($1)', [milliseconds / 1000]);
      return { done: true };
    };
    server.route({ url: '/slow', method: ['GET', 'POST'], handler });
  };
  app = await buildApp(ctx, slow, { ...unlimitedNetwork, ...limits });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function ask(url: string, init?: RequestInit) {
  const answer = await fetch(url, init);
  const body = await answer.text();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
}

/**
 * Occupies one turn and one connection. Returns a function that releases them and resolves with the
 * status.
 */
async function occupy(url: string): Promise<() => Promise<number>> {
  const answer = ask(`${url}/held`);
  await vi.waitFor(() => expect(held).toBe(1));
  return async () => {
    release();
    return (await answer).status;
  };
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

describe('a server under ten times the load that it can serve', () => {
  it('serves nearly as much as it can, refuses the rest fast, and recovers afterwards', async () => {
    // Two connections at 100 ms per request serve 20 requests per second. Of 8 concurrent requests,
    // the last is answered after 400 ms.
    const limits = { inWork: 4, waiting: 4, timeoutMs: 10_000 };
    const url = await start(limits, { connections: 2, milliseconds: 100 });
    const heapBefore = process.memoryUsage().heapUsed;
    const load = { perSecond: 200, milliseconds: 2_000 };
    const answers = await offer(url, requestOf('/slow'), load);
    const taken = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 503);
    expect(taken.length + refused.length).toBe(answers.length);
    // The server could serve forty. A busy machine serves fewer.
    expect(taken.length).toBeGreaterThan(15);
    expect(refused.length).toBeGreaterThan(4 * taken.length);
    expect(median(refused.map(({ ms }) => ms))).toBeLessThan(median(taken.map(({ ms }) => ms)) / 2);
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(200 * 1024 * 1024);
    const after = await Promise.all(Array.from({ length: 8 }, () => ask(`${url}/slow`)));
    expect(after.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it('lets a burst wait for its turn', async () => {
    const url = await start({ inWork: 2, waiting: 8, timeoutMs: 10_000 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(`${url}/slow`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('refuses a request that waits too long, and forgets callers that have disconnected', async () => {
    const url = await start({ inWork: 1, waiting: 2, timeoutMs: 100 }, { connections: 1 });
    const end = await occupy(url);
    expect((await ask(`${url}/slow`)).status).toBe(503);
    const gone = connect(Number(new URL(url).port), '127.0.0.1');
    gone.write('GET /slow HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    gone.destroy();
    expect(await end()).toBe(200);
    const after = await Promise.all([ask(`${url}/slow`), ask(`${url}/healthz`)]);
    expect(after.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('counts a page as six calls', async () => {
    const url = await start({ inWork: 7, waiting: 0 }, { connections: 1 });
    const end = await occupy(url);
    // The page waits for the only connection to look up its session.
    const page = ask(`${url}/listings`, { headers: { cookie: `session=${'x'.repeat(43)}` } });
    await vi.waitFor(async () => expect((await ask(`${url}/trpc/auth.me`)).status).toBe(503));
    expect(await end()).toBe(200);
    expect((await page).status).toBe(200);
    expect((await ask(`${url}/listings`)).status).toBe(200);
  });

  it('passes its health checks, and accepts sockets', async () => {
    const url = await start({ inWork: 1, waiting: 0 });
    const end = await occupy(url);
    expect((await ask(`${url}/slow`)).status).toBe(503);
    for (const path of ['/healthz', '/readyz']) expect((await ask(url + path)).status).toBe(200);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc`);
    await once(socket, 'open');
    socket.close();
    expect(await end()).toBe(200);
  });

  it('says when to retry', async () => {
    const url = await start({ inWork: 0, waiting: 0 });
    const { status, retryAfter, body } = await ask(`${url}/slow`);
    expect([status, retryAfter]).toEqual([503, '2']);
    expect(JSON.parse(body)).toEqual({
      message: 'The server is busy. Please try again in a moment.',
    });
  });

  it('refuses a procedure in tRPC’s format', async () => {
    const url = await start({ inWork: 0, waiting: 0 });
    const { status, retryAfter, body } = await ask(`${url}/trpc/auth.me,auth.me?batch=1`);
    expect([status, retryAfter]).toEqual([503, '2']);
    expect(JSON.parse(body)).toMatchObject({
      error: {
        message: 'The server is busy. Please try again in a moment.',
        data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, retryAfter: 2 },
      },
    });
  });
});

describe('a network', () => {
  // The delay of the event loop depends on the machine, so its check is off.
  const budget = { burstOfNetwork: 60, perSecondOfNetwork: 0.01, eventLoopDelay: 0 };
  const batch = (calls: number) =>
    `/trpc/${Array<string>(calls).fill('listings.suggestLocations').join(',')}?batch=1`;

  it.each([
    ['a page', 6, '/privacy-policy'],
    ['a call of the REST API', 1, '/api/listings?limit=1'],
    ['a batch of 50', 50, batch(50)],
    ['a batch of 50 with its commas encoded', 50, batch(50).replaceAll(',', '%2C')],
  ])('spends the weight of %s (%i)', async (_what, weight, path) => {
    const url = await start(budget);
    await ask(url + path, { headers: { cookie: 'not=cached' } });
    expect((await ask(url + batch(60 - weight + 1))).status).toBe(429);
    expect((await ask(url + batch(60 - weight))).status).not.toBe(429);
  });

  it('gets files without spending, because a page does not work without its scripts', async () => {
    const url = await start({ ...budget, inWork: 0, waiting: 0 });
    expect((await ask(`${url}/icons/icon-192.png`)).status).toBe(200);
    expect((await ask(`${url}/healthz`)).status).toBe(200);
  });

  it('makes each call of a batch wait for its turn', async () => {
    const url = await start({ inWorkOfNetwork: 1, waitingOfNetwork: 3 });
    const inputs = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [n, { query: 'tro' }]));
    const { status, body } = await ask(
      `${url}${batch(8)}&input=${encodeURIComponent(JSON.stringify(inputs))}`,
    );
    expect(status).toBe(207);
    const refusals = (JSON.parse(body) as { error?: { data: object } }[]).flatMap(
      ({ error }) => error?.data ?? [],
    );
    expect(refusals).toHaveLength(4);
    expect(refusals[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 2 });
  });

  it('occupies a turn until the work ends, even if its client has disconnected', async () => {
    const url = await start({ inWork: 1, waiting: 0 });
    const gone = connect(Number(new URL(url).port), '127.0.0.1');
    gone.write('GET /held HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await vi.waitFor(() => expect(held).toBe(1));
    expect((await ask(`${url}/privacy-policy`)).status).toBe(503);
    gone.destroy();
    expect((await ask(`${url}/privacy-policy`)).status).toBe(503);
    release();
    await vi.waitFor(async () => expect((await ask(`${url}/slow`)).status).toBe(200));
  });
});

describe('long bodies', () => {
  const head = 'POST /received HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n';

  /**
   * Connects a client on one network of an IPv6 site. It announces a long body and sends none of
   * it.
   */
  async function hold(url: string, network: number) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `${head}x-forwarded-for: 2001:db8:1:${network}::1\r\ncontent-length: 100000\r\n\r\n`,
    );
    return socket;
  }
  const from = { 'x-forwarded-for': '2001:db8:1:3::1' };
  const longBody = { method: 'POST', body: 'x'.repeat(100_000), headers: from };
  const shortBody = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };

  it.each([
    [{ longBodies: 2 }, 503],
    [{ longBodiesOfNetwork: 2 }, 429],
  ])('are limited by %j, and short ones are not', async (limits, status) => {
    const url = await start(limits);
    const held = [await hold(url, 1), await hold(url, 2)];
    await vi.waitFor(async () => {
      expect(await ask(`${url}/received`, longBody)).toMatchObject({ status, retryAfter: '2' });
    });
    expect((await ask(`${url}/received`, shortBody)).status).toBe(200);
    for (const socket of held) socket.destroy();
    await vi.waitFor(async () => {
      expect((await ask(`${url}/received`, longBody)).status).toBe(200);
    });
  });

  it('free their place when the client disconnects after its body arrived', async () => {
    const url = await start({ longBodies: 2, longBodiesOfNetwork: 2 }, { milliseconds: 200 });
    received = 0;
    for (let left = 1; left <= 2; left++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      const body = JSON.stringify('x'.repeat(100_000));
      const length = `content-length: ${body.length}\r\n\r\n`;
      socket.write(head.replace('/received', '/slow') + length + body);
      await vi.waitFor(() => expect(received).toBe(left));
      socket.destroy();
    }
    await vi.waitFor(async () => {
      expect((await ask(`${url}/received`, longBody)).status).toBe(200);
    });
  });
});

describe('a database without a free connection', () => {
  it('causes a 503 after the time that the pool allows', async () => {
    const url = await start({}, { connections: 1, timeoutMs: 200 });
    // Opens the connection first, which may take longer on a busy machine.
    await vi.waitFor(async () => expect((await ask(`${url}/readyz`)).status).toBe(200));
    const end = await occupy(url);
    const others = await Promise.all([
      ask(`${url}/slow`),
      ask(`${url}/trpc/listings.list?input=${encodeURIComponent('{}')}`),
      ask(`${url}/api/auth/user`, { headers: { cookie: 'session=of-nobody-but-looked-up' } }),
    ]);
    for (const { status, retryAfter } of others) expect([status, retryAfter]).toEqual([503, '2']);
    expect(await end()).toBe(200);
    expect((await ask(`${url}/slow`)).status).toBe(200);
  });
});

it('a search uses one connection, so that two searches cannot deadlock', async () => {
  const url = await start({}, { connections: 1 });
  for (const path of ['/api/listings?search=lamp', '/listings?search=lamp']) {
    expect([path, (await ask(url + path)).status]).toEqual([path, 200]);
  }
  const facets = `/trpc/listings.facets?input=${encodeURIComponent('{"search":"lamp"}')}`;
  expect((await ask(url + facets)).status).toBe(200);
});

describe('a slow client', () => {
  const json = 'content-type: application/json\r\n';
  it.each([
    ['its head', 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n', 408],
    [
      'its body',
      `POST /received HTTP/1.1\r\nhost: 127.0.0.1\r\n${json}content-length: 10\r\n\r\n{`,
      408,
    ],
  ])('that does not finish %s is disconnected', async (_what, text, status) => {
    const url = await start({
      headersTimeout: 200,
      requestTimeout: 400,
      timeoutsCheckedEvery: 50,
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.write(text);
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('that goes silent is disconnected', async () => {
    const url = await start({ silenceTimeout: 200 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      `POST /received HTTP/1.1\r\nhost: 127.0.0.1\r\n${json}content-length: 10\r\n\r\n{`,
    );
    await once(socket.resume(), 'close');
    await vi.waitFor(async () => expect((await ask(`${url}/healthz`)).status).toBe(200));
  });
});

it('refuses compressed bodies', async () => {
  const url = await start({});
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'x-gzip']) {
    const headers = { 'content-encoding': encoding, 'content-type': 'application/json' };
    expect(await ask(`${url}/received`, { method: 'POST', body: '{}', headers })).toMatchObject({
      status: 415,
      body: expect.stringContaining('without content encoding'),
    });
  }
});
