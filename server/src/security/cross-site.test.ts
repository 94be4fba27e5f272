import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { routesOf } from '../test/access/known-routes.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { createTableDigests, differingTables } from '../test/table-digests.ts';
import { procedureTargets } from '../test/fuzz/targets.ts';

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

/**
 * Returns every call that changes something, from the app's routes, for example 'POST
 * /api/listings'.
 */
async function changingCalls(): Promise<string[]> {
  const routes = await routesOf(async () => (await buildApp(server.ctx)).close());
  const own = routes.filter((route) => !/^(GET|OPTIONS) | \/trpc/.test(route));
  const mutations = procedureTargets().filter(
    (target) => target.kind === 'procedure' && target.type === 'mutation',
  );
  return [...own, ...mutations.map(({ name }) => `POST /trpc/${name}`)];
}

async function send(call: string, headers: Record<string, string>) {
  const [method = '', path = ''] = call.split(' ');
  const answer = await fetch(server.url + path.replaceAll(/:\w+/g, 'x'), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  return { status: answer.status, text: await answer.text() };
}

const refusal = 'This request came from another site.';

describe('a call that changes something', () => {
  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])('is refused from %j and changes nothing', async (headers) => {
    const { cookie } = await server.signedIn({ isAdmin: true });
    const digests = await createTableDigests(database.db);
    const before = await digests();
    const calls = await changingCalls();
    expect(calls.length).toBeGreaterThan(40);
    for (const call of calls) {
      const { status, text } = await send(call, { ...headers, cookie });
      expect([call, status]).toEqual([call, 403]);
      expect(text).toContain(refusal);
    }
    expect(differingTables(before, await digests())).toEqual([]);
  });

  it('is not refused from this site or from a program', async () => {
    for (const call of await changingCalls()) {
      const own: Record<string, string>[] = [{ origin: server.url }, { 'sec-fetch-site': 'none' }];
      for (const headers of own) {
        expect((await send(call, headers)).text).not.toContain(refusal);
      }
    }
  });
});

it('lets no other site read a response', async () => {
  const { cookie } = await server.signedIn();
  const origin = 'https://evil.example';
  for (const path of ['/api/auth/user', '/trpc/auth.me', '/api/listings', '/']) {
    const answer = await fetch(server.url + path, { headers: { cookie, origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});
