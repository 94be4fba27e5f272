import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '@marketplace/db/database';
import type { AppContext } from '../../../app-context.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { insertSearch, alertsOf } from '../../searches/alerts.fixtures.ts';
import { matchSearches } from '../../searches/alerts.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { indexBatch, indexListings } from './index-listings.ts';

let database: TestDatabase;
let ctx: AppContext;
let sellerId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  sellerId = (await createTestUser(ctx.db)).id;
});
afterAll(() => database.close());

/** How many listings without a search document of the present form the database has. */
const old = 450;

const found = async (search: string) => {
  // A new database object has no cache of earlier searches, like a second server.
  const db = createDatabase(database.pool);
  const { items } = await callerOf(createTestContext(database, { db })).list({
    search,
    limit: 100,
  });
  return items.map(({ title }) => title).sort();
};

it('searches find all listings before, during and after indexing', async () => {
  await sql`
    insert into listings (seller_id, title, price, location, description)
    select ${sellerId}, case when n % 100 = 0 then 'Oak tables ' || n else 'Thing ' || n end, 5, 'Troy, NY',
      'Running water'
    from generate_series(1, ${old}) n`.execute(ctx.db);
  await insertListing(ctx.db, sellerId, { title: 'Oak table, new' });
  const all = ['Oak table, new', ...[100, 200, 300, 400].map((n) => `Oak tables ${n}`)];
  expect(await found('oak table')).toEqual(all);
  expect(await found('"oak table"')).toEqual(all);
  expect(await found('oak table -new')).toEqual(all.slice(1));
  expect(await found('oak tables 300')).toEqual(['Oak tables 300']);

  const version = sql<{ left: number }>`
    select count(*)::int as left from listings where search_version < 1`;
  let left = old;
  while (left > 0) {
    await ctx.db.transaction().execute((trx) => indexBatch(trx, 150));
    expect(await found('oak table')).toEqual(all);
    const { rows } = await version.execute(ctx.db);
    expect(rows[0]?.left).toBe((left -= 150));
  }
  expect(await found('oaktable')).toEqual(all);
  await indexListings(ctx);
  expect(await found('oak table')).toEqual(all);
});

it('a saved search finds new listings, but not those that were only indexed again', async () => {
  const { user, id } = await insertSearch(ctx, { search: 'oak table' });
  await sql`update standing_searches set search_version = 0, anchors = '{//oak}', words = '''oak'' & ''tabl'''
    where id = ${id}`.execute(ctx.db);
  await sql`update listings set search_version = 0`.execute(ctx.db);
  await indexListings(ctx);
  await matchSearches(ctx);
  expect(await alertsOf(ctx, user)).toMatchObject({ notified: [], mailed: [] });
  await insertListing(ctx.db, sellerId, { title: 'Oaktable from Vermont' });
  await matchSearches(ctx);
  const { notified } = await alertsOf(ctx, user);
  expect(notified).toHaveLength(1);
});

it('a listing is indexed again after an older server changes its title', async () => {
  const id = await insertListing(ctx.db, sellerId, { title: 'Plain box' });
  await sql`update listings set title = 'Zither' where id = ${id}`.execute(ctx.db);
  await indexListings(ctx);
  expect(await found('zither')).toEqual(['Zither']);
});
