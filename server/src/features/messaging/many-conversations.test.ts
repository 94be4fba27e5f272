import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { mark } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import { messagingOf } from './messaging.fixtures.ts';
import { messagingContext } from './messaging-context.fixtures.ts';

const ctx = messagingContext();
let me: Session['user'];
let oldest = '';

/** Inserts 500 conversations of 200 messages each, with their messages interleaved. */
beforeAll(async () => {
  me = await createTestUser(ctx.db);
  await sql`
    with sellers as (
      insert into users (email, username)
      select 'seller-' || n || '@example.org', 'seller-' || n from generate_series(1, 500) n
      returning id, username
    ), goods as (
      insert into listings (seller_id, title, price) select id, 'Thing of ' || username, 5 from sellers
      returning id, seller_id, title
    ), talks as (
      insert into conversations (listing_id, listing_title, buyer_id, seller_id, last_seq)
      select id, title, ${me.id}, seller_id, 200 from goods returning id, buyer_id, seller_id
    )
    insert into conversation_participants (conversation_id, user_id, other_id, last_message_at, archived)
    select id, buyer_id, seller_id, now() - random() * interval '100 days', random() < 0.2 from talks
    union all select id, seller_id, buyer_id, now(), false from talks`.execute(ctx.db);
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from conversation_participants where user_id = ${me.id}
    order by last_message_at limit 1`.execute(ctx.db);
  oldest = rows[0]!.id;
  await sql`
    insert into messages (conversation_id, seq, sender_id, client_id, content)
    select c.id, n, c.seller_id, gen_random_uuid(),
      'Would you take forty dollars? I could come by today with cash, number ' || n
      || case when n = 3 and c.id = ${oldest} then ' and a zebra' else '' end
    from generate_series(1, 200) n cross join conversations c`.execute(ctx.db);
  await sql`vacuum analyze`.execute(ctx.db);
}, 60_000);

/** Returns the query plans of the statements that `read` sends. */
async function plansOf(read: (api: ReturnType<typeof messagingOf>) => Promise<unknown>) {
  const sent: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: ctx.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void sent.push(query),
  });
  await read(messagingOf({ ...ctx, db }, me));
  return Promise.all(
    sent.map(async (query) => {
      const { rows } = await ctx.pool.query<{ 'QUERY PLAN': string }>(
        `explain ${query.sql.replace(mark, '')}`,
        [...query.parameters],
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
}

it('reads the inbox in index order', async () => {
  const plans = await plansOf(async (api) => {
    const { nextCursor } = await api.conversations({});
    await api.conversations({ cursor: nextCursor ?? '' });
  });
  const lists = plans.filter((plan) => plan.startsWith('Limit'));
  expect(lists).toHaveLength(2);
  for (const plan of lists) {
    expect(plan).toMatch(/conversation_participants_listed on conversation_participants p/);
    expect(plan).not.toMatch(/Sort|Seq Scan on (conversation|messages)/);
  }
});

it('searches 20,000 messages per call, and finds a match in the last ones', async () => {
  const api = messagingOf(ctx, me);
  let cursor: string | null = null;
  const found: string[] = [];
  let calls = 0;
  do {
    const page = await api.search({ query: 'a ZEBRA', ...(cursor === null ? {} : { cursor }) });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    calls++;
  } while (cursor);
  expect(found).toEqual([oldest]);
  expect(calls).toBe((500 * 200) / 20_000);
  for (const plan of await plansOf((one) => one.search({ query: 'zebra' }))) {
    expect(plan).not.toMatch(/Seq Scan on messages/);
  }
});
