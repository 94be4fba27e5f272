import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../context.ts';
import type { AppContext } from '../../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { placeOf } from '../place.ts';
import { indexListings } from './index-listings.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  seller = await createTestUser(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('listings').execute();
});

type ListInput = NonNullable<Parameters<ReturnType<typeof callerOf>['list']>[0]>;
type Values = NonNullable<Parameters<typeof insertListing>[2]>;

let minute = 0;
const insert = (title: string, values: Values = {}) =>
  insertListing(ctx.db, seller.id, {
    title,
    createdAt: new Date(2026, 0, 1, 0, minute++),
    ...values,
  });

/** Returns the titles of all pages, and calls `between` after each page but the last. */
async function walk(input: ListInput, between?: (page: number) => Promise<unknown>) {
  const titles: string[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { items, nextCursor } = await callerOf(ctx).list({ ...input, cursor });
    titles.push(...items.map((item) => item.title));
    if (nextCursor === null) return titles;
    cursor = nextCursor;
    await between?.(page);
  }
}

describe('by price', () => {
  beforeEach(async () => {
    await insert('old ten', { price: '10' });
    await insert('free', { price: '0' });
    await insert('dear', { price: '9999999.99' });
    await insert('new ten', { price: '10.00' });
    await insert('nine', { price: '9.99' });
  });

  it.each([1, 2, 3, 24])(
    'sorts up and down, the newest of equals first, with %d per page',
    async (n) => {
      const up = ['free', 'nine', 'new ten', 'old ten', 'dear'];
      const down = ['dear', 'new ten', 'old ten', 'nine', 'free'];
      expect(await walk({ sort: 'price-asc', limit: n })).toEqual(up);
      expect(await walk({ sort: 'price-desc', limit: n })).toEqual(down);
      const tens = await walk({ sort: 'price-asc', limit: n, search: 'ten' });
      expect(tens).toEqual(['new ten', 'old ten']);
    },
  );

  it('lists only the listings of a range, including its ends', async () => {
    const tens = ['new ten', 'old ten'];
    expect(await walk({ minPrice: '10', maxPrice: '10.00' })).toEqual(tens);
    expect(await walk({ minPrice: ' 9.99', maxPrice: '10', sort: 'price-asc' })).toEqual([
      'nine',
      ...tens,
    ]);
    expect(await walk({ maxPrice: '0' })).toEqual(['free']);
    expect(await walk({ minPrice: '', maxPrice: '' })).toHaveLength(5);
    expect(await walk({ minPrice: '11', maxPrice: '9' })).toEqual([]);
  });

  it.each(['x', '-1', '1.234', '1e3'])('refuses the price %j', async (minPrice) => {
    await expect(walk({ minPrice })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('nearest first', () => {
  const nearTroy = ['Troy', 'Watervliet', 'Albany', 'Saratoga Springs', 'Glens Falls'];

  beforeEach(async () => {
    for (const town of [...nearTroy].reverse()) await insert(town, placeOf(town) ?? {});
    await insert('somewhere', placeOf('Capital Region') ?? {});
    await insert('new in Troy', placeOf('Troy') ?? {});
  });

  it.each([1, 2, 24])(
    'sorts by distance, with listings without a town last, with %d per page',
    async (limit) => {
      const expected = ['new in Troy', ...nearTroy, 'somewhere'];
      expect(await walk({ sort: 'nearest', near: 'Troy, NY', limit })).toEqual(expected);
      const northern = await walk({ sort: 'nearest', near: 'glens falls', limit });
      expect(northern.slice(0, 2)).toEqual(['Glens Falls', 'Saratoga Springs']);
    },
  );

  it('lists town by town if there are many listings', async () => {
    await database.pool.query(
      `insert into listings (seller_id, title, price, town, county, created_at)
       select seller_id, title, price, town, county, created_at
       from listings, generate_series(1, 600)`,
    );
    await database.pool.query('analyze listings');
    const titles = await walk({ sort: 'nearest', near: 'Troy', limit: 100 });
    const groups = titles.filter((title, index) => title !== titles[index - 1]);
    expect(groups).toEqual(['new in Troy', ...nearTroy, 'somewhere']);
    expect(titles).toHaveLength(7 * 601);
    const county = await walk({ sort: 'nearest', near: 'Troy', location: 'Warren County' });
    expect(new Set(county)).toEqual(new Set(['Glens Falls']));
    expect(county).toHaveLength(601);
  });

  it('requires a town to measure from', async () => {
    expect((await walk({ sort: 'nearest' }))[0]).toBe('new in Troy');
    for (const near of ['Boston', 'Albany County', '%']) {
      await expect(walk({ sort: 'nearest', near })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'near' }] },
      });
    }
  });
});

describe('in an area', () => {
  // The way from Troy to Saratoga Springs passes Cohoes and Mechanicville. Albany is 7 miles south
  // of Troy.
  const onTheWay = ['Troy', 'Cohoes', 'Mechanicville', 'Saratoga Springs'];
  const way = { from: 'Troy', to: 'Saratoga Springs, NY', within: 5 } as const;
  const around = { near: 'Troy', within: 10 } as const;

  beforeEach(async () => {
    const towns = ['Hudson', ...onTheWay, 'Albany'];
    for (const town of towns) await insert(`${town} kite`, { ...placeOf(town), price: '5' });
    await insert('Region kite', { ...placeOf('Capital Region') });
    await insert('New in Cohoes', placeOf('Cohoes') ?? {});
  });

  it.each([1, 2, 24])('lists listings within the distance, with %d per page', async (limit) => {
    const newest = ['New in Cohoes', 'Albany kite', 'Cohoes kite', 'Troy kite'];
    const nearest = ['Troy kite', 'New in Cohoes', 'Cohoes kite', 'Albany kite'];
    expect(await walk({ ...around, limit })).toEqual(newest);
    expect(await walk({ ...around, limit, sort: 'nearest' })).toEqual(nearest);
    expect(await walk({ ...around, limit, sort: 'nearest', search: 'kite' })).toEqual([
      'Troy kite',
      'Cohoes kite',
      'Albany kite',
    ]);
    const cheap = await walk({ ...around, limit, sort: 'price-asc', maxPrice: '5' });
    expect(cheap).toEqual(['Albany kite', 'Cohoes kite', 'Troy kite']);
    expect(await walk({ ...around, within: 50, limit })).toHaveLength(7);
  });

  it.each([1, 2, 24])('lists listings along a way, with %d per page', async (limit) => {
    const kites = onTheWay.map((town) => `${town} kite`);
    const all = kites.toSpliced(1, 0, 'New in Cohoes');
    expect(await walk({ ...way, limit })).toEqual(all);
    expect(await walk({ ...way, limit, sort: 'along', search: 'kite' })).toEqual(kites);
    expect(await walk({ ...way, limit, search: 'kites' })).toEqual(kites);
    const back = await walk({ ...way, from: way.to, to: way.from, limit, search: 'kite' });
    expect(back).toEqual(kites.toReversed());
    const newest = await walk({ ...way, limit, sort: 'newest' });
    expect(newest[0]).toBe('New in Cohoes');
    const fromAlbany = await walk({ ...way, limit, sort: 'nearest', near: 'Albany' });
    expect(fromAlbany).toEqual(all);
  });

  it('lists town by town along a way if there are many listings', async () => {
    await database.pool.query(
      `insert into listings (seller_id, title, price, town, county, created_at)
       select seller_id, title, price, town, county, created_at
       from listings, generate_series(1, 600)`,
    );
    await database.pool.query('analyze listings');
    const titles = await walk({ ...way, limit: 100, maxPrice: '5' });
    const groups = titles.filter((title, index) => title !== titles[index - 1]);
    expect(groups).toEqual(onTheWay.map((town) => `${town} kite`));
    expect(titles).toHaveLength(4 * 601);
    const near = await walk({ ...around, sort: 'nearest', limit: 100, maxPrice: '5' });
    expect(near).toHaveLength(3 * 601);
    expect(near[0]).toBe('Troy kite');
    expect(near.at(-1)).toBe('Albany kite');
  });

  it.each<[string, ListInput]>([
    ['near', { near: 'Boston', within: 5 }],
    ['near', { near: 'Albany County', within: 5 }],
    ['near', { within: 5 }],
    ['within', { near: 'Troy', within: 7 }],
    ['within', { near: 'Troy', within: 3 }],
    ['within', { ...way, within: 25 }],
    ['within', { from: 'Troy', to: 'Hudson' }],
    ['from', { ...way, from: '' }],
    ['from', { ...way, from: 'Boston' }],
    ['to', { ...way, to: ' ' }],
    ['to', { ...way, to: 'NY' }],
  ])('refuses %s of %j', async (path, input) => {
    for (const read of [callerOf(ctx).list, callerOf(ctx).facets]) {
      await expect(read(input)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path }] },
      });
    }
  });
});

describe('by relevance', () => {
  it('pages through the matches of a common word by blocks while listings are added', async () => {
    await database.pool.query(
      `insert into listings (seller_id, title, description, price, created_at)
       select $1, 'Thing ' || i, case when i % 3 = 0 then 'lamp lamp' else 'lamp' end, 1,
         timestamptz '2020-01-01' + i / 4 * interval '1 minute'
       from generate_series(1, 6000) i`,
      [seller.id],
    );
    await indexListings(database);
    await insert('Lamp', { createdAt: new Date(2019, 0, 1) });
    await database.pool.query('analyze listings');
    const titles = await walk({ search: 'lamp', limit: 100 }, () =>
      insert('Newer lamp', { createdAt: new Date() }),
    );
    expect(titles).toHaveLength(6001);
    expect(new Set(titles).size).toBe(6001);
    // Its title outranks the others, but only within its block.
    expect(titles.indexOf('Lamp')).toBeGreaterThan(3_000);
    // The newest 69 are one block, which ends with a time: 72 would end between those of one
    // minute. Those that say it twice come before the others.
    const isTwice = titles.slice(0, 69).map((title) => Number(title.slice(6)) % 3 === 0);
    expect(isTwice.lastIndexOf(true)).toBe(isTwice.indexOf(false) - 1);
    expect(isTwice.filter(Boolean).length).toBeGreaterThan(20);
    // Listings with words that only begin with the word are not found.
    await insert('Lamplight', { createdAt: new Date() });
    expect(await walk({ search: 'lampl' })).toEqual(['Lamplight']);
    expect(await walk({ search: 'lamp', limit: 100 })).not.toContain('Lamplight');
  });

  it('lists the newest first without a search', async () => {
    await insert('old');
    await insert('new');
    expect(await walk({ sort: 'relevance', limit: 1 })).toEqual(['new', 'old']);
  });
});

describe('cursors', () => {
  it.each(['x', '1~x', '~~~', '1~2~3~4', '9'.repeat(30)])(
    'are refused if they belong to no list: %j',
    async (cursor) => {
      const inputs: ListInput[] = [
        { sort: 'price-asc' },
        { sort: 'nearest', near: 'Troy' },
        { search: 'chair' },
        {},
      ];
      for (const input of inputs) {
        await expect(callerOf(ctx).list({ ...input, cursor })).rejects.toMatchObject({
          code: 'BAD_REQUEST',
        });
      }
    },
  );
});
