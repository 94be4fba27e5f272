import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { priceBands } from '@marketplace/shared/listings/constants';
import { createDatabase } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import type { Session } from '../../../context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { countedInRange } from './facets.ts';
import { windowSize } from './listings.search.ts';
import { placeOf } from '../place.ts';

let database: TestDatabase;
let seller: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  seller = await createTestUser(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('listings').execute();
});

type FacetsInput = NonNullable<Parameters<ReturnType<typeof callerOf>['facets']>[0]>;
type Values = NonNullable<Parameters<typeof insertListing>[2]>;

const insert = (category: string, town: string, values: Values = {}) =>
  insertListing(database.db, seller.id, { category, ...placeOf(town), ...values });

/** Returns the counts by option, without cached counts. */
async function facets(input: FacetsInput = {}) {
  const ctx = createTestContext(database, { db: createDatabase(database.pool) });
  const { total, ...options } = await callerOf(ctx).facets(input);
  const byValue = (facet: { value: string; count: number; capped: boolean }[]) =>
    Object.fromEntries(
      facet.map(({ value, count, capped }) => [value, capped ? `${count}+` : count]),
    );
  return {
    total: total.capped ? `${total.count}+` : total.count,
    categories: byValue(options.categories),
    conditions: byValue(options.conditions),
    locations: byValue(options.locations),
    prices: byValue(options.prices),
  };
}

it('counts each option with all other filters applied', async () => {
  await insert('books', 'Troy', { condition: 'new' });
  await insert('books', 'Albany');
  await insert('food', 'Troy', { price: '99' });
  await insert('', 'Capital Region');
  expect(await facets()).toEqual({
    total: 4,
    categories: { books: 2, food: 1 },
    conditions: { new: 1, good: 3 },
    locations: { Troy: 2, Albany: 1 },
    prices: { 'under-20': 3, '50-100': 1 },
  });
  expect(await facets({ category: 'books', location: 'Troy, NY' })).toEqual({
    total: 1,
    categories: { books: 1, food: 1 },
    conditions: { new: 1 },
    locations: { Troy: 1, Albany: 1 },
    prices: { 'under-20': 1 },
  });
  expect(await facets({ condition: 'good', maxPrice: '50' })).toEqual({
    total: 2,
    categories: { books: 1 },
    conditions: { new: 1, good: 2 },
    locations: { Albany: 1 },
    prices: { 'under-20': 2, '50-100': 1 },
  });
  expect((await facets({ location: 'Rensselaer County' })).total).toBe(2);
  expect(await facets({ location: 'Boston' })).toEqual({
    total: 0,
    categories: {},
    conditions: {},
    locations: { Troy: 2, Albany: 1 },
    prices: {},
  });
});

it('counts listings in an area, and the locations that could replace it', async () => {
  await insert('books', 'Troy');
  await insert('food', 'Cohoes');
  await insert('food', 'Hudson');
  await insert('food', 'Capital Region');
  const locations = { Troy: 1, Cohoes: 1, Hudson: 1 };
  expect(await facets({ near: 'Troy', within: 10 })).toMatchObject({
    total: 2,
    categories: { books: 1, food: 1 },
    conditions: { good: 2 },
    locations,
  });
  const way = { from: 'Troy', to: 'Hudson', within: 3 };
  expect(await facets({ ...way, category: 'food' })).toMatchObject({
    total: 1,
    categories: { books: 1, food: 1 },
    conditions: { good: 1 },
    locations: { Cohoes: 1, Hudson: 1 },
  });
  expect((await facets({ near: 'Troy', within: 10, location: 'Hudson' })).total).toBe(0);
});

it('counts as many listings for each price band as the list has, under any other filter', async () => {
  const prices = ['0', '0.01', '20', '20.01', '50', '99.99', '100', '250', '250.01', '9999999.99'];
  for (const [index, price] of prices.entries()) {
    const category = index % 3 === 0 ? 'books' : 'food';
    const place = index % 2 === 0 ? 'Troy' : 'Albany';
    await insert(category, place, { price, hasPhoto: index > 4, title: `Chair ${index % 4}` });
  }
  await insert('books', 'Troy', { price: '60', kind: 'wanted' });
  await insert('books', 'Troy', { price: '70', createdAt: new Date(Date.now() - 2 * 86_400_000) });
  const inputs: FacetsInput[] = [
    {},
    { category: 'books' },
    { category: 'food', location: 'Troy', condition: 'good' },
    { search: 'chair' },
    { search: 'chiar', location: 'Rensselaer County' },
    { exclude: '2' },
    { withPhoto: true },
    { kind: 'wanted' },
    { postedWithin: 1, kind: 'offer' },
    { near: 'Troy', within: 5 },
    { minPrice: '30', maxPrice: '120', category: 'food' },
    { free: true },
  ];
  const caller = callerOf(createTestContext(database, { db: createDatabase(database.pool) }));
  for (const input of inputs) {
    const rest = { ...input, minPrice: undefined, maxPrice: undefined, free: undefined };
    const expected: Record<string, number> = {};
    for (const { value, min, max } of priceBands) {
      const range = { minPrice: String(min), maxPrice: max === null ? undefined : String(max) };
      const { items } = await caller.list({ ...rest, ...range, limit: 100 });
      if (items.length > 0) expected[value] = items.length;
    }
    expect([input, (await facets(input)).prices]).toEqual([input, expected]);
  }
});

it('counts under filters that are not facets', async () => {
  await insert('books', 'Troy', { title: 'Oak chair', hasPhoto: true });
  await insert('food', 'Troy', { title: 'Pine chair', price: '0' });
  await insert('food', 'Albany', { title: 'Pine table', kind: 'wanted' });
  await insert('home', 'Troy', { createdAt: new Date(Date.now() - 10 * 86_400_000) });
  const categoriesOf = async (input: FacetsInput) => (await facets(input)).categories;
  expect(await categoriesOf({ exclude: 'pine plain' })).toEqual({ books: 1 });
  expect(await categoriesOf({ exclude: 'pines', search: 'chairs' })).toEqual({ books: 1, home: 1 });
  expect(await categoriesOf({ withPhoto: true })).toEqual({ books: 1 });
  expect(await categoriesOf({ postedWithin: 7 })).toEqual({ books: 1, food: 2 });
  expect(await categoriesOf({ postedWithin: 30 })).toEqual({ books: 1, food: 2, home: 1 });
  expect(await categoriesOf({ free: true })).toEqual({ food: 1 });
  expect(await categoriesOf({ kind: 'wanted' })).toEqual({ food: 1 });
  expect(await categoriesOf({ kind: 'offer' })).toEqual({ books: 1, food: 1, home: 1 });
});

it('counts only the newest of many listings that no index covers, as capped', async () => {
  await insert('books', 'Troy', { createdAt: new Date(Date.now() - 86_400_000) });
  await database.pool.query(
    `insert into listings (seller_id, title, price, category, town, county)
     select seller_id, title, 7, 'food', town, county
     from listings, generate_series(1, ${windowSize})`,
  );
  const found = await facets({ exclude: 'sofa' });
  expect(found.categories).toEqual({ food: '1000+' });
  expect((await facets({ exclude: 'sofa', minPrice: '8' })).categories).toEqual({ books: 1 });
});

it('counts only public listings, also for the seller', async () => {
  await insert('books', 'Troy', { isActive: false });
  await insert('books', 'Troy', { deletedAt: new Date() });
  await insert('books', 'Troy', { isFeatured: true });
  for (const input of [{}, { featured: true }, { sellerId: seller.id }, { search: 'chair' }]) {
    expect((await facets(input)).total).toBe(1);
  }
  expect((await facets({ sellerId: 'nobody' })).total).toBe(0);
});

it('counts what a search finds, even if it is misspelled', async () => {
  await insert('furniture', 'Troy');
  await insert('furniture', 'Troy', { title: 'Table' });
  expect((await facets({ search: 'chairs' })).categories).toEqual({ furniture: 1 });
  expect((await facets({ search: 'chiar' })).categories).toEqual({ furniture: 1 });
  expect((await facets({ search: 'qwertyuiop' })).total).toBe(0);
  expect((await facets({ search: '&|!' })).total).toBe(0);
});

it('caps counts at a thousand', async () => {
  await insert('books', 'Troy');
  await database.pool.query(
    `insert into listings (seller_id, title, price, category, town, county)
     select seller_id, title, price, category, town, county
     from listings, generate_series(1, 999)`,
  );
  expect((await facets()).categories).toEqual({ books: 1000 });
  await insert('books', 'Troy');
  expect(await facets()).toMatchObject({ total: '1000+', categories: { books: '1000+' } });
});

it('counts only the cheapest listings of a wide price range, as capped', async () => {
  await insert('books', 'Troy');
  await database.pool.query(
    `insert into listings (seller_id, title, price, category, town, county)
     select seller_id, title, 7, 'food', town, county
     from listings, generate_series(1, ${countedInRange})`,
  );
  const found = await facets({ minPrice: '1' });
  expect(found).toMatchObject({ total: '1000+', categories: { food: '1000+' } });
  expect(Object.keys(found.categories)).toEqual(['food']);
  expect((await facets({ minPrice: '8' })).categories).toEqual({ books: 1 });
});

it('counts once for all concurrent requests, whichever options they chose', async () => {
  await insert('books', 'Troy');
  let counted = 0;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void (counted += query.sql.includes('group by') ? 1 : 0),
  });
  const caller = callerOf(createTestContext(database, { db }));
  const asked = [{}, { category: 'books' }, { location: 'Troy' }, { condition: 'new' as const }];
  const answers = await Promise.all(asked.map((input) => caller.facets(input)));
  expect(answers.map(({ total }) => total.count)).toEqual([1, 1, 1, 0]);
  expect(counted).toBe(1);
});

it('updates counts within seconds after a slow count', { timeout: 30_000 }, async () => {
  await insert('books', 'Troy');
  const db = createDatabase(database.pool);
  const caller = callerOf(createTestContext(database, { db }));
  const busy = await database.pool.connect();
  await busy.query('begin; lock table listings in access exclusive mode');
  const slow = caller.facets({});
  await busy.query('select pg_sleep(0.4)');
  await busy.query('commit');
  busy.release();
  expect((await slow).total.count).toBe(1);
  await insert('books', 'Troy');
  await expect.poll(async () => (await caller.facets({})).total.count, { interval: 250 }).toBe(2);
});
