import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestConversation } from '../features/messaging/messaging.fixtures.ts';
import { newApiToken } from '../features/tokens/tokens.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { createTestUser } from '../test/users.ts';
import { type ApiParameter, fetchDocument, operationsOf } from './openapi.fixtures.ts';

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

const lamp = { title: 'Lamp', price: '5.00', location: 'Troy' };

async function post(token: string, key: string, call: { path: string; body: object }) {
  const answer = await fetch(server.url + call.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(call.body),
  });
  return { status: answer.status, json: (await answer.json()) as { id: string } };
}

const newWriter = async () =>
  newApiToken(server.ctx, (await createTestUser(database.db)).id, 'write');

describe('the Idempotency-Key header', () => {
  it('creates one listing for two calls at once and a later one, and one for each user', async () => {
    const [mine, theirs] = [await newWriter(), await newWriter()];
    const key = randomUUID();
    const create = (token: string, body: object = lamp) =>
      post(token, key, { path: '/api/listings', body });
    const [one, other] = await Promise.all([create(mine), create(mine)]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.json).toEqual(one.json);
    expect(await create(mine, { ...lamp, title: 'Rug', clientId: randomUUID() })).toEqual(one);
    const stranger = await create(theirs);
    expect(stranger.status).toBe(201);
    expect(stranger.json.id).not.toBe(one.json.id);
  });

  it('sends one message', async () => {
    const { buyer, seller, listingId } = await createTestConversation(server.ctx);
    const token = await newApiToken(server.ctx, buyer.id, 'write');
    const body = { receiverId: seller.id, listingId, content: 'Hello' };
    const key = randomUUID().toUpperCase();
    const send = () => post(token, key, { path: '/api/messages', body });
    const sent = [...(await Promise.all([send(), send()])), await send()];
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(sent.map(({ json }) => json.id)).size).toBe(1);
  });

  it.each(['', 'a-b', `${randomUUID()}, ${randomUUID()}`, `"${randomUUID()}"`])(
    'is refused as %j',
    async (key) => {
      const message = 'The Idempotency-Key header must be a UUID.';
      const answer = await post(await newWriter(), key, { path: '/api/listings', body: lamp });
      const issues = [{ path: 'Idempotency-Key', message }];
      expect(answer).toEqual({ status: 400, json: { message, issues } });
    },
  );

  it('is documented for every call whose procedure accepts a client id', async () => {
    const document = await fetchDocument(server);
    const documented = operationsOf(document).filter(({ parameters = [] }) =>
      (parameters as ApiParameter[]).some(
        ({ in: place, name }) => place === 'header' && name === 'Idempotency-Key',
      ),
    );
    expect(documented.map(({ route }) => route).sort()).toEqual([
      'POST /api/listings',
      'POST /api/listings/bulk',
      'POST /api/messages',
      'POST /api/webhooks',
      'POST /paypal/order',
    ]);
  });
});
