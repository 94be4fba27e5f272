import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { freePort } from '../test/free-port.ts';
import { getAs } from '../test/raw-http.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

const token = 'a token of enough length';
let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database, { config: await configWith({ metricsToken: token }) });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function configWith(more: Partial<Config>): Promise<Config> {
  const plain = await startTestServer(database);
  await plain.close();
  return { ...plain.ctx.config, ...more };
}

const scrape = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers });

it('reports requests, sockets, the pool and the process', async () => {
  await fetch(`${server.url}/api/listings?search=secret`);
  await fetch(`${server.url}/trpc/auth.me`);
  const text = await (await scrape({ authorization: `Bearer ${token}` })).text();
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{route="\/api\/listings",method="GET",status="200"\} 1$/m,
  );
  expect(text).toMatch(/route="\/trpc\/:path",method="GET",status="200"\} 1$/m);
  expect(text).toMatch(/^websockets_open 0$/m);
  expect(text).toMatch(/^database_connections\{state="open"\} \d+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes/m);
  expect(text).not.toContain('secret');
});

it('responds 404 without the token, even to this machine', async () => {
  expect((await scrape({})).status).toBe(404);
  expect((await scrape({ authorization: 'Bearer wrong' })).status).toBe(404);
  const proxied = { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${token}` };
  expect((await scrape(proxied)).status).toBe(200);
});

it('has a separate port on this machine, which closes with the server', async () => {
  const metricsPort = await freePort();
  const own = await startTestServer(database, { config: await configWith({ metricsPort }) });
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`;
  expect((await getAs('localhost', `${own.url}/metrics`)).status).toBe(404);
  for (const host of ['localhost', `127.0.0.1:${metricsPort}`]) {
    const { status, body } = await getAs(host, metrics);
    expect([status, body]).toEqual([200, expect.stringContaining('websockets_open 0')]);
  }
  expect((await getAs('evil.example', metrics)).status).toBe(404);
  expect((await getAs('localhost', metrics.replace('metrics', 'api/listings'))).status).toBe(404);
  await own.close();
  await expect(getAs('localhost', metrics)).rejects.toThrow('ECONNREFUSED');
});
