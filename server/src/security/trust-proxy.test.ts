import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { whyUnavailable } from '../test/debian-programs.ts';
import { createTestContext } from '../test/app-context.ts';
import { startNginx } from '../test/reverse-proxies.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const unavailable = await whyUnavailable('nginx');

/**
 * Returns the caller's address as the server sees it behind several nginx. Each nginx appends the
 * address of its client to X-Forwarded-For.
 */
async function addressSeen(trust: string, { proxies, said }: { proxies: number; said: string }) {
  const seen: string[] = [];
  const ctx = createTestContext(database);
  const config = readConfig({ NODE_ENV: 'test', TRUST_PROXY: trust });
  const app = await buildApp({ ...ctx, config: { ...ctx.config, ...config } }, (app) => {
    app.addHook('onRequest', async ({ ip }) => void seen.push(ip));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  let url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const started = [];
  for (let i = 0; i < proxies; i++) {
    const target = url;
    const proxy = await startNginx(
      (port) => `server {
        listen 127.0.0.${i + 2}:${port};
        listen 127.0.0.1:${port};
        location / {
          proxy_bind 127.0.0.${i + 2};
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_pass ${target};
        }
      }`,
    );
    if (!proxy) throw new Error('There is no nginx.');
    started.push(proxy);
    url = proxy.url;
  }
  const answer = await fetch(`${url}/healthz`, { headers: { 'x-forwarded-for': said } });
  expect(answer.status).toBe(200);
  for (const proxy of started) await proxy.stop();
  await app.close();
  return seen[0];
}

// The test is the client at 127.0.0.1. Its first proxy is the one that was started last.
describe.skipIf(unavailable)('behind real proxies', () => {
  const said = '203.0.113.7, 198.51.100.9';

  it.each([
    ['false', 1, '127.0.0.2'],
    ['true', 1, '127.0.0.1'],
    ['1', 1, '127.0.0.1'],
    ['1', 2, '127.0.0.3'],
    ['2', 2, '127.0.0.1'],
    ['127.0.0.2', 1, '127.0.0.1'],
    ['127.0.0.2, 127.0.0.3', 2, '127.0.0.1'],
    ['127.0.0.2/31', 2, '127.0.0.1'],
    ['10.0.0.0/8', 1, '127.0.0.2'],
  ])(
    'with TRUST_PROXY=%s behind %i proxies, identifies the caller as %s',
    async (trust, proxies, address) => {
      expect(await addressSeen(trust, { proxies, said })).toBe(address);
    },
  );

  it('applies limits by network despite made-up addresses', async () => {
    const answers = [];
    const ctx = createTestContext(database);
    const config = readConfig({ NODE_ENV: 'test', TRUST_PROXY: 'true' });
    const app = await buildApp({ ...ctx, config: { ...ctx.config, ...config } });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port: target } = app.server.address() as AddressInfo;
    const proxy = await startNginx(
      (port) => `server {
        listen 127.0.0.1:${port};
        location / {
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_pass http://127.0.0.1:${target};
        }
      }`,
    );
    for (let i = 0; i < 21; i++) {
      const answer = await fetch(`${proxy?.url}/api/auth/send-code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${i}` },
        body: JSON.stringify({ email: `person-${i}@example.com` }),
      });
      answers.push(answer.status);
    }
    expect(answers).toEqual([...Array<number>(20).fill(200), 429]);
    await proxy?.stop();
    await app.close();
  });
});
