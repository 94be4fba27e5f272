import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../app-context.ts';
import type { Session } from '../../../context.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { placeOf } from '../place.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];

type Input = Parameters<ReturnType<typeof callerOf>['relaxations']>[0];
type Values = NonNullable<Parameters<typeof insertListing>[2]>;

const insert = (title: string, town: string, values: Values = {}) =>
  insertListing(database.db, seller.id, { title, ...placeOf(town), ...values });

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  seller = await createTestUser(database.db);
  await insert('Road bike', 'Troy', { category: 'sports', price: '250' });
  await insert('Road bike', 'Albany', { category: 'sports', price: '15', condition: 'fair' });
  await insert('Road map', 'Cohoes', { category: 'books', price: '3' });
  await insert('Oak desk', 'Albany', { category: 'furniture', price: '80', isFeatured: true });
  await insert('Oak shelf', 'Hudson', { category: 'furniture', price: '40' });
  await insert('Road bike', 'Cohoes', { category: 'sports', isActive: false });
  await insert('Somewhere', 'Capital Region', { price: '0' });
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  await insert('Clock', 'Greenwich', { category: 'health', createdAt: longAgo });
});
afterAll(() => database.close());

const relaxations = async (input: Input) => (await callerOf(ctx).relaxations(input)).drops;

const areaFields = ['near', 'from', 'to', 'within'];

/** Returns the length of the list. */
async function lengthOf(input: Input): Promise<number> {
  const { items, nextCursor } = await callerOf(ctx).list({ ...input, limit: 100 });
  expect(nextCursor).toBeNull();
  return items.length;
}

it.each<[Input, string[]]>([
  [{ search: 'bike', location: 'Cohoes' }, ['location', 'search']],
  [{ search: 'bikes', location: 'Cohoes', maxPrice: '20' }, ['location', 'search']],
  [{ search: 'byke', category: 'furniture' }, ['category', 'search']],
  [{ search: 'desk', minPrice: '100', maxPrice: '500' }, ['price', 'search']],
  [{ search: 'qwertyuiop', condition: 'fair' }, ['search']],
  [{ search: '&|!', location: 'Albany County' }, ['search']],
  [{ search: ' ', condition: 'poor' }, ['condition']],
  [{ category: 'books', location: 'Troy, NY' }, ['location', 'category']],
  [{ category: 'sports', featured: true }, ['featured', 'category']],
  [{ category: 'furniture', location: 'Boston' }, ['location']],
  [{ search: 'desk', near: 'Hudson', within: 10 }, ['area', 'search']],
  [{ category: 'books', from: 'Hudson', to: 'Catskill', within: 3 }, ['area', 'category']],
  [{ minPrice: '9', maxPrice: '5' }, ['price']],
  [{ category: 'sports', minPrice: '1000', condition: 'poor' }, []],
  [{ exclude: 'roads oak somewhere clock' }, ['exclude']],
  [{ search: 'desk', withPhoto: true }, ['withPhoto']],
  [{ category: 'books', kind: 'wanted' }, ['kind']],
  [{ category: 'sports', free: true }, ['price', 'category']],
  [{ search: 'clock', postedWithin: 7 }, ['postedWithin', 'search']],
  [{ search: 'clock', near: 'Hudson', within: 5 }, ['area', 'search']],
  [{ search: 'clock', from: 'Albany', to: 'Troy', within: 3 }, ['area', 'search']],
  [
    { search: 'road', category: 'books', location: 'Albany', maxPrice: '20' },
    ['category', 'location'],
  ],
])('offers filters to drop for %j, each with the length of the list', async (input, expected) => {
  expect(await lengthOf(input)).toBe(0);
  const found = await relaxations(input);
  expect(found.map(({ drop }) => drop).sort()).toEqual(expected.sort());
  expect(found.map(({ count }) => count)).toEqual(
    found.map(({ count }) => count).sort((a, b) => b - a),
  );
  for (const { drop, ...counted } of found) {
    const fields = { price: ['minPrice', 'maxPrice', 'free'], area: areaFields };
    const without = drop in fields ? fields[drop as keyof typeof fields] : [drop];
    const rest = Object.entries(input).filter(([name]) => !without.includes(name));
    expect(counted).toEqual({ count: await lengthOf(Object.fromEntries(rest)), capped: false });
  }
});

it('offers at most three filters to drop, those that give the most listings', async () => {
  const input = { search: 'bike', category: 'sports', minPrice: '200', condition: 'good' } as const;
  const found = await relaxations({ ...input, location: 'Albany', featured: true });
  expect(found).toEqual([]);
  const many = {
    search: 'road',
    category: 'furniture',
    location: 'Cohoes',
    maxPrice: '5',
  } as const;
  expect(await relaxations({ ...many, condition: 'good' })).toEqual([
    { drop: 'category', count: 1, capped: false },
  ]);
  await insert('Road sign', 'Hudson', { category: 'furniture', price: '2' });
  await insert('Chest', 'Cohoes', { category: 'furniture', price: '2' });
  await insert('Road works', 'Cohoes', { category: 'furniture', price: '90' });
  await insert('Road roller', 'Cohoes', { category: 'furniture', price: '90' });
  expect(await relaxations(many)).toEqual([
    { drop: 'price', count: 2, capped: false },
    { drop: 'search', count: 1, capped: false },
    { drop: 'category', count: 1, capped: false },
  ]);
});

it('offers first to show reserved listings, unless the list has them', async () => {
  const wanted = { search: 'walnut', location: 'Troy', maxPrice: '500' };
  await insert('Walnut bench', 'Troy', { availability: 'reserved' });
  await insert('Walnut stool', 'Troy', { availability: 'sold', soldAt: new Date() });
  for (const town of ['Albany', 'Cohoes']) await insert('Walnut table', town);
  expect(await relaxations(wanted)).toEqual([
    { drop: 'availability', count: 1, capped: false },
    { drop: 'location', count: 2, capped: false },
    { drop: 'search', count: 1, capped: false },
  ]);
  const all = { ...wanted, category: 'books', availability: 'all' } as const;
  expect(await lengthOf({ ...wanted, availability: 'all' })).toBe(1);
  expect((await relaxations(all)).map(({ drop }) => drop)).not.toContain('availability');
});

it('caps counts at a thousand', async () => {
  await database.pool.query(
    `insert into listings (seller_id, title, price, category, town, county)
     select $1, 'Lot', 7, 'food', 'Troy', 'Rensselaer' from generate_series(1, 1001)`,
    [seller.id],
  );
  const [first] = await relaxations({ category: 'food', location: 'Hudson' });
  expect(first).toEqual({ drop: 'location', count: 1000, capped: true });
});

it.each<[Input, string[]]>([
  [{ search: 'desq', location: 'Cohoes' }, ['desk']],
  [{ search: 'oak desq', location: 'Cohoes' }, ['desk']],
  [{ search: 'desk', location: 'Cohoes' }, []],
  [{ search: 'qwertyuiop', condition: 'fair' }, []],
  [{ category: 'books', location: 'Troy' }, []],
])('for %j, returns the corrections %j', async (input, corrections) => {
  expect(await lengthOf(input)).toBe(0);
  expect((await callerOf(ctx).relaxations(input)).corrections).toEqual(corrections);
});

it('finds nothing for a seller that does not exist', async () => {
  expect(await relaxations({ sellerId: 'nobody', search: 'bike' })).toEqual([]);
});

it.each([{ category: 'weapons' }, { minPrice: 'cheap' }, { condition: 'old' }, { search: 7 }])(
  'refuses the filter %j and names it',
  async (input) => {
    await expect(relaxations(input as Input)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(Object.keys(input)[0] ?? ''),
    });
  },
);
