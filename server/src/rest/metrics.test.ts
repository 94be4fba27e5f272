import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

const token = 'a token of enough length';
let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  const plain = await startTestServer(database);
  await plain.close();
  const config = { ...plain.parts.config, metricsToken: token };
  server = await startTestServer(database, { config });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const scrape = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers });

it('tells this machine of requests, sockets, the pool and the process', async () => {
  await fetch(`${server.url}/api/listings?search=secret`);
  await fetch(`${server.url}/trpc/auth.me`);
  const text = await (await scrape({})).text();
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{route="\/api\/listings",method="GET",status="200"\} 1$/m,
  );
  expect(text).toMatch(/route="\/trpc\/:path",method="GET",status="200"\} 1$/m);
  expect(text).toMatch(/^websockets_open 0$/m);
  expect(text).toMatch(/^database_connections\{state="open"\} \d+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes/m);
  expect(text).not.toContain('secret');
});

it('tells others only with the token', async () => {
  const proxied = { 'x-forwarded-for': '203.0.113.9' };
  expect((await scrape(proxied)).status).toBe(404);
  expect((await scrape({ ...proxied, authorization: 'Bearer wrong' })).status).toBe(404);
  expect((await scrape({ ...proxied, authorization: `Bearer ${token}` })).status).toBe(200);
});
