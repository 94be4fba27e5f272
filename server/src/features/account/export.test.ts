import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { imageObjectKey, parsePhotoPath } from '@marketplace/shared/media/urls';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { readZip } from '../../test/read-zip.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../test/server.ts';
import { createTestUser } from '../../test/users.ts';
import { dealsOf, offerIn } from '../deals/deals.fixtures.ts';
import {
  createTestListing,
  messagingOf,
  photos,
  uploadPhoto,
} from '../messaging/messaging.fixtures.ts';
import { searchesOf } from '../searches/searches.fixtures.ts';
import { createWebhook } from '../webhooks/webhooks.ts';
import { createToken } from '../tokens/tokens.ts';
import { exportPageSize } from '../../platform/cursor.ts';

let database: TestDatabase;
let server: TestServer;
let me: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  me = await server.signedIn({ email: `exporter-${randomUUID()}@example.com`, town: 'Troy, NY' });
});

async function askForExport({ cookie }: SignedIn): Promise<Response> {
  return fetch(`${server.url}/trpc/account.exportData`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
  });
}

async function linkOf(user: SignedIn): Promise<string> {
  const answer = (await (await askForExport(user)).json()) as { result: { data: { url: string } } };
  return server.url + answer.result.data.url;
}

async function download(user: SignedIn): Promise<Map<string, Buffer>> {
  const answer = await fetch(await linkOf(user), { headers: { cookie: user.cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return readZip(Buffer.from(await answer.arrayBuffer()));
}

const json = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(name)?.toString() ?? '') as Record<string, unknown>[];

it('contains all that is stored of the user, and no address of other users', async () => {
  const { ctx } = server;
  const { db, objects } = ctx;
  const other = await createTestUser(db, {
    email: 'kept-secret@example.org',
    firstName: 'Olga',
    lastName: 'Other',
  });
  const self = { id: me.id, email: '', isAdmin: false, membershipTier: 'free' } as const;
  const image = await db
    .insertInto('images')
    .values({ ownerId: me.id, width: 1, height: 1, byteSize: 5, placeholder: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await objects.put(imageObjectKey(image.id, 1280), Buffer.from('bytes'));
  const own = await createTestListing(db, me.id, { title: 'My desk' });
  await createTestListing(db, me.id, { title: 'My old desk', deletedAt: new Date() });
  await db
    .insertInto('listingImages')
    .values({ listingId: own, imageId: image.id, position: 0 })
    .execute();
  const others = await createTestListing(db, other.id, { title: 'Their lamp' });
  const conversation = await messagingOf(ctx, self).openConversation({ listingId: others });
  const conversationId = conversation.id;
  await messagingOf(ctx, self).send({ conversationId, clientId: randomUUID(), content: 'Hi 🪑' });
  await messagingOf(ctx, other).send({ conversationId, clientId: randomUUID(), content: 'Yes?' });
  const photo = await uploadPhoto(ctx, other);
  await messagingOf(ctx, other).sendPhotos({ conversationId, ...photos(photo) });
  await uploadPhoto(ctx, other);
  await dealsOf(ctx, self).makeOffer({ ...offerIn(conversationId), note: 'Cash' });
  await dealsOf(ctx, other).markSold({ listingId: others, conversationId });
  const photoFile = `images/${parsePhotoPath(photo)}.webp`;
  await db
    .insertInto('reviews')
    .values([
      { sellerId: other.id, reviewerId: me.id, listingId: others, rating: 4 },
      { sellerId: me.id, reviewerId: other.id, listingId: own, rating: 5, comment: 'Good' },
    ])
    .execute();
  await ctx.db.insertInto('favorites').values({ userId: me.id, listingId: others }).execute();
  await ctx.db.insertInto('hiddenListings').values({ userId: me.id, sellerId: other.id }).execute();
  await messagingOf(ctx, self).block({ userId: other.id });
  await createToken(ctx, me.id, { name: 'My script', scope: 'read' });
  const webhook = { url: 'https://hooks.example.com/', events: ['listing.sold' as const] };
  const { secret } = await createWebhook(ctx, me.id, webhook);
  const order = { price: '120.00', shipping: '9.95', total: '129.95', delivery: 'shipping' };
  await db
    .insertInto('orders')
    .values(
      [
        { ...order, ...{ listingId: others, sellerId: other.id, buyerId: me.id } },
        { ...order, ...{ listingId: own, sellerId: me.id, buyerId: other.id } },
      ].map((row, at) => ({ ...row, title: `Order ${at}`, paypalOrderId: `ORDER${at}` })),
    )
    .execute();

  const search = { filter: { search: 'lamp', maxPrice: '20' }, frequency: 'daily' } as const;
  await searchesOf(ctx, self).create(search);
  await db
    .insertInto('drafts')
    .values({ userId: me.id, content: '{"title":"Half a desk"}' })
    .execute();
  const target = { targetType: 'user', targetId: me.id };
  const appeal = { appeal: 'A mistake.', appealedAt: new Date() };
  await db
    .insertInto('decisions')
    .values({ ...target, ...appeal, userId: me.id, kind: 'warned' })
    .execute();
  const files = await download(me);
  expect([...files.keys()]).toEqual([
    'profile.json',
    'listings.json',
    'drafts.json',
    'messages.json',
    'conversation-readings.json',
    'deals.json',
    'reviews.json',
    'notifications.json',
    'reports.json',
    'decisions.json',
    'moderator-notes.json',
    'orders.json',
    'sessions.json',
    'sign-ins.json',
    'push.json',
    'tokens.json',
    'passkeys.json',
    'authenticator-apps.json',
    'webhooks.json',
    'favorites.json',
    'hidden.json',
    'blocks.json',
    'searches.json',
    `images/${image.id}.webp`,
    photoFile,
  ]);
  expect(json(files, 'webhooks.json')).toMatchObject([webhook]);
  expect(files.get('webhooks.json')?.toString()).not.toContain(secret);
  expect(json(files, 'profile.json')).toMatchObject([
    { id: me.id, town: 'Troy, NY', showPresence: true },
  ]);
  expect(json(files, 'listings.json').map(({ title }) => title)).toEqual(
    expect.arrayContaining(['My desk', 'My old desk']),
  );
  expect(JSON.stringify(json(files, 'listings.json'))).toContain(`images/${image.id}.webp`);
  expect(json(files, 'drafts.json')).toMatchObject([{ content: { title: 'Half a desk' } }]);
  expect(json(files, 'messages.json')).toMatchObject([
    { listing: 'Their lamp', you: 'buyer', with: 'Olga Other', from: 'you', content: 'Hi 🪑' },
    { from: 'Olga Other', content: 'Yes?', kind: 'text', data: null },
    { from: 'Olga Other', kind: 'photo', data: { pictures: [photoFile] } },
    { from: 'you', kind: 'offer', data: { amount: '100.00', status: 'open' } },
    { from: 'Olga Other', kind: 'offer', data: { status: 'closed' } },
    { from: 'Olga Other', kind: 'handover', data: { verified: false } },
    { kind: 'system', data: { code: 'review' } },
  ]);
  expect(json(files, 'deals.json')).toMatchObject([
    { what: 'offer', listing: 'Their lamp', from: 'you', amount: '100.00', note: 'Cash' },
    { what: 'sale', conversation: conversationId, handedOver: false, undoneAt: null },
  ]);
  expect(json(files, 'reviews.json')).toMatchObject([
    { side: 'written', seller: 'Olga Other', rating: 4 },
    { side: 'received', reviewer: 'Olga Other', rating: 5, comment: 'Good' },
  ]);
  expect(json(files, 'decisions.json')).toMatchObject([{ kind: 'warned', appeal: 'A mistake.' }]);
  expect(json(files, 'notifications.json')).toMatchObject([{ type: 'message' }]);
  expect(json(files, 'sessions.json')).toMatchObject([{ kind: 'session' }]);
  expect(json(files, 'tokens.json')).toMatchObject([{ name: 'My script', scope: 'read' }]);
  // The seller must not see purchases that others began and did not pay.
  expect(json(files, 'orders.json')).toMatchObject([{ title: 'Order 0', bought: true }]);
  expect(json(files, 'favorites.json')).toMatchObject([{ listing: others, title: 'Their lamp' }]);
  expect(json(files, 'searches.json')).toMatchObject([
    { ...search, filter: { search: 'lamp', maxPrice: '20.00' } },
  ]);
  expect(json(files, 'hidden.json')).toMatchObject([{ seller: 'Olga Other', listing: null }]);
  expect(json(files, 'blocks.json')).toMatchObject([{ name: 'Olga Other' }]);
  expect(files.get(`images/${image.id}.webp`)?.toString()).toBe('bytes');
  expect(files.get(photoFile)?.length).toBeGreaterThan(100);
  const all = [...files.values()].map(String).join('');
  expect(all).not.toContain('kept-secret');
  expect(all).not.toMatch(/hash/i);
});

it('exports more rows than are in memory at once', async () => {
  const many = exportPageSize + 3;
  const rows = Array.from({ length: many }, (_, at) => ({
    userId: me.id,
    type: 'warning',
    data: JSON.stringify({ about: 'x', reason: String(at) }),
  }));
  await database.db.insertInto('notifications').values(rows).execute();
  expect(json(await download(me), 'notifications.json')).toHaveLength(many);
});

it('exports an empty file for a picture whose file is missing', async () => {
  const { id } = await database.db
    .insertInto('images')
    .values({ ownerId: me.id, width: 1, height: 1, byteSize: 5, placeholder: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await download(me)).get(`images/${id}.webp`)?.length).toBe(0);
});

it('works only for the signed-in user and for five minutes', async () => {
  const link = await linkOf(me);
  const other = await server.signedIn();
  expect((await fetch(link)).status).toBe(401);
  expect((await fetch(link, { headers: { cookie: other.cookie } })).status).toBe(404);
  const old = server.ctx.secrets.seal({ kind: 'export', userId: me.id, until: Date.now() - 1 });
  const otherKind = server.ctx.secrets.seal({ kind: 'upload', userId: me.id, until: 9e15 });
  for (const token of [old, otherKind, 'no-token']) {
    const answer = await fetch(`${server.url}/api/account/export/${token}`, {
      headers: { cookie: me.cookie },
    });
    expect(answer.status).toBe(404);
  }
});

it('can be requested three times a day', async () => {
  for (const status of [200, 200, 200, 429]) {
    expect((await askForExport(me)).status).toBe(status);
  }
});

it('says how often a link can be opened in a day', async () => {
  const link = await linkOf(me);
  const open = () => fetch(link, { headers: { cookie: me.cookie } });
  for (let times = 0; times < 9; times++) {
    const answer = await open();
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    message: expect.stringMatching(/^You can open download links 9 times a day\. Please /),
  });
});
