import type { AnyProcedure } from '@trpc/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appRouter } from './router.ts';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { startTestServer, type TestServer } from './test/server.ts';

/** Who may call each procedure. A new one that is not entered here fails the suite. */
const access: Record<string, 'everybody' | 'user'> = {
  'account.profile': 'everybody',
  'admin.forceInitialize': 'user',
  'admin.initialize': 'user',
  'auth.me': 'everybody',
  'auth.sendCode': 'everybody',
  'auth.signOut': 'everybody',
  'auth.verify': 'everybody',
  'listings.byId': 'everybody',
  'listings.create': 'user',
  'listings.facets': 'everybody',
  'listings.describe': 'user',
  'listings.list': 'everybody',
  'listings.mine': 'user',
  'listings.remove': 'user',
  'listings.suggestLocations': 'everybody',
  'listings.update': 'user',
  'messaging.conversations': 'user',
  'messaging.events': 'user',
  'messaging.history': 'user',
  'messaging.markRead': 'user',
  'messaging.openConversation': 'user',
  'messaging.presence': 'user',
  'messaging.send': 'user',
  'messaging.sendByListing': 'user',
  'messaging.setTyping': 'user',
  'messaging.unreadCount': 'user',
  'uploads.create': 'user',
  'uploads.register': 'user',
  'reviews.ofSeller': 'everybody',
};

// By their full names, which their type does not say.
const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, AnyProcedure>,
);

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

/** The status of a call over HTTP without any input, which the procedures open to the caller refuse. */
async function statusOf(name: string, type: string, cookie?: string): Promise<number> {
  const answer = await fetch(`${server.url}/trpc/${name}`, {
    method: type === 'mutation' ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: type === 'mutation' ? '{}' : undefined,
  });
  await answer.text();
  return answer.status;
}

it('knows every procedure', () => {
  expect(procedures.map(([name]) => name).sort()).toEqual(Object.keys(access).sort());
});

const overHttp = procedures.filter(([, { _def }]) => _def.type !== 'subscription');

it.each(overHttp.map(([name, { _def }]) => [name, _def.type] as const))(
  'asks of %s what the table says',
  async (name, type) => {
    const visitor = await statusOf(name, type);
    expect(visitor === 401).toBe(access[name] === 'user');
    const { cookie } = await server.signedIn();
    const user = await statusOf(name, type, cookie);
    expect(user).not.toBe(401);
    expect(user).toBeLessThan(500);
  },
);
