import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('wrong fields of a listing', () => {
  const images = ['/media/00000000-0000-4000-8000-000000000000/640.webp'];
  const wrong = { title: ' ', price: 'cheap', category: 'pets', location: 'Boston, MA', images };
  const fields = ['category', 'images', 'location', 'price', 'title'];
  const pathsOf = (issues: { path: string }[] = []) => issues.map(({ path }) => path).sort();

  it.each([
    ['posting', 'POST', '/api/listings'],
    ['editing', 'PUT', '/api/listings/{id}'],
  ])(
    'are all in one response when %s, including the location and images',
    async (_, method, path) => {
      const { id, cookie } = await server.signedIn();
      const listingId = await insertListing(database.db, id);
      const answer = await fetch(server.url + path.replace('{id}', listingId), {
        method,
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(wrong),
      });
      expect(answer.status).toBe(400);
      const refusal = (await answer.json()) as { issues: { path: string; message: string }[] };
      expect(pathsOf(refusal.issues)).toEqual(fields);
      expect(refusal.issues.find(({ path: field }) => field === 'location')?.message).toContain(
        'is currently only available in the Capital Region',
      );
    },
  );

  it.each(['create', 'update'])('are all in one response over tRPC: %s', async (name) => {
    const { id, cookie } = await server.signedIn();
    const listingId = await insertListing(database.db, id);
    const answer = await fetch(`${server.url}/trpc/listings.${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ ...wrong, id: listingId }),
    });
    const refusal = (await answer.json()) as {
      error: { data: { issues: { path: string }[] } };
    };
    expect(pathsOf(refusal.error.data.issues)).toEqual(fields);
  });

  it('include the images if the schema finds nothing wrong', async () => {
    const { cookie } = await server.signedIn();
    const answer = await fetch(`${server.url}/api/listings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ title: 'Oak desk', price: '5', location: 'Boston, MA', images }),
    });
    const refusal = (await answer.json()) as { issues: { path: string }[] };
    expect(pathsOf(refusal.issues)).toEqual(['images', 'location']);
  });

  it('include a missing location once', async () => {
    const { cookie } = await server.signedIn();
    const answer = await fetch(`${server.url}/api/listings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ ...wrong, location: '' }),
    });
    const refusal = (await answer.json()) as { issues: { path: string }[] };
    expect(pathsOf(refusal.issues)).toEqual(fields);
  });
});
