import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function build(publicUrl: string) {
  const ctx = createTestContext(database);
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: publicUrl });
  return buildApp({ ...ctx, config: { ...ctx.config, ...config } });
}

it.each([
  ['https://market.example', 'max-age=31536000; includeSubDomains'],
  ['http://localhost:3000', undefined],
])('sends HSTS under %s as %s', async (publicUrl, expected) => {
  const app = await build(publicUrl);
  const { headers } = await app.inject('/healthz');
  expect(headers['strict-transport-security']).toBe(expected);
  await app.close();
});

it.each([
  ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n'],
  ['a length and chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n'],
  ['a header without a colon', 'content-length 2\r\n'],
])('refuses a request with %s', async (_, lines) => {
  const app = await build('http://localhost:3000');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST /api/auth/signout HTTP/1.1\r\nhost: localhost\r\n${lines}\r\n{}`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  await app.close();
});
