import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing, insertSale } from './listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  seller = await createTestUser(database.db);
});
afterAll(() => database.close());
beforeEach(() => sql`delete from listings`.execute(database.db));

type Values = Parameters<typeof insertListing>[2];

const insert = (price: number, values: Values = {}) =>
  insertListing(database.db, seller.id, {
    ...{ title: 'Oak desk', category: 'furniture', price: price.toFixed(2), ...values },
  });

const insertAll = async (prices: number[], values?: Values) => {
  const ids = [];
  for (const price of prices) ids.push(await insert(price, values));
  return ids;
};

const insertSold = async (prices: number[], values?: Values) => {
  const ids = await insertAll(prices, values);
  for (const id of ids) await insertSale(database.db, id);
  return ids;
};

const desk = { title: 'Oak desk', category: 'furniture' } as const;
const guide = (input: object = {}, user?: Session['user']) =>
  callerOf(ctx, user).priceGuide({ ...desk, ...input });

const fifties = [10, 20, 30, 40, 50];
const ofFifties = { low: '20.00', high: '40.00', count: 5, sold: false };

it('returns the quartiles, which one absurd price does not move', async () => {
  await insertAll([40, 10, 30, 20]);
  expect(await guide()).toBeNull();
  await insertAll([9_999_999]);
  expect(await guide()).toEqual(ofFifties);
  await insertAll([60]);
  expect(await guide()).toEqual({ low: '22.50', high: '55.00', count: 6, sold: false });
});

it('prefers what was sold, and counts what is for sale only if too few were', async () => {
  await insertAll([1000, 1000]);
  const sold = await insertSold([10, 20, 30, 40]);
  expect(await guide()).toEqual({ low: '22.50', high: '760.00', count: 6, sold: false });
  sold.push(...(await insertSold([50])));
  expect(await guide()).toEqual({ ...ofFifties, sold: true });
  await database.db
    .updateTable('listings')
    .set({ isActive: false })
    .where('id', 'in', sold)
    .execute();
  expect(await guide()).toBeNull();
});

it('finds titles with most of the words, in any number and order, and their synonyms', async () => {
  await insertAll([10], { title: 'Desks of solid oak' });
  await insertAll([20], { title: 'Old desk (OAK)' });
  await insertAll([30, 40, 50]);
  await insertAll([900, 900], { title: 'Oak chair' });
  await insertAll([900, 900], { description: 'An oak desk', title: 'Lamp' });
  await insertAll([900, 900], { category: 'home' });
  expect(await guide()).toEqual(ofFifties);
  expect(await guide({ title: 'The oak desk for 2' })).toEqual(ofFifties);
  expect(await guide({ title: 'Small oak roll-top desk with drawers' })).toBeNull();
  await insertAll(fifties, { title: 'Sofa' });
  expect(await guide({ title: 'Couch' })).toEqual(ofFifties);
});

it('counts only the titles with the most words as long as there are five', async () => {
  await insertAll([900, 900, 900], { title: 'Oak desk' });
  await insertAll([10, 20, 30, 40], { title: 'Oak writing desk' });
  const title = 'Writing desk, oak';
  expect(await guide({ title })).toMatchObject({ count: 7 });
  await insertAll([50], { title: 'Desk for writing, solid oak' });
  expect(await guide({ title })).toEqual(ofFifties);
});

it('narrows by the condition if five are left', async () => {
  await insertAll([900, 900], { condition: 'new' });
  await insertAll([10, 20, 30, 40], { condition: 'fair' });
  expect(await guide({ condition: 'fair' })).toMatchObject({ count: 6 });
  await insertAll([50], { condition: 'fair' });
  expect(await guide({ condition: 'fair' })).toEqual(ofFifties);
  expect(await guide({ condition: 'new' })).toMatchObject({ count: 7 });
  expect(await guide()).toMatchObject({ count: 7 });
});

it('leaves out what is no price of someone else’s offer', async () => {
  const other = await createTestUser(database.db);
  await insertAll(fifties);
  expect(await guide({}, seller)).toBeNull();
  expect(await guide({}, other)).toEqual(ofFifties);
  await insertAll([0, 0]);
  await insertAll([900], { kind: 'wanted' });
  await insertAll([900], { deletedAt: new Date() });
  await insertAll([900], { isActive: false });
  await insertAll([900], { sellerActive: false });
  await insertAll([900], { createdAt: new Date(Date.now() - 366 * 24 * 60 * 60_000) });
  expect(await guide({}, other)).toEqual(ofFifties);
  await database.db.updateTable('listings').set({ category: 'services' }).execute();
  expect(await guide({ category: 'services' })).toBeNull();
});

it.each([
  ['only stop words', 'the and of'],
  ['no words', '!!! --- ???'],
  ['operators of queries', "oak' | !desk & (a <-> b):*\\ '"],
  ['quotes and a bidi control', '"oak desk" “\u202Ex” %_;--'],
  [
    'many words',
    Array.from({ length: 70 }, (_, n) => String.fromCharCode(97 + (n % 26))).join(' '),
  ],
  ['one long word', 'x'.repeat(140)],
])('answers a title with %s', async (_what, title) => {
  await insertAll(fifties, { title: 'Plain chair' });
  expect(await guide({ title })).toBeNull();
});

it.each([
  [{ title: '' }, 'Title is required'],
  [{ title: 'x'.repeat(141) }, 'Title'],
  [{ title: 'oak\0desk' }, "This text has a character we can't store."],
  [{ title: 7 }, 'Title'],
  [{ category: '' }, 'category'],
  [{ category: 'boats' }, 'category'],
  [{ condition: 'used' }, 'condition'],
])('refuses %j', async (input, message) => {
  await expect(guide(input)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringMatching(new RegExp(message, 'i')),
  });
});
