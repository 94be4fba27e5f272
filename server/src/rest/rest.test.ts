import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { queuedCode } from '../test/mail.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

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

interface Call {
  method?: string;
  cookie?: string;
  json?: unknown;
  headers?: Record<string, string>;
  body?: string;
}

async function call(path: string, { method = 'GET', cookie, json, headers, body }: Call = {}) {
  const answer = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(cookie ? { cookie } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? body : JSON.stringify(json),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : text };
}

const bicycle = {
  title: 'Blue touring bicycle',
  description: 'With lights.',
  category: 'sports',
  price: '240',
  condition: 'good',
  location: 'troy',
  images: [],
  isFeatured: false,
};

describe('signing in over REST', () => {
  it('accepts a code, sets an HTTP-only session cookie, and ends the session', async () => {
    const email = 'rest@example.com';
    const sent = await call('/api/auth/send-code', { method: 'POST', json: { email } });
    expect(sent).toMatchObject({ status: 200, json: { isReturningUser: false } });
    const browser = sent.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const verified = await call('/api/auth/verify', {
      method: 'POST',
      cookie: browser,
      json: { token: sent.json.token, code: await queuedCode(server.ctx, email) },
    });
    expect(verified.status).toBe(200);
    const session = verified.headers.getSetCookie().find((cookie) => cookie.startsWith('session='));
    expect(session).toMatch(/HttpOnly/i);
    const cookie = session?.split(';')[0];
    expect(await call('/api/auth/user', { cookie })).toMatchObject({
      status: 200,
      json: { email },
    });
    // The documented client announces JSON and sends an empty body.
    const headers = { 'content-type': 'application/json' };
    const out = await call('/api/auth/signout', { method: 'POST', cookie, headers });
    expect(out.status).toBe(200);
    expect(await call('/api/auth/user', { cookie })).toMatchObject({
      status: 401,
      json: { message: 'Unauthorized' },
    });
  });

  it('redirects /api/login to the dialog on the landing page, then only to paths of this site', async () => {
    const target = async (next: string) =>
      (await call(`/api/login?next=${encodeURIComponent(next)}`)).headers.get('location');
    expect(await target('/my-listings?a=1')).toBe('/?signin=1&next=%2Fmy-listings%3Fa%3D1');
    for (const foreign of ['https://evil.example', '//evil.example', '/\\evil.example', 'evil']) {
      expect(await target(foreign)).toBe('/?signin=1');
    }
  });
});

describe('listings over REST', () => {
  it('are created, listed, read, changed and deleted in the documented form', async () => {
    const { cookie, id: sellerId } = await server.signedIn();
    const created = await call('/api/listings', { method: 'POST', cookie, json: bicycle });
    expect(created).toMatchObject({
      status: 201,
      json: { sellerId, price: '240.00', location: 'Troy, NY' },
    });
    const path = `/api/listings/${created.json.id}`;
    const listed = await call(`/api/listings?sellerId=${sellerId}&category=&featured=`);
    expect(listed.json).toEqual([expect.objectContaining({ title: bicycle.title })]);
    expect((await call(path)).json).toEqual(listed.json[0]);
    const changed = await call(path, {
      method: 'PUT',
      cookie,
      json: { ...bicycle, price: '200.5' },
    });
    expect(changed).toMatchObject({ status: 200, json: { price: '200.50' } });
    expect((await call(path, { method: 'DELETE', cookie })).status).toBe(200);
    expect(await call(path)).toMatchObject({ status: 404, json: { message: 'Listing not found' } });
  });

  it('are paged by the cursor in the headers', async () => {
    const { cookie, id: sellerId } = await server.signedIn();
    for (const title of ['One', 'Two', 'Three']) {
      await call('/api/listings', { method: 'POST', cookie, json: { ...bicycle, title } });
    }
    const first = await call(`/api/listings?sellerId=${sellerId}&limit=2`);
    expect(first.json.map((listing: { title: string }) => listing.title)).toEqual(['Three', 'Two']);
    expect(first.headers.get('x-next-cursor')).toBeTruthy();
    const next = first.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1];
    const second = await call(next ?? '');
    expect(second.json).toEqual([expect.objectContaining({ title: 'One' })]);
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  it.each([
    ['price', 'abc'],
    ['price', '-1'],
    ['price', '1e400'],
    ['price', -1],
    ['location', 'Boston, MA'],
    ['title', ''],
    ['category', 'weapons'],
    ['images', ['/media/00000000-0000-4000-8000-000000000000/1280.webp']],
  ])('refuse %s = %j by its name, and store nothing', async (field, value) => {
    const { cookie, id } = await server.signedIn();
    const json = { ...bicycle, [field]: value };
    const answer = await call('/api/listings', { method: 'POST', cookie, json });
    expect(answer.status).toBe(400);
    expect(answer.json.issues[0].path).toContain(field);
    expect(answer.json.message).toBe(answer.json.issues[0].message);
    const stored = await database.db
      .selectFrom('listings')
      .select('id')
      .where('sellerId', '=', id)
      .execute();
    expect(stored).toEqual([]);
  });

  it('drop unknown fields', async () => {
    const { cookie } = await server.signedIn();
    const json = { ...bicycle, isActive: false, sellerId: 'somebody', createdAt: '2001-01-01' };
    const created = await call('/api/listings', { method: 'POST', cookie, json });
    expect(created).toMatchObject({ status: 201, json: { isActive: true } });
    expect(created.json.createdAt).not.toMatch(/^2001/);
  });

  it('refuse edits with 403 for other users and 401 for visitors', async () => {
    const { cookie } = await server.signedIn();
    const other = await server.signedIn();
    const { json: listing } = await call('/api/listings', {
      method: 'POST',
      cookie,
      json: bicycle,
    });
    const path = `/api/listings/${listing.id}`;
    const json = { ...bicycle, title: 'Mine now' };
    expect(await call(path, { method: 'PUT', cookie: other.cookie, json })).toMatchObject({
      status: 403,
      json: { message: 'You can only edit your own listings' },
    });
    expect(await call(path, { method: 'PUT', json })).toMatchObject({ status: 401 });
    expect((await call(path)).json.title).toBe(bicycle.title);
  });
});

describe('messages over REST', () => {
  it('go from a conversation to a reply, and reading them lowers the unread count', async () => {
    const seller = await server.signedIn();
    const buyer = await server.signedIn();
    const { json: listing } = await call('/api/listings', {
      method: 'POST',
      cookie: seller.cookie,
      json: bicycle,
    });
    const about = { receiverId: seller.id, listingId: listing.id };
    const opened = await call('/api/conversations', {
      method: 'POST',
      cookie: buyer.cookie,
      json: about,
    });
    expect(opened.status).toBe(200);
    const sent = await call('/api/messages', {
      method: 'POST',
      cookie: buyer.cookie,
      json: { ...about, content: '  Still there?  ' },
    });
    expect(sent).toMatchObject({ status: 201, json: { content: 'Still there?', seq: 1 } });

    const unread = async () =>
      (await call('/api/unread-messages/count', { cookie: seller.cookie })).json;
    expect(await unread()).toEqual({ count: 1 });
    const { json: talks } = await call('/api/conversations', { cookie: seller.cookie });
    expect(talks).toEqual([expect.objectContaining({ id: opened.json.id, unread: 1 })]);
    const path = `/api/messages/${opened.json.id}`;
    expect((await call(path, { cookie: seller.cookie })).json).toEqual([
      expect.objectContaining({ content: 'Still there?', isRead: false }),
    ]);
    expect(await unread()).toEqual({ count: 0 });

    await call('/api/messages', {
      method: 'POST',
      cookie: seller.cookie,
      json: { receiverId: buyer.id, listingId: listing.id, content: 'Yes.' },
    });
    const { json: history } = await call(path, { cookie: buyer.cookie });
    expect(history.map((message: { content: string }) => message.content)).toEqual([
      'Still there?',
      'Yes.',
    ]);

    const stranger = await server.signedIn();
    expect((await call(path, { cookie: stranger.cookie })).status).toBe(404);
    const toOneself = await call('/api/messages', {
      method: 'POST',
      cookie: seller.cookie,
      json: { ...about, content: 'Me?' },
    });
    expect(toOneself).toMatchObject({
      status: 400,
      json: { message: 'You cannot send a message to your own listing.' },
    });
  });
});

describe('a call that is malformed', () => {
  it('gets a clear message for broken JSON and for other content types', async () => {
    const { cookie } = await server.signedIn();
    const post = (type: string, body: string) =>
      call('/api/listings', { method: 'POST', cookie, headers: { 'content-type': type }, body });
    expect(await post('application/json', '{"title": ')).toMatchObject({
      status: 400,
      json: { message: "The body isn't valid JSON." },
    });
    expect((await post('application/json', '')).status).toBe(400);
    expect((await post('application/json', '[1]')).status).toBe(400);
    expect((await post('application/json', 'null')).status).toBe(400);
    expect((await post('text/plain', 'title=x')).status).toBe(415);
    expect((await post('application/json', `"${'x'.repeat(2_000_000)}"`)).status).toBe(413);
    const trpc = await call('/trpc/auth.sendCode', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"email":"a@example.com"}',
    });
    expect(trpc.status).toBe(415);
  });

  it('is refused if it comes from a page of another site', async () => {
    const { cookie } = await server.signedIn();
    const post = (headers: Record<string, string>) =>
      call('/api/listings', { method: 'POST', cookie, json: bicycle, headers });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ origin: 'null' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ origin: server.url })).status).toBe(201);
  });

  it('gets a JSON 404 for an unknown call or id', async () => {
    expect(await call('/api/nothing')).toMatchObject({
      status: 404,
      json: { message: expect.any(String) },
    });
    for (const id of ['abc', '%00', "'; drop table users", 'x'.repeat(300)]) {
      expect((await call(`/api/listings/${encodeURIComponent(id)}`)).status).toBe(404);
      expect((await call(`/api/users/${encodeURIComponent(id)}`)).status).toBe(404);
    }
  });
});

it('responds to health checks, and names the services that are not ready', async () => {
  expect((await call('/healthz')).json).toEqual({ status: 'ok' });
  expect((await call('/readyz')).json).toEqual({ status: 'ready' });
  const down = await startTestServer(database, {
    objects: {
      ...server.ctx.objects,
      check: () => Promise.reject(new Error('The disk is gone.')),
    },
  });
  const answer = await fetch(`${down.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ message: 'Not ready: objectStore.' });
  await down.close();
});
