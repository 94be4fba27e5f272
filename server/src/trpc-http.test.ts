import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { startTestServer, type TestServer } from './test/server.ts';

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

async function ask(path: string, init?: RequestInit) {
  const answer = await fetch(`${server.url}/trpc/${path}`, init);
  return { status: answer.status, allow: answer.headers.get('allow'), body: await answer.json() };
}

const post = (text: string) => ({
  ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: text },
});
const failed = (code: string) => ({ error: { data: expect.objectContaining({ code }) } });
const inputOf = (input: unknown) => encodeURIComponent(JSON.stringify(input));

it('returns the results of a batch in order, with 207 for different statuses', async () => {
  const paths = 'auth.me,listings.suggestLocations,no.such,messaging.unreadCount';
  const input = inputOf({ 1: { query: 'tro' } });
  const { status, body } = await ask(`${paths}?batch=1&input=${input}`);
  expect(status).toBe(207);
  expect(body).toMatchObject([
    { result: { data: null } },
    { result: { data: expect.any(Array) } },
    failed('NOT_FOUND'),
    failed('UNAUTHORIZED'),
  ]);
});

it('returns the result of a single call, or its refusal with the status', async () => {
  const input = inputOf({ query: 'tro' });
  const found = await ask(`listings.suggestLocations?input=${input}`);
  expect(found).toMatchObject({ status: 200, body: { result: { data: expect.any(Array) } } });
  for (const name of ['no.such', 'toString', '__proto__']) {
    expect(await ask(name)).toMatchObject({ status: 404, body: failed('NOT_FOUND') });
  }
});

it('refuses a wrong method and names the right one', async () => {
  const read = await ask('messaging.send');
  expect(read).toMatchObject({ status: 405, allow: 'POST', body: failed('METHOD_NOT_SUPPORTED') });
  const sent = await ask('auth.me', post('{}'));
  expect(sent).toMatchObject({ status: 405, allow: 'GET', body: failed('METHOD_NOT_SUPPORTED') });
});

it('refuses input that is not JSON, or not an object in a batch', async () => {
  const name = 'auth.sendCode';
  expect(await ask(name, post('{'))).toMatchObject({ status: 400, body: failed('BAD_REQUEST') });
  for (const text of ['{', '1', 'null']) {
    const { status, body } = await ask(`${name}?batch=1`, post(text));
    expect([status, body]).toMatchObject([400, [failed('BAD_REQUEST')]]);
  }
});
