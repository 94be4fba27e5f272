import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type InstanceOptions, startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => server.close());
afterAll(() => database.close());

const full = { inWork: 0, waiting: 0 };
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function start(limits: InstanceOptions['limits']): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', PRODUCT_NAME: 'Tom & <Co>' });
  server = await startTestServer(database, { config }, { limits });
}
const open = (path: string, headers: Record<string, string> = browser, method = 'GET') =>
  fetch(server.url + path, { method, headers });

describe('a page that a busy server cannot serve', () => {
  it('says so in plain words, and reloads after the time to wait', async () => {
    await start(full);
    const answer = await open('/listings?search=lamp');
    const html = await answer.text();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(html).toContain('<title>Busy right now · Tom &amp; &lt;Co&gt;</title>');
    expect(html).toContain('Tom &amp; &lt;Co&gt; has more visitors than it can serve right now.');
    const [, seconds] = /http-equiv="refresh" content="(\d)"/.exec(html) ?? [];
    expect(['2', '3', '4']).toContain(seconds);
    expect(html).toContain(`This page reloads automatically in ${seconds}&nbsp;seconds.`);
    expect((await open('/favicon.svg')).status).toBe(200);
  });

  it('names the network if the network sent too many requests', async () => {
    await start({ burstOfNetwork: 1, perSecondOfNetwork: 1 });
    const answer = await open('/listings');
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.text()).toContain('Too many requests are coming from your network.');
  });

  it('has no body for HEAD', async () => {
    await start(full);
    const answer = await open('/listings', browser, 'HEAD');
    expect([answer.status, await answer.text()]).toEqual([503, '']);
  });

  it('is JSON for programs and at addresses of files', async () => {
    await start(full);
    const answers = [await open('/listings', { accept: '*/*' }), await open('/media/none')];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toEqual({
        message: 'The server is busy. Please try again in a moment.',
      });
    }
  });
});

it('refuses a page in the same way without a free database connection', async () => {
  await start({});
  await server.ctx.pool.query('select 1');
  const { max } = server.ctx.pool.options;
  const taken = await Promise.all(Array.from({ length: max }, () => server.ctx.pool.connect()));
  server.ctx.pool.options.connectionTimeoutMillis = 100;
  const answer = await open('/listings', { ...browser, cookie: `session=${'x'.repeat(43)}` });
  for (const connection of taken) connection.release();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('This page reloads automatically');
});
