import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import type { Session } from '../../context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';
import { countedInRange } from './facets.ts';
import { placeOf } from './place.ts';

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

/** The counts by option, with nothing kept from before. */
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
  });
  expect(await facets({ category: 'books', location: 'Troy, NY' })).toEqual({
    total: 1,
    categories: { books: 1, food: 1 },
    conditions: { new: 1 },
    locations: { Troy: 1, Albany: 1 },
  });
  expect(await facets({ condition: 'good', maxPrice: '50' })).toEqual({
    total: 2,
    categories: { books: 1 },
    conditions: { new: 1, good: 2 },
    locations: { Albany: 1 },
  });
  expect((await facets({ location: 'Rensselaer County' })).total).toBe(2);
  expect(await facets({ location: 'Boston' })).toEqual({
    total: 0,
    categories: {},
    conditions: {},
    locations: { Troy: 2, Albany: 1 },
  });
});

it('counts what is in an area, and locations that could be chosen instead', async () => {
  await insert('books', 'Troy');
  await insert('food', 'Cohoes');
  await insert('food', 'Hudson');
  await insert('food', 'Capital Region');
  const locations = { Troy: 1, Cohoes: 1, Hudson: 1 };
  expect(await facets({ near: 'Troy', within: 10 })).toEqual({
    total: 2,
    categories: { books: 1, food: 1 },
    conditions: { good: 2 },
    locations,
  });
  const way = { from: 'Troy', to: 'Hudson', within: 3 };
  expect(await facets({ ...way, category: 'food' })).toEqual({
    total: 1,
    categories: { books: 1, food: 1 },
    conditions: { good: 1 },
    locations: { Cohoes: 1, Hudson: 1 },
  });
  expect((await facets({ near: 'Troy', within: 10, location: 'Hudson' })).total).toBe(0);
});

it('counts what everybody sees alone, also for those who see more', async () => {
  await insert('books', 'Troy', { isActive: false });
  await insert('books', 'Troy', { deletedAt: new Date() });
  await insert('books', 'Troy', { isFeatured: true });
  for (const input of [{}, { featured: true }, { sellerId: seller.id }, { search: 'chair' }]) {
    expect((await facets(input)).total).toBe(1);
  }
  expect((await facets({ sellerId: 'nobody' })).total).toBe(0);
});

it('counts what a search finds, spelt right or not', async () => {
  await insert('furniture', 'Troy');
  await insert('furniture', 'Troy', { title: 'Table' });
  expect((await facets({ search: 'chairs' })).categories).toEqual({ furniture: 1 });
  expect((await facets({ search: 'chiar' })).categories).toEqual({ furniture: 1 });
  expect((await facets({ search: 'qwertyuiop' })).total).toBe(0);
  expect((await facets({ search: '&|!' })).total).toBe(0);
});

it('ends at a thousand, and says so', async () => {
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

it('counts the cheapest of a wide range of prices, and says so', async () => {
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

it('counts once for all who ask at the same time, whichever options they have chosen', async () => {
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

it('is right again within seconds after a count that took long', { timeout: 30_000 }, async () => {
  await insert('books', 'Troy');
  const db = createDatabase(database.pool);
  const caller = callerOf(createTestContext(database, { db }));
  const busy = await database.pool.connect();
  await busy.query('begin; lock table listings in access exclusive mode');
  const slow = caller.facets({});
  await busy.query('select pg_sleep(1.2)');
  await busy.query('commit');
  busy.release();
  expect((await slow).total.count).toBe(1);
  await insert('books', 'Troy');
  await expect
    .poll(async () => (await caller.facets({})).total.count, { timeout: 8_000, interval: 250 })
    .toBe(2);
});
