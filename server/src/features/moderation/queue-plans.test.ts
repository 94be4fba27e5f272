import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { DB } from '@marketplace/db/types.generated';
import { createTestContext } from '../../test/app-context.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import { moderationWorld } from './moderation.fixtures.ts';

const world = moderationWorld();

let sent: { sql: string; parameters: readonly unknown[] }[] = [];
let asAdmin: ReturnType<typeof adminOf>;

/** 500 open cases about listings of 100 sellers, with 20 reports each, and 100,000 decided cases. */
beforeAll(async () => {
  const { db, pool } = world.database;
  await sql`insert into users (email, username, standing)
    select 'q' || n || '@example.com', 'q' || n, n % 4 from generate_series(1, 120) n`.execute(db);
  await sql`insert into listings
      (seller_id, title, price)
    select (select id from users where username = 'q' || n % 100 + 1), 'Watch ' || n, 5
    from generate_series(1, 2000) n`.execute(db);
  await sql`insert into moderation_cases (target_type, target_id, reporter_count, created_at, last_report_at)
    select 'listing', id, 20, now() - n * interval '1 hour', now() - n * interval '1 minute'
    from (select id, row_number() over (order by id) as n from listings limit 500) l`.execute(db);
  await sql`insert into moderation_cases (target_type, target_id, owner_id, status, decision,
      decided_by, created_at, last_report_at, decided_at)
    select 'listing', l.id, l.seller_id, 'decided', 'dismiss', ${world.admin.id},
      now() - n * interval '1 hour', now() - n * interval '1 hour', now() - n * interval '20 seconds'
    from listings l cross join generate_series(1, 50) n`.execute(db);
  await sql`alter table reports disable trigger reports_rank`.execute(db);
  await sql`insert into reports (case_id, reporter_id, target_type, target_id, reason, comment, evidence)
    select c.id, u.id, c.target_type, c.target_id,
      (array['scam', 'spam', 'harassment', 'other'])[1 + (right(u.username, 1)::int) % 4],
      repeat('Not what it says. ', 10), jsonb_build_object('title', 'Watch', 'text', repeat('x', 500))
    from moderation_cases c
    cross join (select * from users where username like 'q%' order by id limit 20) u
    where c.status = 'open'`.execute(db);
  await sql`alter table reports enable trigger reports_rank`.execute(db);
  await sql`select rank_case(id) from moderation_cases where status = 'open'`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const watched = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void sent.push(query),
  });
  asAdmin = adminOf(createTestContext(world.database, { db: watched }), world.admin);
}, 120_000);

/** Returns the statements of a read, and their plans. */
async function watch<Answer>(read: () => Promise<Answer>) {
  sent = [];
  const answer = await read();
  const statements = sent.filter((one) => /^\s*(select|with) /.test(one.sql));
  const plans = [];
  for (const { sql: text, parameters } of statements) {
    const { rows } = await world.database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [
      ...parameters,
    ]);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return { answer, plans };
}

const scan = /Seq Scan on (moderation_cases|reports|listings)\b/;

it('reads a page by harm with five statements, by its index and without a sort', async () => {
  const { answer, plans } = await watch(() => asAdmin.reports({ order: 'harm' }));
  const next = await watch(() => asAdmin.reports({ order: 'harm', cursor: answer.nextCursor! }));
  for (const read of [plans, next.plans]) {
    expect(read).toHaveLength(5);
    expect(read[0]).toMatch(/Index Scan using moderation_cases_by_harm/);
    expect(read[0]).not.toContain('Sort Key: ((- c.harm))');
    for (const plan of read) expect(plan).not.toMatch(scan);
  }
  expect(next.plans[0]).toMatch(/Index Cond: \(ROW\(\(- harm\)/);
  expect(next.answer.items).toHaveLength(50);
});

it.each([
  ['reason', { reason: 'spam' }],
  ['age and claim', { overdue: true, claim: 'none' }],
  ['source', { source: 'automatic' }],
] as const)('filters by %s among open cases only', async (_name, filter) => {
  const { plans } = await watch(() => asAdmin.reports({ order: 'harm', ...filter }));
  for (const plan of plans) expect(plan).not.toMatch(scan);
});

it('counts and times the queue with two statements that read indexes', async () => {
  const { answer, plans } = await watch(() => asAdmin.queue());
  expect(answer).toMatchObject({ open: 500, people: 500, kinds: { listing: 500 } });
  expect(answer.medianMinutes).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(scan);
  expect(plans.join()).toMatch(/Index Only Scan using moderation_cases_decided/);
  const again = await watch(() => asAdmin.queue());
  expect(again.plans.join()).not.toContain('moderation_cases_decided');
});
