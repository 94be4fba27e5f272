import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { listFeatured } from './featured.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let sellers: Session['user'][];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  sellers = await Promise.all(Array.from({ length: 7 }, () => createTestUser(database.db)));
});
beforeEach(async () => {
  await database.db.deleteFrom('listings').execute();
});
afterAll(() => database.close());

async function feature(seller: Session['user'] | undefined, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, number) =>
    insertListing(ctx.db, seller?.id ?? '', { title: `Thing ${number}`, isFeatured: true }),
  );
  return Promise.all(ids);
}

// Each test uses turns of its own, because choices are cached for a second.
let firstTurn = 1_000;

/** Returns the rows of consecutive turns. */
async function rowsOf(turns: number) {
  firstTurn += 1_000;
  const rows = [];
  for (let turn = firstTurn; turn < firstTurn + turns; turn += 1) {
    rows.push(await listFeatured(ctx.db, turn * 60_000));
  }
  return rows;
}

function countBy(values: string[]): number[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}

it('returns no listings if nothing is featured', async () => {
  await insertListing(ctx.db, sellers[0]?.id ?? '');
  expect(await rowsOf(1)).toEqual([[]]);
});

it('gives every seller the same number of places, however many listings they feature', async () => {
  for (const [index, seller] of sellers.entries()) await feature(seller, index === 0 ? 50 : 1);
  const rows = await rowsOf(14);
  for (const row of rows) {
    expect(row).toHaveLength(4);
    expect(new Set(row.map(({ sellerId }) => sellerId)).size).toBe(4);
  }
  expect(countBy(rows.flat().map(({ sellerId }) => sellerId))).toEqual(Array(7).fill(8));
});

it.each([1, 2, 3, 4, 5])(
  'gives %i sellers, and each of their listings, equally many turns',
  async (count) => {
    for (const seller of sellers.slice(0, count)) await feature(seller, 3);
    const rows = await rowsOf(3 * count);
    const size = Math.min(4, count);
    expect(rows.map((row) => row.length)).toEqual(Array(3 * count).fill(size));
    expect(countBy(rows.flat().map(({ id }) => id))).toEqual(Array(3 * count).fill(size));
  },
);

it('leaves out a listing as soon as it is hidden or no longer featured', async () => {
  const [first = '', second = ''] = [
    ...(await feature(sellers[0])),
    ...(await feature(sellers[1])),
  ];
  firstTurn += 1_000;
  const now = firstTurn * 60_000;
  const ids = async () => (await listFeatured(ctx.db, now)).map(({ id }) => id).sort();
  expect(await ids()).toEqual([first, second].sort());
  await ctx.db.updateTable('listings').set({ isActive: false }).where('id', '=', first).execute();
  expect(await ids()).toEqual([second]);
  await ctx.db.updateTable('listings').set({ isFeatured: false }).execute();
  expect(await ids()).toEqual([]);
});

it('shows featured listings to visitors', async () => {
  const [id] = await feature(sellers[0]);
  await expect
    .poll(async () => (await callerOf(ctx).featured()).map((listing) => listing.id))
    .toEqual([id]);
});
