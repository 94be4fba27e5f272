import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../app-context.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

type Input = NonNullable<Parameters<ReturnType<typeof callerOf>['list']>[0]>;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  const { id } = await createTestUser(ctx.db);
  const insert = (title: string, values: Parameters<typeof insertListing>[2]) =>
    insertListing(ctx.db, id, { title, ...values });
  await insert('Oak table', { createdAt: daysAgo(40), price: '80', hasPhoto: true });
  await insert('Pine table', { createdAt: daysAgo(6), description: 'Not oak', price: '0' });
  await insert('Crème lamp', { createdAt: daysAgo(2.5), price: '0.01', hasPhoto: true });
  await insert('Any lamp', { createdAt: daysAgo(0.9), kind: 'wanted', price: '20' });
});
afterAll(() => database.close());

async function found(input: Input): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await callerOf(ctx).list({ ...input, cursor, limit: 2 });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return titles;
}

it.each<[Input, string[]]>([
  [{}, ['Any lamp', 'Crème lamp', 'Pine table', 'Oak table']],
  [{ exclude: 'oak' }, ['Any lamp', 'Crème lamp']],
  [{ exclude: 'creme, tables' }, ['Any lamp']],
  [{ exclude: '&|!', withPhoto: false }, ['Any lamp', 'Crème lamp', 'Pine table', 'Oak table']],
  [{ search: 'table', exclude: 'pines', sort: 'newest' }, ['Oak table']],
  [{ search: 'tabel', exclude: 'pines' }, ['Oak table']],
  [{ postedWithin: 1 }, ['Any lamp']],
  [{ postedWithin: 3, sort: 'price-asc' }, ['Crème lamp', 'Any lamp']],
  [{ postedWithin: 7 }, ['Any lamp', 'Crème lamp', 'Pine table']],
  [{ withPhoto: true }, ['Crème lamp', 'Oak table']],
  [{ free: true }, ['Pine table']],
  [{ free: true, minPrice: '1' }, []],
  [{ kind: 'wanted' }, ['Any lamp']],
  [{ kind: 'offer', search: 'lamp' }, ['Crème lamp']],
  [{ withPhoto: true, postedWithin: 30, exclude: 'oak', kind: 'offer' }, ['Crème lamp']],
])('%j lists %j', async (input, titles) => {
  expect(await found(input)).toEqual(titles);
});

it.each([
  { exclude: 'x'.repeat(201) },
  { postedWithin: 0 },
  { postedWithin: 'soon' },
  { postedWithin: 366 },
  { withPhoto: 'perhaps' },
  { free: 7 },
  { kind: 'gift' },
])('refuses %j and names the field', async (input) => {
  await expect(callerOf(ctx).list(input as Input)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining(Object.keys(input)[0] ?? ''),
  });
});
