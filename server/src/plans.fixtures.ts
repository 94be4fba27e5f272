import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { mark } from '@marketplace/db/database';
import { seedSynthetic } from '@marketplace/db/synthetic/synthetic';
import type { DB } from '@marketplace/db/types.generated';
import { documentVersion } from '@marketplace/shared/search/document';
import { createTestAdmin } from './features/admin/admin.fixtures.ts';
import { type callerOf, insertListing } from './features/listings/listings.fixtures.ts';
import { createTestContext } from './test/app-context.ts';
import { createTestDatabase } from './test/database.ts';
import { createTestUser } from './test/users.ts';

/** How many listings and messages the database has when statements are explained. */
const total = 100_000;

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/**
 * Creates a database with many listings, users who call procedures, and a function that explains
 * the statements of calls.
 */
export async function createPlanWorld() {
  const database = await createTestDatabase();
  let sent: Statement[] = [];
  /** Returns a context that records every statement, with empty counters. */
  const watchedContext = () => {
    const db = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: database.pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
      log: ({ query }) => void sent.push(query),
    });
    return createTestContext(database, { db });
  };
  const explain = async (statement: string, parameters?: unknown[]) => {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(statement, parameters);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  await seedSynthetic(database.pool, { listings: total, onProgress: () => undefined });
  const user = await createTestUser(database.db);
  const ctx = watchedContext();
  const admin = await createTestAdmin(ctx);
  await insertListing(database.db, user.id, { title: 'Zither' });
  const anyone = await database.db.selectFrom('listings').select('sellerId').executeTakeFirst();
  for (let count = 0; count < 300; count += 1) {
    const mug = { title: 'Mug', category: 'books', isFeatured: true };
    await insertListing(database.db, user.id, mug);
  }
  // One long conversation brings the number of messages up to the total.
  const { id, buyerId } = await database.db
    .selectFrom('conversations')
    .select(['id', 'buyerId'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await sql`insert into messages (conversation_id, seq, sender_id, client_id, content, created_at)
    select ${id}, n, ${buyerId}, gen_random_uuid(), 'More', now() - n * interval '1 minute'
    from generate_series(5, ${total * 0.6}::int) n`.execute(database.db);
  await sql`insert into moderation_cases
      (target_type, target_id, status, decision, owner_id, decided_at, last_report_at)
    select 'listing', id, 'decided', 'dismiss', seller_id, created_at, created_at
    from listings limit ${total / 5}`.execute(database.db);
  // One user has as many saved searches as there are listings: for the words of titles, and one in
  // ten only for a category.
  await sql`insert into standing_searches
      (user_id, name, filter, frequency, category, words, towns, search_version, anchors)
    select ${user.id}, 'Search', jsonb_build_object('search', id), 'daily',
      case when n % 10 < 3 then category end,
      case when n % 10 > 0 then plainto_tsquery('simple', title) end,
      case when n % 3 = 0 then array[town] end, ${documentVersion},
      array[concat(case when n % 10 < 3 then category end, '/',
        case when n % 3 = 0 then case when n % 10 = 0 then '@' || town else county end end, '/',
        case when n % 10 > 0 then split_part(lower(title), ' ', 2) end)]
    from (select *, row_number() over () as n from listings) as listings`.execute(database.db);
  // One network has all users in it, as a campus may.
  await sql`insert into sign_ins (user_id, outcome, rough_network, mailbox_hash, network_hash,
      browser_hash, created_at)
    select u.id, 'signed-in', '203.0.x.x', uuid_send(u.id), int4send(1), uuid_send(u.id),
      now() - n * interval '1 day'
    from users u, generate_series(1, 1 + ${total}::int / (select count(*)::int from users)) n`.execute(
    database.db,
  );
  await sql`update listings set availability = 'reserved' where id::text < '03'`.execute(ctx.db);
  await sql`vacuum analyze`.execute(database.db);
  return {
    ...{ database, ctx, user, admin, sellerId: anyone?.sellerId ?? '', conversationId: id },
    watchedContext,
    /**
     * Returns the plans of all statements of `read`, and for prepared ones also the generic plan.
     */
    async plansOf(read: () => Promise<unknown>): Promise<string[]> {
      sent = [];
      await read();
      const queries = sent.filter(
        ({ sql }) => /^(select|with) /.test(sql) && !/set_config|pg_advisory_xact_lock/.test(sql),
      );
      return Promise.all(
        queries.flatMap(({ sql, parameters }) => {
          // The mark is removed, because a statement that is planned once would return its first
          // plan again.
          const text = sql.replace(mark, '');
          const plan = explain(`explain ${text}`, [...parameters]);
          return text === sql ? [plan] : [plan, explain(`explain (generic_plan) ${text}`)];
        }),
      );
    },
  };
}

type ListInput = NonNullable<Parameters<ReturnType<typeof callerOf>['list']>[0]>;

const fairFood = { category: 'food', condition: 'fair' } as const;

/** Filters of lists by name. */
export const filters: [string, ListInput][] = [
  ['nothing', {}],
  ['a category', { category: 'books' }],
  ['a condition', { condition: 'poor' }],
  ['a town', { location: 'Troy' }],
  ['a county', { location: 'Greene County' }],
  ['a narrow range of prices', { minPrice: '10', maxPrice: '10.50' }],
  ['a wide range of prices', { minPrice: '1' }],
  ['a price that nothing has', { minPrice: '5000' }],
  ['featured', { featured: true }],
  ['category, condition and town', { ...fairFood, location: 'Troy' }],
  ['all at once', { ...fairFood, location: 'Greene County', minPrice: '9', featured: true }],
  ['around a town', { near: 'Troy', within: 5 }],
  ['far around a town, of a category', { near: 'Hudson', within: 50, category: 'food' }],
  ['along a way', { from: 'Troy', to: 'Saratoga Springs', within: 3 }],
  ['along a way, of a condition', { from: 'Hague', to: 'Troy', within: 10, condition: 'fair' }],
  ['a common word around a town', { search: 'pickup', near: 'Troy', within: 10 }],
  ['a rarer word along a way', { search: 'kiln', from: 'Troy', to: 'Hudson', within: 5 }],
  ['a common word', { search: 'pickup' }],
  ['a common word in a town', { search: 'pickup', location: 'Troy' }],
  ['two common words', { search: 'pickup cash' }],
  ['a rarer word', { search: 'kiln' }],
  ['a word that one listing has', { search: 'zither' }],
  ['a word that none has', { search: 'qwertyuiop' }],
  ['a misspelt word', { search: 'bycicle' }],
  ['a beginning', { search: 'bic' }],
  ['a short beginning', { search: 'pi' }],
  ['reserved ones', { availability: 'reserved' }],
  ['reserved ones too', { availability: 'all' }],
];

export const sorts: [string, ListInput][] = [
  ['the usual order', {}],
  ['newest first', { sort: 'newest' }],
  ['by price upwards', { sort: 'price-asc' }],
  ['by price downwards', { sort: 'price-desc' }],
  ['nearest first', { sort: 'nearest', near: 'Troy' }],
];

/** Each filter in each order. */
export const lists = sorts.flatMap(([order, sort]) =>
  filters.map(([name, filter]) => [order, name, { ...filter, ...sort }] as const),
);
