import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createTestListing } from '../features/messaging/messaging.fixtures.ts';
import { createLogger } from '../platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { queuedCode } from '../test/mail.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
let logged = '';
beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLogger('trace', { write: (line) => void (logged += line) });
  server = await startTestServer(database, { log });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function post(path: string, body: unknown, cookie = '') {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'user-agent': 'agent-of-the-test' },
    body: JSON.stringify(body),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { status: answer.status, cookies, json: await answer.json() };
}

it('logs sign-ins, messages, searches and refusals without their content', async () => {
  const email = `secret-${randomUUID()}@private.example`;
  const asked = await post('/api/auth/send-code', { email });
  const browser = asked.cookies.join('; ');
  const { token } = asked.json as { token: string };
  const code = await queuedCode(server.ctx, email);
  const otherCode = code === '000001' ? '000002' : '000001';
  const wrong = await post('/api/auth/verify', { token, code: otherCode }, browser);
  expect(wrong.status).toBe(400);
  const signedIn = await post('/api/auth/verify', { token, code }, browser);
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.cookies.join('; ');

  const seller = await server.signedIn();
  const listingId = await createTestListing(database.db, seller.id);
  const content = `the-text-of-a-message-${randomUUID()}`;
  const sent = await post('/api/messages', { receiverId: seller.id, listingId, content }, cookie);
  expect(sent.status).toBe(201);
  await fetch(`${server.url}/api/listings?search=what-was-searched`, { headers: { cookie } });
  await fetch(`${server.url}/unsubscribe?token=a-token-in-an-address`, { method: 'POST' });
  await fetch(`${server.url}/api/auth/user`, {
    headers: { authorization: 'Bearer a-token-in-a-header' },
  });
  const { uploadURL } = (await post('/api/objects/upload', {}, cookie)).json as {
    uploadURL: string;
  };
  const page = await fetch(`${server.url}/a%0d%0a%7B%22level%22:60%7D`);
  expect(page.status).toBe(404);
  await page.text();

  const values = [...signedIn.cookies, ...asked.cookies].flatMap(
    (pair) => pair.split('=')[1] || [],
  );
  const secrets = [email, token, content, ...values, 'what-was-searched', 'a-token-in-an-address'];
  secrets.push('a-token-in-a-header', 'agent-of-the-test', uploadURL.split('/').at(-1) ?? '');
  expect(secrets.every((secret) => secret.length >= 16)).toBe(true);
  expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
  // The six digits may be part of a time or a duration, so only a whole value counts.
  expect(logged).not.toMatch(new RegExp(`[":\\s]${code}[",\\s}]`));
  expect(logged).not.toContain('@private.example');
});

it('writes one log line for an address with line breaks', () => {
  const lines = logged.trim().split('\n');
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) expect(JSON.parse(line)).not.toHaveProperty('level', 60);
});

it('does not log the token in the path of an upload', async () => {
  const { cookie } = await server.signedIn();
  const { uploadURL } = (await post('/api/objects/upload', {}, cookie)).json as {
    uploadURL: string;
  };
  const token = uploadURL.split('/').at(-1) ?? '';
  await fetch(uploadURL, { method: 'PUT', body: 'x' });
  expect(token.length).toBeGreaterThan(40);
  expect(logged).not.toContain(token);
});
