import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DB } from '@marketplace/db/types.generated';
import { seedSynthetic } from '@marketplace/db/synthetic/synthetic';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { adminOf, createTestAdmin } from './admin.fixtures.ts';

/** What the Admin Center asks of the database is explained at this many listings and messages. */
const total = 100_000;

let database: TestDatabase;
let ctx: AppContext;
let admin: Session['user'];
let sent: { sql: string; parameters: readonly unknown[] }[] = [];
let conversationId = '';

beforeAll(async () => {
  database = await createTestDatabase();
  await seedSynthetic(database.pool, { listings: total, onProgress: () => undefined });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void sent.push(query),
  });
  ctx = createTestContext(database, { db });
  admin = await createTestAdmin(ctx);
  // Besides the messages of the listings, one long conversation up to the same number.
  const { id, buyerId } = await ctx.db
    .selectFrom('conversations')
    .select(['id', 'buyerId'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  conversationId = id;
  await sql`insert into messages (conversation_id, seq, sender_id, client_id, content, created_at)
    select ${id}, n, ${buyerId}, gen_random_uuid(), 'More', now() - n * interval '1 minute'
    from generate_series(5, ${total * 0.6}::int) n`.execute(ctx.db);
  await sql`insert into moderation_cases
      (target_type, target_id, status, decision, owner_id, decided_at, last_report_at)
    select 'listing', id, 'decided', 'dismiss', seller_id, created_at, created_at
    from listings limit ${total / 5}`.execute(ctx.db);
  await sql`vacuum analyze`.execute(ctx.db);
}, 180_000);
afterAll(() => database.close());

async function plansOf(read: () => Promise<unknown>): Promise<string[]> {
  sent = [];
  await read();
  const queries = sent.filter(({ sql }) => /^(select|with) /.test(sql) && !/set_config/.test(sql));
  return Promise.all(
    queries.map(async (query) => {
      const plan = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${query.sql}`, [
        ...query.parameters,
      ]);
      return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
}

type Caller = ReturnType<typeof adminOf>;

const reads: [
  string,
  (caller: Caller, cursor?: string) => Promise<{ nextCursor: string | null }>,
][] = [
  ['users', (caller, cursor) => caller.users({ cursor })],
  ['users deactivated', (caller, cursor) => caller.users({ cursor, filter: 'deactivated' })],
  ['admins', (caller, cursor) => caller.users({ cursor, filter: 'admins' })],
  ['users found', (caller, cursor) => caller.users({ cursor, search: 'synthetic-1' })],
  ['one user found', (caller, cursor) => caller.users({ cursor, search: 'ter-zz' })],
  ['listings', (caller, cursor) => caller.listings({ cursor })],
  ['flagged', (caller, cursor) => caller.listings({ cursor, filter: 'flagged' })],
  ['reported', (caller, cursor) => caller.listings({ cursor, filter: 'reported' })],
  ['featured', (caller, cursor) => caller.listings({ cursor, filter: 'featured' })],
  ['listings found', (caller, cursor) => caller.listings({ cursor, search: 'kiln' })],
  [
    'flagged found',
    (caller, cursor) => caller.listings({ cursor, search: 'pickup', filter: 'flagged' }),
  ],
  ['messages', (caller, cursor) => caller.messages({ cursor })],
  ['read messages', (caller, cursor) => caller.messages({ cursor, filter: 'read' })],
  ['messages of many', (caller, cursor) => caller.messages({ cursor, search: 'synthetic' })],
  ['messages of some', (caller, cursor) => caller.messages({ cursor, search: 'synthetic-12' })],
  ['messages of one', (caller, cursor) => caller.messages({ cursor, conversationId })],
  ['conversations', (caller, cursor) => caller.conversations({ cursor })],
  ['conversations of many', (caller, cursor) => caller.conversations({ cursor, search: 'sam' })],
  [
    'conversations of some',
    (caller, cursor) => caller.conversations({ cursor, search: 'synthetic-12' }),
  ],
  ['decided reports', (caller, cursor) => caller.reports({ cursor, status: 'decided' })],
  ['the audit log', (caller, cursor) => caller.auditLog({ cursor })],
  ['its actions', (caller, cursor) => caller.auditLog({ cursor, action: 'user' })],
  ['its target', (caller, cursor) => caller.auditLog({ cursor, targetId: conversationId })],
];

/** Searches that let little through: the planner may rather read all, which takes some 20 to 90 ms. */
const mayScan = new Set(['flagged found', 'messages of some']);

describe('what the Admin Center asks scans no large table', () => {
  it.each(reads)('%s', async (name, read) => {
    const plans = await plansOf(async () => {
      const caller = adminOf(ctx, admin);
      const { nextCursor } = await read(caller);
      if (nextCursor) await read(caller, nextCursor);
    });
    expect(plans.length).toBeGreaterThan(0);
    if (mayScan.has(name)) return;
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on (listings|messages|moderation_cases)\b/);
    }
  });
});
