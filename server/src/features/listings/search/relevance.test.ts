import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../app-context.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf } from '../listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  const { id } = await createTestUser(ctx.db);
  // 'alder' is in every third listing, 'birch' in 2.8 % of them, and 'cedar' in every 400th.
  await sql`
    insert into listings (seller_id, title, description, price, condition, created_at)
    select ${id}, concat_ws(' ', 'Thing', case when i % 5 = 0 then birch end),
      concat_ws(' ', case when i % 3 = 0 then 'alder' end, birch, case when i % 400 = 0 then 'cedar' end),
      i % 1000, case when i % 100 = 0 then 'poor' else 'good' end, now() - i * interval '11 minutes'
    from generate_series(1, 40000) i,
      lateral (select case when i % 36 = 0 then 'birch' end as birch) word`.execute(ctx.db);
  await sql`analyze listings`.execute(ctx.db);
}, 60_000);
afterAll(() => database.close());

type ListInput = NonNullable<Parameters<ReturnType<typeof callerOf>['list']>[0]>;

async function walk(input: ListInput): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await callerOf(ctx).list({ ...input, cursor, limit: 100 });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

it.each<[how: string, search: string, filter: ListInput, blockSize?: number]>([
  ['week by week', 'birch', {}],
  ['week by week, in vain', 'birch', { condition: 'poor' }],
  ['week by week, in vain, by price', 'birch', { minPrice: '990' }],
  ['among the newest, in vain', 'alder', { condition: 'poor' }],
  ['among the newest, in vain, by price', 'alder', { minPrice: '990' }],
  ['all at once', 'cedar', {}, 1_000],
])(
  'ranks the newest of many matches, found %s: %s %j',
  async (...[, search, filter, size = 72]) => {
    const { condition = null, minPrice = 0 } = filter;
    const { rows } = await sql<{ ids: string[] }>`
    with matching as (
      select id, created_at, ts_rank('{0.01, 0.1, 0.4, 1}', search, query) as rank,
        (row_number() over (order by created_at desc) - 1) / ${size}::int as block
      from listings, plainto_tsquery('simple', ${search}) as query
      where search @@ query and price >= ${minPrice} and condition = coalesce(${condition}, condition)
    )
    select array_agg(id order by block, rank desc, created_at desc) as ids from matching`.execute(
      ctx.db,
    );
    expect(rows[0]?.ids.length).toBeGreaterThan(5);
    expect(await walk({ search, ...filter })).toEqual(rows[0]?.ids);
  },
);
