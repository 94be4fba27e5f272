import type { AnyProcedure } from '@trpc/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxApiTokens } from '@marketplace/shared/tokens/constants';
import { appRouter } from '../../router.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../test/server.ts';
import { createTableDigests, differingTables } from '../../test/table-digests.ts';
import { connectClient, type TestClient } from '../../test/ws-client.ts';
import { createTestConversation } from '../messaging/messaging.fixtures.ts';
import { newApiToken } from './tokens.fixtures.ts';
import { createToken } from './tokens.ts';

let database: TestDatabase;
let server: TestServer;
let user: SignedIn;
let client: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  user = await server.signedIn();
  client = connectClient([server], user);
});

// Keyed by full name; the type of `procedures` does not include it.
const procedures = Object.fromEntries(
  Object.entries<AnyProcedure>(appRouter._def.procedures as never).map(([name, { _def }]) => [
    name,
    { type: _def.type, meta: _def.meta as { token?: string } | undefined },
  ]),
);

const tokens = () => client.api.tokens;
const desk = { title: 'Desk', price: '20.00', location: 'Troy' };

async function call(
  path: string,
  {
    token,
    method = 'GET',
    json,
    headers,
  }: {
    token?: string;
    method?: string;
    json?: unknown;
    headers?: Record<string, string>;
  } = {},
) {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? null : JSON.stringify(json),
  });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

/** With its path, which a failed expectation then names. */
const statusOf = async (path: string, how: Parameters<typeof call>[1]) => [
  path,
  (await call(path, how)).status,
];

const post = (token: string, json: unknown = desk) =>
  call('/api/listings', { token, method: 'POST', json });

describe('a token', () => {
  it('is mailed to its user without its secret', async () => {
    const email = 'night-owl@example.com';
    const owl = connectClient([server], await server.signedIn({ email }));
    const made = await owl.api.tokens.create.mutate({ name: 'Night job', scope: 'write' });
    const mails = await queuedMails(server.ctx, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('"Night job"');
    expect(mails[0]?.text).toContain('act as you');
    expect(JSON.stringify(mails)).not.toContain(made.token);
  });

  it('is shown once and kept as a hash', async () => {
    const made = await tokens().create.mutate({ name: ' Backup ', scope: 'read' });
    expect(made).toMatchObject({ name: 'Backup', scope: 'read', lastUsedAt: null });
    expect(made.token).toMatch(/^mkt_[\w-]{43}$/);
    const { token, ...shown } = made;
    expect(await tokens().list.query()).toEqual([shown]);
    const stored = await database.db.selectFrom('apiTokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token.slice(4));
  });

  it('reads and writes as its user, and notes its use', async () => {
    const { token } = await tokens().create.mutate({ name: 'Bot', scope: 'write' });
    expect(await call('/api/auth/user', { token })).toMatchObject({
      status: 200,
      json: { id: user.id },
    });
    expect(await post(token)).toMatchObject({ status: 201, json: { sellerId: user.id } });
    const [listed] = await tokens().list.query();
    expect(Date.parse(listed?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('works for procedures too', async () => {
    const token = await newApiToken(server.ctx, user.id, 'read');
    expect(await call('/trpc/messaging.unreadCount', { token })).toMatchObject({ status: 200 });
    const refused = await call('/trpc/account.settings', { token });
    expect(refused).toMatchObject({ status: 403 });
  });

  it('needs no Origin, and lets no cookie count', async () => {
    const other = await server.signedIn();
    const token = await newApiToken(server.ctx, user.id, 'write');
    const headers = { cookie: other.cookie, origin: 'https://elsewhere.example' };
    const made = await call('/api/listings', { token, method: 'POST', json: desk, headers });
    expect(made).toMatchObject({ status: 201, json: { sellerId: user.id } });
    expect(made.headers.getSetCookie()).toEqual([]);
    const wrong = await call('/api/auth/user', { token: 'mkt_wrong', headers });
    expect(wrong).toMatchObject({ status: 401, json: { message: "This API token isn't valid." } });
    expect(wrong.headers.get('www-authenticate')).toContain('Bearer');
    expect((await call('/api/auth/user', { token: '', headers })).status).toBe(401);
  });

  it('for reading changes nothing', async () => {
    const conversation = await createTestConversation(server.ctx);
    const token = await newApiToken(server.ctx, conversation.buyer.id, 'read');
    await call('/api/auth/user', { token });
    const digests = await createTableDigests(database.db);
    const before = await digests();
    const { listingId } = conversation;
    const message = { receiverId: conversation.seller.id, listingId, content: 'Hi' };
    expect(await post(token)).toMatchObject({
      status: 403,
      json: { message: 'This API token is read-only.' },
    });
    for (const [method, path, json] of [
      ['PUT', `/api/listings/${listingId}`, desk],
      ['DELETE', `/api/listings/${listingId}`, undefined],
      ['POST', '/api/messages', message],
      ['POST', '/api/conversations', message],
      ['POST', '/api/seller-reviews', { ...message, sellerId: message.receiverId, rating: 1 }],
      ['POST', '/api/objects/upload', {}],
      ['POST', '/api/upload', undefined],
      ['GET', '/s3/params?filename=a.jpg&type=image/jpeg', undefined],
      ['POST', '/s3/multipart', { filename: 'a.jpg', type: 'image/jpeg' }],
    ] as const) {
      expect(await statusOf(path, { token, method, json })).toEqual([path, 403]);
    }
    expect(differingTables(before, await digests())).toEqual([]);
  });

  it('for reading leaves messages unread, and one for writing reads them', async () => {
    const { id, buyer, seller, listingId } = await createTestConversation(server.ctx);
    const [reading, writing, writer] = await Promise.all([
      newApiToken(server.ctx, seller.id, 'read'),
      newApiToken(server.ctx, seller.id, 'write'),
      newApiToken(server.ctx, buyer.id, 'write'),
    ]);
    const json = { receiverId: seller.id, listingId, content: 'Hello' };
    await call('/api/messages', { token: writer, method: 'POST', json });
    const unread = async () => (await call('/api/unread-messages/count', { token: reading })).json;
    expect((await call(`/api/messages/${id}`, { token: reading })).json).toHaveLength(1);
    expect(await unread()).toEqual({ count: 1 });
    await call(`/api/messages/${id}`, { token: writing });
    expect(await unread()).toEqual({ count: 0 });
  });

  it('of an admin does nothing that admins do, nor anything with tokens', async () => {
    const admin = await server.signedIn({ isAdmin: true });
    const token = await newApiToken(server.ctx, admin.id, 'write');
    for (const path of ['/api/admin/users', '/trpc/admin.stats', '/trpc/tokens.list']) {
      expect(await statusOf(path, { token })).toEqual([path, 403]);
    }
    const json = { name: 'More', scope: 'write' };
    const made = await call('/trpc/tokens.create', { token, method: 'POST', json });
    expect(made.status).toBe(403);
  });

  it('is refused by every procedure that does not admit it', async () => {
    const token = await newApiToken(server.ctx, user.id, 'write');
    const closed = Object.entries(procedures).filter(([, { meta }]) => !meta?.token);
    expect(closed.map(([name]) => name)).toEqual(
      expect.arrayContaining(['account.settings', 'admin.stats', 'messaging.events']),
    );
    for (const [name, { type }] of closed) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = type === 'mutation' ? { method: 'POST', body: '{}' } : {};
      const answer = await fetch(`${server.url}/trpc/${name}`, { headers, ...sent });
      expect([name, await answer.text()]).toEqual([name, expect.stringContaining('FORBIDDEN')]);
    }
  });

  it('is admitted for reading by queries and for writing by mutations, by no subscription', () => {
    const scopes: Record<string, string> = { query: 'read', mutation: 'write' };
    const open = Object.entries(procedures).filter(([, { meta }]) => meta?.token);
    expect(open.map(([name, { meta }]) => [name, meta?.token])).toEqual(
      open.map(([name, { type }]) => [name, scopes[type]]),
    );
  });

  it('opens no pages and no streams', async () => {
    const token = await newApiToken(server.ctx, user.id, 'write');
    const authorization = `Bearer ${token}`;
    const page = await fetch(`${server.url}/my-listings`, { headers: { authorization } });
    expect(await page.text()).not.toContain(user.id);
    const events = await fetch(`${server.url}/trpc/messaging.events`, {
      headers: { authorization },
    });
    expect(await events.text()).toContain('FORBIDDEN');
  });
});

describe('the end of a token', () => {
  it('comes at once when its owner revokes it, and nobody else can', async () => {
    const { id, token } = await tokens().create.mutate({ name: 'Bot', scope: 'read' });
    const stranger = connectClient([server], await server.signedIn());
    await expect(stranger.api.tokens.revoke.mutate({ id })).rejects.toThrow(/already revoked/);
    expect((await call('/api/auth/user', { token })).status).toBe(200);
    await tokens().revoke.mutate({ id });
    expect((await call('/api/auth/user', { token })).status).toBe(401);
    await expect(tokens().revoke.mutate({ id })).rejects.toThrow(/already revoked/);
  });

  it.each(['deactivatedAt', 'deletedAt'] as const)('comes for good with %s', async (column) => {
    const token = await newApiToken(server.ctx, user.id, 'write');
    const set = (value: Date | null) =>
      database.db
        .updateTable('users')
        .set({ [column]: value })
        .where('id', '=', user.id)
        .execute();
    await set(new Date());
    expect((await call('/api/auth/user', { token })).status).toBe(401);
    await set(null);
    expect((await call('/api/auth/user', { token })).status).toBe(401);
  });
});

describe('making tokens', () => {
  it('ends with the twentieth, also when several are made at once', async () => {
    const making = Array.from({ length: maxApiTokens + 4 }, () =>
      createToken(server.ctx, user.id, { name: 'Bot', scope: 'read' }),
    );
    const made = await Promise.allSettled(making);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxApiTokens);
    expect(await tokens().list.query()).toHaveLength(maxApiTokens);
    await expect(tokens().create.mutate({ name: 'One more', scope: 'read' })).rejects.toThrow(
      /reached the limit of/,
    );
  });

  it.each([
    ['  ', 'read', 'Name your token.'],
    ['x'.repeat(61), 'read', 'A name can have up to 60 characters.'],
    ['Bot', 'admin', 'Choose read or write access.'],
  ])('refuses the name "%s" with the scope %s', async (name, scope, message) => {
    const made = tokens().create.mutate({ name, scope: scope as 'read' });
    await expect(made).rejects.toThrow(message);
  });
});
