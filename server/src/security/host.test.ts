import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';
import { getAs } from '../test/raw-http.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Returns the responses of a server with these settings to a request under each host name. */
async function statusesOf(
  settings: Record<string, string>,
  hosts: string[],
  path = '/api/listings',
) {
  const ctx = createTestContext(database);
  const config = readConfig({ NODE_ENV: 'test', ...settings });
  const app = await buildApp({ ...ctx, config: { ...ctx.config, ...config } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;
  const answers = [];
  for (const host of hosts) answers.push(await getAs(host, url));
  await app.close();
  return answers;
}

it('without PUBLIC_URL, accepts only the names of this machine', async () => {
  const own = ['localhost', 'localhost:3000', 'app.localhost', '127.0.0.1:80', '[::1]:3000'];
  const foreign = [
    'evil.example',
    'localhost.evil.example',
    '192.168.1.5:3000',
    '127.0.0.1.evil',
    '0',
  ];
  const answers = await statusesOf({}, [...own, ...foreign]);
  expect(answers.map(({ status }) => status)).toEqual([
    ...own.map(() => 200),
    ...foreign.map(() => 403),
  ]);
});

it('names the missing setting to a refused host, on pages too', async () => {
  const [page] = await statusesOf({ HOST: '0.0.0.0' }, ['192.168.1.5:3000'], '/listings');
  expect(page?.status).toBe(403);
  expect(JSON.parse(page?.body ?? '')).toEqual({
    message:
      'Without PUBLIC_URL this server answers to localhost only. To open it as 192.168.1.5:3000, ' +
      'start it with PUBLIC_URL set to that address, as in PUBLIC_URL=http://192.168.1.5:3000.',
  });
});

it('with PUBLIC_URL, accepts any host, because proxies and health checks use others', async () => {
  const answers = await statusesOf({ PUBLIC_URL: 'https://market.example' }, [
    'market.example',
    '10.0.0.7:3000',
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
