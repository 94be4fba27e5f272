import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListListingsInput } from '@marketplace/shared/listings/inputs';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let burster: Session['user'];
let neighbor: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  burster = await createTestUser(database.db);
  neighbor = await createTestUser(database.db);
});
beforeEach(async () => {
  await database.db.deleteFrom('listings').execute();
});
afterAll(() => database.close());

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 0, 1);

/** Inserts listings of a seller, one `every` ms, the first one `from` ms after the start. */
async function insertSeries(
  seller: Session['user'],
  { count, every, from = 0 }: { count: number; every: number; from?: number },
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    sellerId: seller.id,
    title: `${seller.id === burster.id ? 'Burst' : 'Other'} ${index + 1}`,
    price: '1.00',
    createdAt: new Date(start + from + index * every),
  }));
  await ctx.db.insertInto('listings').values(rows).execute();
}

type Listed = [title: string, more?: number];

async function page(input: ListListingsInput = {}) {
  const { items, nextCursor } = await callerOf(ctx).list({ fold: true, ...input });
  const listed = items.map(({ title, moreFromSeller: more }): Listed =>
    more === undefined ? [title] : [title, more],
  );
  return { listed, nextCursor: nextCursor ?? undefined, ids: items.map(({ id }) => id) };
}

async function walk(input: ListListingsInput = {}) {
  const pages = [await page(input)];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    pages.push(await page({ ...input, cursor }));
  }
  return pages;
}

const series = (name: string, from: number, to: number): Listed[] =>
  Array.from({ length: from - to + 1 }, (_, index) => [`${name} ${from - index}`]);

describe('a burst of one seller', () => {
  it('fills five places, and the rest folds behind the fifth', async () => {
    await insertSeries(neighbor, { count: 30, every: 5 * hour });
    await insertSeries(burster, { count: 300, every: minute, from: 200 * hour });
    const [first, second] = await walk({ limit: 24 });
    expect(first?.listed).toEqual([
      ...series('Burst', 300, 297),
      ['Burst 296', 295],
      ...series('Other', 30, 12),
    ]);
    expect(second?.listed).toEqual(series('Other', 11, 1));
    expect(second?.nextCursor).toBeUndefined();
  });

  it('is counted as a whole by the page that it begins on, even at the end of the page', async () => {
    await insertSeries(burster, { count: 40, every: minute });
    await insertSeries(neighbor, { count: 3, every: 30 * hour, from: 24 * hour });
    const [first, second] = await walk({ limit: 8 });
    expect(first?.listed).toEqual([
      ...series('Other', 3, 1),
      ...series('Burst', 40, 37),
      ['Burst 36', 35],
    ]);
    expect(second).toBeUndefined();
  });

  it('leaves room on the first page for older listings of other sellers', async () => {
    await insertSeries(neighbor, { count: 1, every: minute, from: -hour });
    await insertSeries(burster, { count: 1_000, every: 1_000 });
    expect((await page()).listed.at(-1)).toEqual(['Other 1']);
  });

  it('does not fold if no more than five listings come within a day', async () => {
    await insertSeries(burster, { count: 30, every: 5 * hour });
    expect((await walk({ limit: 24 })).flatMap(({ listed }) => listed)).toEqual(
      series('Burst', 30, 1),
    );
  });

  it.each([
    ['a seller', () => ({ sellerId: burster.id })],
    ['a search', () => ({ search: 'burst', sort: 'newest' as const })],
    ['another order', () => ({ sort: 'price-asc' as const })],
    ['nobody asks to fold', () => ({ fold: false })],
  ])('does not fold in a list by %s', async (_, input) => {
    await insertSeries(burster, { count: 12, every: minute });
    expect((await page(input())).listed).toEqual(series('Burst', 12, 1));
  });

  it('folds those listings that pass the filters', async () => {
    await insertSeries(burster, { count: 12, every: minute });
    await ctx.db.updateTable('listings').set({ isFeatured: true }).execute();
    for (let count = 0; count < 3; count += 1) await insertListing(ctx.db, burster.id);
    expect((await page({ featured: true })).listed).toEqual([
      ...series('Burst', 12, 9),
      ['Burst 8', 7],
    ]);
  });
});

it('shows or counts every listing exactly once, for a random sequence of posts', async () => {
  const sellers = [burster, neighbor, await createTestUser(ctx.db)];
  let random = 42;
  const next = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return random % below;
  };
  const rows = Array.from({ length: 400 }, (_, index) => ({
    // There are long runs of one seller, and many listings of the same millisecond.
    sellerId: sellers[next(20) === 0 ? next(3) : Math.floor(index / 90) % 3]?.id ?? '',
    title: `Thing ${index}`,
    price: '1.00',
    createdAt: new Date(start + Math.floor(index / 7) * (next(3) * hour)),
  }));
  await ctx.db.insertInto('listings').values(rows).execute();
  for (const limit of [3, 7, 24, 100]) {
    const pages = await walk({ limit });
    const ids = pages.flatMap((one) => one.ids);
    const folded = pages.flatMap(({ listed }) => listed).map(([, more]) => more ?? 0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length + folded.reduce((sum, more) => sum + more, 0)).toBe(rows.length);
    const order = await ctx.db
      .selectFrom('listings')
      .select('id')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const places = new Map(order.map(({ id }, index) => [id, index]));
    const walked = ids.map((id) => places.get(id) ?? -1);
    expect(walked).toEqual(walked.toSorted((a, b) => a - b));
  }
});
