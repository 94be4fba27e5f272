import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import {
  createTestConversation,
  draft,
  messagingOf,
} from '../features/messaging/messaging.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../test/server.ts';
import { createTestUser } from '../test/users.ts';

let database: TestDatabase;
let server: TestServer;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  admin = await server.signedIn({ isAdmin: true });
  user = await server.signedIn();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

interface Answer {
  status: number;
  next: string | null;
  body: unknown;
}

async function call(
  method: string,
  path: string,
  more: { as?: SignedIn; body?: object } = {},
): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/admin/${path}`, {
    method,
    headers: {
      ...(more.as ? { cookie: more.as.cookie } : {}),
      ...(more.body ? { 'content-type': 'application/json' } : {}),
    },
    body: more.body ? JSON.stringify(more.body) : null,
  });
  const body: unknown = await answer.json();
  return { status: answer.status, next: answer.headers.get('x-next-cursor'), body };
}

const calls = [
  ['GET', 'users'],
  ['GET', 'listings'],
  ['GET', 'messages'],
  ['GET', 'conversations'],
  ['PUT', 'users/x/admin'],
  ['DELETE', 'users/x'],
  ['DELETE', 'listings/x'],
  ['PUT', 'listings/x/flag'],
] as const;

describe('calls of the Admin Center', () => {
  it.each(calls)('%s %s is only for admins', async (method, path) => {
    const body = method === 'PUT' ? { body: { reason: 'Policy violation' } } : {};
    const visitor = await call(method, path, body);
    expect(visitor).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    const signedIn = await call(method, path, { as: user, ...body });
    expect(signedIn).toMatchObject({ status: 401, body: { message: 'Admin access required' } });
    const allowed = await call(method, path, { as: admin, ...body });
    expect(allowed.status).toBe(path.includes('/x') ? 404 : 200);
  });

  it('return lists as arrays with the documented fields and the next cursor', async () => {
    const { id, listingId, buyer, seller } = await createTestConversation(server.ctx);
    await messagingOf(server.ctx, buyer).send({ conversationId: id, ...draft('Hello') });
    const messages = await call('GET', `messages?search=${buyer.email}`, { as: admin });
    expect(messages.body).toMatchObject([
      {
        senderEmail: buyer.email,
        receiverEmail: seller.email,
        receiverId: seller.id,
        listingId,
        listingTitle: 'Oak table',
        content: 'Hello',
        isRead: false,
      },
    ]);
    const conversations = await call('GET', 'conversations', { as: admin });
    expect(conversations.body).toMatchObject([
      {
        id,
        listingTitle: 'Oak table',
        participants: [
          { id: buyer.id, email: buyer.email },
          { id: seller.id, email: seller.email },
        ],
      },
    ]);
    const listings = await call('GET', 'listings', { as: admin });
    expect(listings.body).toMatchObject([
      { id: listingId, sellerEmail: seller.email, isActive: true },
    ]);
    const first = await call('GET', 'users?limit=1', { as: admin });
    expect(first.body).toHaveLength(1);
    const second = await call('GET', `users?limit=1&cursor=${first.next}`, { as: admin });
    expect(second.body).toHaveLength(1);
    expect(second.body).not.toEqual(first.body);
    expect((await call('GET', 'users?cursor=x', { as: admin })).status).toBe(400);
  });

  it('act on users and listings', async () => {
    const { db } = server.ctx;
    const target = await createTestUser(db);
    const listingId = await insertListing(db, target.id);
    const made = await call('PUT', `users/${target.id}/admin`, { as: admin });
    expect(made).toMatchObject({ status: 200, body: { isAdmin: true } });
    const flag = { as: admin, body: { reason: 'Policy violation' } };
    const flagged = await call('PUT', `listings/${listingId}/flag`, flag);
    expect(flagged).toMatchObject({ status: 200, body: { isActive: false } });
    expect((await call('PUT', `listings/${listingId}/flag`, flag)).status).toBe(409);
    const bare = await call('PUT', `listings/${listingId}/flag`, { as: admin });
    expect(bare).toMatchObject({ status: 400, body: { message: 'Please enter a reason.' } });
    const removed = await call('DELETE', `listings/${listingId}`, { as: admin });
    expect(removed).toMatchObject({ status: 200 });
    expect((await call('DELETE', `listings/${listingId}`, { as: admin })).status).toBe(404);
    const out = await call('DELETE', `users/${target.id}`, { as: admin });
    expect(out).toMatchObject({ status: 200, body: { isActive: false } });
    expect((await call('DELETE', `users/${admin.id}`, { as: admin })).status).toBe(409);
  });
});
