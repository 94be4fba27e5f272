import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DB } from '@marketplace/db/types.generated';
import { seedSynthetic } from '@marketplace/db/synthetic/synthetic';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';

/** Whatever a procedure asks of the database is explained at this many listings. */
const total = 100_000;

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

let database: TestDatabase;
let ctx: AppContext;
let sent: Statement[] = [];
let user: Session['user'];
let admin: Session['user'];
let sellerId = '';
let folded = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedSynthetic(database.pool, { listings: total, onProgress: () => undefined });
  user = await createTestUser(database.db);
  admin = await createTestUser(database.db, { isAdmin: true });
  await insertListing(database.db, user.id, { title: 'Zither' });
  const anyone = await database.db.selectFrom('listings').select('sellerId').executeTakeFirst();
  sellerId = anyone?.sellerId ?? '';
  for (let count = 0; count < 300; count += 1) {
    await insertListing(database.db, user.id, {
      title: 'Mug',
      category: 'books',
      isFeatured: true,
    });
  }
  await sql`vacuum analyze listings`.execute(database.db);
  ctx = watchedContext();
}, 120_000);
afterAll(() => database.close());

/** AppContext that note every statement, with nothing counted yet. */
function watchedContext(): AppContext {
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void sent.push(query),
  });
  return createTestContext(database, { db });
}

/** The plans of all that `read` asks of the listings. */
async function plansOf(read: () => Promise<unknown>): Promise<string[]> {
  sent = [];
  await read();
  const queries = sent.filter((query) => /^(select|with) .*"listings"/s.test(query.sql));
  return Promise.all(
    queries.map(async (query) => {
      const plan = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${query.sql}`, [
        ...query.parameters,
      ]);
      return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
}

const scan = /Seq Scan on listings\b/;

async function expectNoScan(read: () => Promise<unknown>): Promise<void> {
  const plans = await plansOf(read);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(scan);
}

type ListInput = NonNullable<Parameters<ReturnType<typeof callerOf>['list']>[0]>;

const filters: [string, ListInput][] = [
  ['nothing', {}],
  ['a category', { category: 'books' }],
  ['a condition', { condition: 'poor' }],
  ['a town', { location: 'Troy' }],
  ['a county', { location: 'Greene County' }],
  ['a narrow range of prices', { minPrice: '10', maxPrice: '10.50' }],
  ['a wide range of prices', { minPrice: '1' }],
  ['a price that nothing has', { minPrice: '5000' }],
  ['featured', { featured: true }],
  ['category, condition and town', { category: 'food', condition: 'fair', location: 'Troy' }],
  [
    'all at once',
    {
      category: 'food',
      condition: 'fair',
      location: 'Greene County',
      minPrice: '9',
      featured: true,
    },
  ],
  ['a common word', { search: 'pickup' }],
  ['a common word in a town', { search: 'pickup', location: 'Troy' }],
  ['two common words', { search: 'pickup cash' }],
  ['a rarer word', { search: 'kiln' }],
  ['a word that one listing has', { search: 'zither' }],
  ['a word that none has', { search: 'qwertyuiop' }],
  ['a misspelt word', { search: 'bycicle' }],
  ['a beginning', { search: 'bic' }],
  ['a short beginning', { search: 'pi' }],
];

const sorts: [string, ListInput][] = [
  ['the usual order', {}],
  ['newest first', { sort: 'newest' }],
  ['by price upwards', { sort: 'price-asc' }],
  ['by price downwards', { sort: 'price-desc' }],
  ['nearest first', { sort: 'nearest', near: 'Troy' }],
];

const lists = sorts.flatMap(([order, sort]) =>
  filters.map(([name, filter]) => [order, name, { ...filter, ...sort }] as const),
);

describe('no query of the app scans the listings', () => {
  it.each(lists)(
    '%s: %s, two pages, for anybody and for an admin',
    async (_order, _name, input) => {
      for (const caller of [callerOf(ctx), callerOf(ctx, admin)]) {
        await expectNoScan(async () => {
          const { nextCursor } = await caller.list({ ...input, limit: 5 });
          if (nextCursor) await caller.list({ ...input, limit: 5, cursor: nextCursor });
        });
      }
    },
  );

  it.each(filters)('folded: %s, two pages that begin with a burst', async (_name, filter) => {
    const input = { ...filter, fold: true, limit: 5 };
    await expectNoScan(async () => {
      const { items, nextCursor } = await callerOf(ctx).list(input);
      if (nextCursor) await callerOf(ctx).list({ ...input, cursor: nextCursor });
      if (!filter.search) folded += items.filter((item) => item.moreFromSeller).length;
    });
  });

  it('folds in some of these lists', () => {
    expect(folded).toBeGreaterThan(0);
  });

  it('the featured row', async () => {
    await expectNoScan(() => callerOf(watchedContext()).featured());
  });

  it.each(filters)('the counts of options: %s', async (_name, filter) => {
    await expectNoScan(() => callerOf(watchedContext()).facets(filter));
  });

  it('the counts of counties and towns', async () => {
    await expectNoScan(() => callerOf(watchedContext()).places());
  });

  it("a seller's listings", async () => {
    for (const caller of [callerOf(ctx), callerOf(ctx, admin)]) {
      for (const [, sort] of sorts) await expectNoScan(() => caller.list({ ...sort, sellerId }));
      await expectNoScan(() => caller.list({ sellerId, search: 'pickup' }));
    }
    await expectNoScan(() => callerOf(watchedContext()).facets({ sellerId }));
  });

  it("one's own listings, and a single one", async () => {
    const mine = callerOf(ctx, { ...user, id: sellerId });
    await expectNoScan(async () => {
      const { nextCursor } = await mine.mine({ limit: 2 });
      await mine.mine({ limit: 2, cursor: nextCursor ?? undefined });
    });
    const id = await insertListing(database.db, sellerId);
    for (const one of [undefined, user, admin]) {
      await expectNoScan(() => callerOf(ctx, one).byId({ id }));
    }
  });

  it.each(['food', 'books'])('what is suggested for one of %s that is gone', async (category) => {
    const id = await insertListing(database.db, user.id, { category });
    await callerOf(ctx, user).remove({ id });
    await expectNoScan(async () => {
      const { listings, ...found } = await callerOf(watchedContext()).missing({ id });
      expect({ ...found, count: listings.length }).toMatchObject({ category, count: 4 });
    });
    const unknown = '00000000-0000-4000-8000-000000000000';
    await expectNoScan(() => callerOf(watchedContext()).missing({ id: unknown }));
  });

  it('would be seen if one did', async () => {
    const plans = await plansOf(() =>
      ctx.db.selectFrom('listings').select('id').orderBy('updatedAt').limit(5).execute(),
    );
    expect(plans).toEqual([expect.stringMatching(scan)]);
  });
});
