import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListingView } from '@marketplace/shared/listings/views';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import { placeOf } from '../features/listings/place.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { createTestUser } from '../test/users.ts';

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  const { id } = await createTestUser(database.db);
  const rows = [
    { title: 'Lamp', price: '5.00', condition: 'new', ...placeOf('Albany') },
    { title: 'Desk', price: '50.00', description: 'With a lamp.', ...placeOf('Troy') },
    { title: 'Rug', price: '20.00', ...placeOf('Glens Falls') },
  ];
  for (const [minute, row] of rows.entries()) {
    await insertListing(database.db, id, { ...row, createdAt: new Date(2026, 0, 1, 0, minute) });
  }
});
afterAll(async () => {
  await server.close();
  await database.close();
});

it.each([
  ['', ['Rug', 'Desk', 'Lamp']],
  ['search=lamp', ['Desk', 'Lamp']],
  ['search=lamp&sort=relevance', ['Lamp', 'Desk']],
  ['sort=price-asc', ['Lamp', 'Rug', 'Desk']],
  ['sort=price-desc&maxPrice=20', ['Rug', 'Lamp']],
  ['minPrice=20&maxPrice=50.00', ['Rug', 'Desk']],
  ['condition=new', ['Lamp']],
  ['sort=nearest&near=Troy,+NY', ['Desk', 'Lamp', 'Rug']],
  ['minPrice=&maxPrice=&condition=&sort=&near=', ['Rug', 'Desk', 'Lamp']],
])('lists listings under ?%s', async (query, titles) => {
  const found: string[] = [];
  let cursor = '';
  do {
    const answer = await fetch(`${server.url}/api/listings?${query}&limit=2&cursor=${cursor}`);
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as ListingView[];
    found.push(...page.map((listing) => listing.title));
    cursor = answer.headers.get('x-next-cursor') ?? '';
  } while (cursor !== '');
  expect(found).toEqual(titles);
});

it.each(['sort=best', 'minPrice=cheap', 'condition=odd', 'sort=nearest&near=Boston'])(
  'refuses ?%s',
  async (query) => {
    expect((await fetch(`${server.url}/api/listings?${query}`)).status).toBe(400);
  },
);
