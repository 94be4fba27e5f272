import { sql } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '../../context.ts';
import { createCaller } from '../../router.ts';
import { createRecordingHub } from '../../test/app-context.ts';
import { contextOfUser } from '../../test/context.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestUser } from '../../test/users.ts';
import { insertListing, insertSale } from '../listings/listings.fixtures.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { countAlerts, insertSearch } from '../searches/alerts.fixtures.ts';
import { matchSearches } from '../searches/alerts.ts';
import { notifyPriceDrop } from './price-drops.ts';

const ctx = messagingContext();
let seller: Session['user'];
let fan: Session['user'];
let listingId: string;

beforeEach(async () => {
  seller = await createTestUser(ctx.db);
  fan = await createTestUser(ctx.db);
  listingId = await insertListing(ctx.db, seller.id, { title: 'Desk', price: '50.00' });
  await as(fan).favorites.add({ listingId });
});

const as = (user: Session['user']) => createCaller(contextOfUser(ctx, user));
const reprice = (price: string) =>
  as(seller).listings.update({ id: listingId, title: 'Desk', price });

/** Processes the queued price drops, as a worker does. */
async function work(): Promise<void> {
  for (const payload of await waiting()) await notifyPriceDrop(ctx, payload);
}

/** Removes the price drops from the queue and returns their payloads. */
async function waiting(): Promise<unknown[]> {
  const { rows } = await sql<{ id: string; payload: unknown }>`
    select id, payload from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks
      where identifier = 'notifyPriceDrop')`.execute(ctx.db);
  await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(
    ctx.db,
  );
  return rows.map(({ payload }) => payload);
}

const dropsOf = async (user: Session['user']) =>
  (await as(user).notifications.list({})).items.filter(({ type }) => type === 'price-drop');
const letADayPass = () =>
  sql`update favorites set notified_at = notified_at - interval '25 hours'`.execute(ctx.db);

it('notifies users who saved the listing, at most once a day, of the current price', async () => {
  await reprice('45');
  await work();
  expect(await dropsOf(fan)).toMatchObject([
    {
      title: 'Price drop: Desk',
      body: 'Now $45, was $50.',
      path: `/listings/${listingId}`,
      count: 1,
    },
  ]);
  await reprice('40');
  await work();
  expect(await dropsOf(fan)).toMatchObject([{ body: 'Now $45, was $50.', count: 1 }]);
  await letADayPass();
  await reprice('35');
  await reprice('30');
  expect(await waiting().then((jobs) => jobs.length)).toBe(1);
  await notifyPriceDrop(ctx, { listingId, at: new Date().toISOString() });
  expect(await dropsOf(fan)).toMatchObject([{ body: 'Now $30, was $35.', count: 2 }]);
  expect(await dropsOf(seller)).toEqual([]);
});

it.each([
  ['first', [work, () => matchSearches(ctx)]],
  ['last', [() => matchSearches(ctx), work]],
])(
  'notifies once if a saved search finds the drop too, and the drop is processed %s',
  async (_, steps) => {
    await insertSearch(ctx, { search: 'desk', maxPrice: '45' }, { user: fan });
    const { user: other } = await insertSearch(ctx, { search: 'desk', maxPrice: '45' });
    await reprice('45');
    for (const step of steps) await step();
    const { items } = await as(fan).notifications.list({});
    expect(items).toMatchObject([{ count: 1 }]);
    expect(await countAlerts(ctx, other)).toBe(1);
    // The search sends its email all the same, since the fan has no page open.
    expect(await queuedMails(ctx, fan.email)).toHaveLength(1);
  },
);

it('notifies once if a saved search finds the drop at the same moment', async () => {
  const other = { ...ctx, hub: createRecordingHub() };
  for (let round = 0; round < 20; round += 1) {
    const user = await createTestUser(ctx.db);
    const desk = { title: `Desk ${round}`, price: '50.00' };
    listingId = await insertListing(ctx.db, seller.id, desk);
    await as(user).favorites.add({ listingId });
    await insertSearch(ctx, { search: desk.title, maxPrice: '45' }, { user });
    await as(seller).listings.update({ id: listingId, title: desk.title, price: '45' });
    const [payload] = await waiting();
    // The locked feed makes both jobs find the user before either can notify them.
    const blocker = await ctx.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from feeds where user_id = $1 for update', [user.id]);
    const jobs = [() => matchSearches(other), () => notifyPriceDrop(ctx, payload)];
    const running = [];
    for (const job of round % 2 ? jobs : jobs.toReversed()) {
      running.push(job());
      await waitForLocks(running.length);
    }
    await blocker.query('commit');
    blocker.release();
    await Promise.all(running);
    const { items } = await as(user).notifications.list({});
    expect(items).toMatchObject([{ count: 1 }]);
  }
});

/** Resolves when `count` statements wait for a lock. */
async function waitForLocks(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
    expect(rows).toHaveLength(count);
  }, 10_000);
}

it('notifies each of many users once, however many workers run the task', async () => {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into users (email, username)
      select name || '@example.com', name from (
        select 'many-' || n || '-' || ${seller.id.slice(0, 8)}::text as name
        from generate_series(1, 1200) n
      ) names returning id
    ), with_feeds as (insert into feeds (user_id) select id from made)
    insert into favorites (user_id, listing_id) select id, ${listingId} from made
    returning user_id as id`.execute(ctx.db);
  await reprice('40');
  const [payload] = await waiting();
  await Promise.all([1, 2, 3].map(() => notifyPriceDrop(ctx, payload)));
  const { rows: told } = await sql<{ count: number; people: number }>`
    select sum(count)::int as count, count(distinct user_id)::int as people from notifications
    where type = 'price-drop' and data ->> 'listingId' = ${listingId}`.execute(ctx.db);
  expect(told).toEqual([{ count: rows.length + 1, people: rows.length + 1 }]);
});

it('notifies nobody if the price rises, stays the same, or goes back up', async () => {
  await reprice('60');
  await reprice('60');
  expect(await waiting()).toEqual([]);
  await reprice('55');
  await reprice('70');
  await work();
  expect(await dropsOf(fan)).toEqual([]);
});

it('notifies nobody of a hidden or sold listing, or who saved it at the new price', async () => {
  const late = await createTestUser(ctx.db);
  await reprice('45');
  await ctx.db
    .updateTable('listings')
    .set({ isActive: false })
    .where('id', '=', listingId)
    .execute();
  const [payload] = await waiting();
  await notifyPriceDrop(ctx, payload);
  await ctx.db
    .updateTable('listings')
    .set({ isActive: true })
    .where('id', '=', listingId)
    .execute();
  await as(late).favorites.add({ listingId });
  await sql`update favorites set created_at = now() + interval '1 second'
    where user_id = ${late.id}`.execute(ctx.db);
  await notifyPriceDrop(ctx, payload);
  expect(await dropsOf(late)).toEqual([]);
  expect(await dropsOf(fan)).toHaveLength(1);
  await letADayPass();
  await insertSale(ctx.db, listingId);
  await notifyPriceDrop(ctx, payload);
  expect(await dropsOf(fan)).toMatchObject([{ count: 1 }]);
});

it('skips users who block the seller, are blocked, or are deactivated', async () => {
  const [blocking, blocked, deactivated] = [
    await createTestUser(ctx.db),
    await createTestUser(ctx.db),
    await createTestUser(ctx.db),
  ];
  for (const user of [blocking, blocked, deactivated]) await as(user).favorites.add({ listingId });
  await as(blocking).messaging.block({ userId: seller.id });
  await as(seller).messaging.block({ userId: blocked.id });
  await ctx.db
    .updateTable('users')
    .set({ deactivatedAt: new Date() })
    .where('id', '=', deactivated.id)
    .execute();
  await reprice('45');
  await work();
  for (const user of [blocking, blocked, deactivated]) expect(await dropsOf(user)).toEqual([]);
  expect(await dropsOf(fan)).toHaveLength(1);
});

it('skips a user who deleted the account, whose favorites are gone', async () => {
  await reprice('45');
  await as(fan).account.deleteAccount({ email: fan.email });
  const saved = ctx.db.selectFrom('favorites').where('userId', '=', fan.id);
  expect(await saved.select('listingId').execute()).toEqual([]);
  await work();
});
