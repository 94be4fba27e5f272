import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { mark } from '@marketplace/db/database';
import { seedSynthetic } from '@marketplace/db/synthetic/synthetic';
import type { DB } from '@marketplace/db/types.generated';
import { documentVersion } from '@marketplace/shared/search/document';
import { createTestAdmin } from './features/admin/admin.fixtures.ts';
import { insertListing } from './features/listings/listings.fixtures.ts';
import { createTestContext } from './test/app-context.ts';
import { createTestDatabase } from './test/database.ts';
import { createTestUser } from './test/users.ts';

/** Whatever a procedure asks of the database is explained at this many listings and messages. */
const total = 100_000;

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** A database of many listings, people to ask it, and the plans of what they ask. */
export async function createPlanWorld() {
  const database = await createTestDatabase();
  let sent: Statement[] = [];
  /** A context that notes every statement, with nothing counted yet. */
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
  // Besides the messages of the listings, one long conversation up to the same number.
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
  // As many saved searches, of one person: for the words of titles, one in ten for a category alone.
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
  await sql`update listings set availability = 'reserved' where id::text < '03'`.execute(ctx.db);
  await sql`vacuum analyze`.execute(database.db);
  return {
    ...{ database, ctx, user, admin, sellerId: anyone?.sellerId ?? '', conversationId: id },
    watchedContext,
    /** The plans of all that `read` asks; of prepared statements also the one that serves any values. */
    async plansOf(read: () => Promise<unknown>): Promise<string[]> {
      sent = [];
      await read();
      const queries = sent.filter(
        ({ sql }) => /^(select|with) /.test(sql) && !/set_config|pg_advisory_xact_lock/.test(sql),
      );
      return Promise.all(
        queries.flatMap(({ sql, parameters }) => {
          // Without the mark, as a statement that is planned once gives its first plan again.
          const text = sql.replace(mark, '');
          const plan = explain(`explain ${text}`, [...parameters]);
          return text === sql ? [plan] : [plan, explain(`explain (generic_plan) ${text}`)];
        }),
      );
    },
  };
}
