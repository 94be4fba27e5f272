import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DB } from '@marketplace/db/types.generated';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { readFeed } from '../../realtime/feed.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  createRecordingHub,
  createTestContext,
  type RecordingHub,
} from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import {
  createTestConversation,
  createTestListing,
  draft,
  findWrongCounters,
  messagingOf,
} from '../messaging/messaging.fixtures.ts';
import { adminOf, createTestAdmin } from '../admin/admin.fixtures.ts';

let database: TestDatabase;
let hub: RecordingHub;
let ctx: AppContext;
let admin: Session['user'];
let statements = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  hub = createRecordingHub();
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: () => void (statements += 1),
  });
  ctx = createTestContext(database, { hub, db });
  admin = await createTestAdmin(ctx);
});
afterAll(() => database.close());

const statementsOf = async (act: () => Promise<unknown>) => {
  statements = 0;
  await act();
  return statements;
};

it('updates the open pages of counterparts when a user is deactivated or reactivated', async () => {
  const { id, buyer, seller } = await createTestConversation(ctx);
  await messagingOf(ctx, seller).send({ conversationId: id, ...draft('Hello') });
  for (const [act, readOnly] of [
    ['deactivate', true],
    ['reactivate', false],
  ] as const) {
    hub.woken.length = 0;
    await adminOf(ctx, admin)[act]({ id: seller.id });
    expect(hub.woken).toEqual([buyer.id]);
    const last = (await readFeed(ctx.db, buyer.id, 0)).at(-1);
    expect(last?.event).toEqual({ type: 'conversation', conversationId: id, unread: 1 });
    const { items } = await messagingOf(ctx, buyer).conversations({});
    expect(items).toMatchObject([{ id, readOnly, unread: 1 }]);
  }
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});

it('sends no event to people who block the deactivated user', async () => {
  const { buyer, seller } = await createTestConversation(ctx);
  await messagingOf(ctx, buyer).block({ userId: seller.id });
  hub.woken.length = 0;
  await adminOf(ctx, admin).deactivate({ id: seller.id });
  expect(hub.woken).toEqual([]);
});

it('deactivates a user with 10,000 conversations in as many statements as one with one', async () => {
  const { seller } = await createTestConversation(ctx);
  const few = await statementsOf(() => adminOf(ctx, admin).deactivate({ id: seller.id }));
  const known = await createTestUser(ctx.db);
  const listingId = await createTestListing(ctx.db, known.id);
  await sql`
    with people as (
      insert into users (email, username)
      select 'many-' || n || '@example.com', 'many-' || n from generate_series(1, 10000) n
      returning id
    ), made as (
      insert into feeds (user_id) select id from people
    ), talks as (
      insert into conversations (listing_id, listing_title, buyer_id, seller_id)
      select ${listingId}, 'Oak table', id, ${known.id} from people
      returning id, buyer_id
    )
    insert into conversation_participants (conversation_id, user_id, other_id)
    select id, buyer_id, ${known.id}::uuid from talks
    union all select id, ${known.id}::uuid, buyer_id from talks`.execute(ctx.db);
  await sql`analyze`.execute(ctx.db);
  hub.woken.length = 0;
  const many = await statementsOf(() => adminOf(ctx, admin).deactivate({ id: known.id }));
  expect(many).toBe(few);
  expect(new Set(hub.woken).size).toBe(10_000);
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});
