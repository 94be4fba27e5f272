import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLimiter } from '../../../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../../test/server.ts';
import { insertImage, insertListing } from '../listings.fixtures.ts';
import { sendItems, storedListings } from './bulk.fixtures.ts';

let database: TestDatabase;
let server: TestServer;
let seller: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database, { limiter: createLimiter(database.pool, 1) });
});
beforeEach(async () => {
  seller = await server.signedIn();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const lamp = { title: 'Lamp', price: '5', location: 'Troy' };
const send = (items: unknown, key?: string) => sendItems(server, seller.cookie, { items, key });
const titles = async () => (await storedListings(database, seller.id)).map(({ title }) => title);

describe('many listings at once', () => {
  it('are created and updated in order, and a bad item affects no other', async () => {
    const stranger = await server.signedIn();
    const theirs = await insertListing(database.db, stranger.id);
    const mine = await insertListing(database.db, seller.id);
    const images = [await insertImage(database.db, seller.id)];
    const { status, body } = await send([
      { ...lamp, images },
      { title: ' ', price: 'cheap', location: 'Boston' },
      { id: mine, title: 'Plain chair', price: '8' },
      { id: theirs, title: 'Chair', price: '8' },
      { id: 'none', title: 'Chair', price: '8' },
      'listing',
      { ...lamp, id: 5 },
      { ...lamp, title: 'Rug' },
    ]);
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { status: 201, id: expect.any(String) },
      {
        status: 400,
        message: 'Title is required',
        issues: [
          { path: 'title', message: 'Title is required' },
          { path: 'price', message: 'Price must be a valid positive number' },
          expect.objectContaining({ path: 'location' }),
        ],
      },
      { status: 200, id: mine },
      { status: 403, message: 'You can only edit your own listings' },
      { status: 404, message: 'Listing not found' },
      expect.objectContaining({ status: 400, message: 'Title is required' }),
      expect.objectContaining({ status: 400, message: 'ID must be text.' }),
      { status: 201, id: expect.any(String) },
    ]);
    expect((await titles()).sort()).toEqual(['Lamp', 'Plain chair', 'Rug']);
    const [listing] = await storedListings(database, stranger.id);
    expect(listing).toMatchObject({ title: 'Plain chair', price: '10.00' });
  });

  it('are created once for twins, repeated calls and repeated client ids', async () => {
    const other = await startTestServer(database, {
      limiter: createLimiter(database.pool, 1),
    });
    const key = randomUUID();
    const items = [lamp, { ...lamp, title: 'Rug' }, { ...lamp, price: 'x' }];
    const call = (at: TestServer) => sendItems(at, seller.cookie, { items, key });
    const [one, twin] = await Promise.all([call(server), call(other)]);
    await other.close();
    expect(twin).toEqual(one);
    expect(await send(items, key)).toEqual(one);
    expect(await titles()).toHaveLength(2);

    const ownIds = items.map((item) => ({ ...item, clientId: randomUUID() }));
    const first = await send(ownIds);
    expect(await send(ownIds, randomUUID())).toEqual(first);
    expect(await titles()).toHaveLength(4);
  });

  it('changes a listing several times, and not at all for what it is already', async () => {
    const image = await insertImage(database.db, seller.id);
    const { body } = await send([{ ...lamp, images: [image], details: { Wood: 'oak' } }]);
    const id = body.results[0]?.id;
    const [before] = await storedListings(database, seller.id);
    const same = { id, ...lamp, images: [image], details: { Wood: 'oak' }, location: 'Troy, NY' };
    expect((await send([same])).body.results).toEqual([{ status: 200, id }]);
    expect(await storedListings(database, seller.id)).toEqual([before]);
    await send([
      { ...same, price: '4' },
      { ...same, price: '5' },
    ]);
    expect(await storedListings(database, seller.id)).toMatchObject([{ price: '5.00' }]);
  });

  it('reach the limit in the middle', async () => {
    await database.db.updateTable('users').set({ standing: 0 }).execute();
    const items = Array.from({ length: 52 }, (_, index) => ({ ...lamp, title: `Lamp ${index}` }));
    const { results } = (await send(items)).body;
    expect(results.map(({ status }) => status)).toEqual([
      ...Array<number>(50).fill(201),
      ...[429, 429],
    ]);
    expect(results[50]?.message).toContain('New accounts can post 50 listings a day');
    expect(await titles()).toHaveLength(50);
  });

  it.each([[[]], [Array.from({ length: 101 }, () => lamp)], ['many'], [undefined]])(
    'are refused as a whole without 1 to 100 items',
    async (items) => {
      const { status, body } = await send(items);
      expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 400, path: 'items' });
      expect(await titles()).toEqual([]);
    },
  );
});
