import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestConversation, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { notificationsOf, reviewOf, notifyUser } from './notifications.fixtures.ts';
import { sweepNotifications } from './notifications.ts';

let database: TestDatabase;
let ctx: AppContext;
let user: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  user = await createTestUser(ctx.db);
});

const listOf = async (reader = user): Promise<NotificationView[]> =>
  (await notificationsOf(ctx, reader).list({})).items;
const unreadOf = async (reader = user) => (await notificationsOf(ctx, reader).unreadCount()).count;

/** Creates notifications in separate groups. */
async function notifyMany(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await notifyUser(ctx, user.id, { ...reviewOf(user.id, `No. ${n}`), groupKey: `${n}` });
  }
}

/** Returns the notification events in the user's feed. */
async function eventsOf({ id }: { id: string }) {
  const events = await ctx.db
    .selectFrom('feedEvents')
    .select('data')
    .where('userId', '=', id)
    .where('type', '=', 'notification')
    .orderBy('seq')
    .execute();
  return events.map(({ data }) => data as { notification: unknown; unreadNotifications: number });
}

describe('the list', () => {
  it('shows the newest first, with title and path', async () => {
    await notifyUser(ctx, user.id);
    const report = { about: 'a listing', outcome: 'acted' } as const;
    await notifyUser(ctx, user.id, { type: 'report', data: report, groupKey: 'report' });
    const shared = { count: 1, readAt: null };
    expect(await listOf()).toMatchObject([
      { ...shared, type: 'report', title: 'We reviewed your report', path: null },
      { ...shared, type: 'review', title: 'Ann rated you', path: `/users/${user.id}` },
    ]);
    expect(await unreadOf()).toBe(2);
  });

  it('pages by keyset: a new entry between two pages neither repeats nor hides an entry', async () => {
    await notifyMany(5);
    // With equal times, the order depends on the ids.
    await sql`update notifications set created_at = '2026-01-01'
      where user_id = ${user.id}`.execute(ctx.db);
    const whole = await listOf();
    const notifications = notificationsOf(ctx, user);
    const first = await notifications.list({ limit: 2 });
    await notifyUser(ctx, user.id);
    const seen = [...first.items];
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = await notifications.list({ cursor, limit: 2 });
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(whole);
  });

  it('refuses an invalid cursor', async () => {
    const refused = { code: 'BAD_REQUEST' };
    await expect(notificationsOf(ctx, user).list({ cursor: 'x' })).rejects.toMatchObject(refused);
  });

  it('shows only the notifications of the user', async () => {
    await notifyUser(ctx, user.id);
    const other = await createTestUser(ctx.db);
    expect(await listOf(other)).toEqual([]);
    expect(await unreadOf(other)).toBe(0);
  });
});

describe('notifications of one group', () => {
  it('become one entry on top that counts them and shows the newest', async () => {
    await notifyUser(ctx, user.id);
    await notifyUser(ctx, user.id, { ...reviewOf(user.id, 'Cid'), groupKey: 'other' });
    await notifyUser(ctx, user.id, { ...reviewOf(user.id, 'Bob'), groupKey: `review:${user.id}` });
    const titles = (await listOf()).map(({ title, count }) => ({ title, count }));
    expect(titles).toEqual([
      { title: 'Bob and 1 more rated you', count: 2 },
      { title: 'Cid rated you', count: 1 },
    ]);
    expect(await unreadOf()).toBe(2);
  });

  it('start a new entry after they were read', async () => {
    await notifyUser(ctx, user.id);
    await notificationsOf(ctx, user).markRead({});
    await notifyUser(ctx, user.id);
    expect((await listOf()).map(({ count, readAt }) => [count, readAt !== null])).toEqual([
      [1, false],
      [1, true],
    ]);
  });

  it('stay one entry when they race, and each event has its own count', async () => {
    await Promise.all(Array.from({ length: 20 }, () => notifyUser(ctx, user.id)));
    expect(await listOf()).toMatchObject([{ count: 20 }]);
    const counts = (await eventsOf(user)).map(({ notification, unreadNotifications }) => [
      (notification as NotificationView).count,
      unreadNotifications,
    ]);
    expect(counts).toEqual(Array.from({ length: 20 }, (_, n) => [n + 1, 1]));
  });
});

describe('marking as read', () => {
  it('marks the given ids, or all without ids', async () => {
    await notifyMany(4);
    const [newest, , third] = await listOf();
    const notifications = notificationsOf(ctx, user);
    expect(await notifications.markRead({ ids: [newest!.id, third!.id] })).toEqual({ count: 2 });
    expect((await listOf()).map(({ readAt }) => readAt === null)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(await notifications.markRead({})).toEqual({ count: 0 });
    expect((await eventsOf(user)).slice(-2)).toEqual([
      { notification: null, unreadNotifications: 2 },
      { notification: null, unreadNotifications: 0 },
    ]);
  });

  it("changes no other user's notifications, and sends no event if nothing changes", async () => {
    await notifyUser(ctx, user.id);
    const [entry] = await listOf();
    const other = await createTestUser(ctx.db);
    const ids = [entry!.id, randomUUID(), 'nonsense'];
    expect(await notificationsOf(ctx, other).markRead({ ids })).toEqual({ count: 0 });
    expect(await unreadOf()).toBe(1);
    await notificationsOf(ctx, user).markRead({ ids: [] });
    expect(await unreadOf()).toBe(1);
    expect(await eventsOf(other)).toEqual([]);
    expect(await eventsOf(user)).toHaveLength(1);
  });

  it('puts the right count into each event while new notifications arrive', async () => {
    const notifying = Array.from({ length: 24 }, (_, n) =>
      notifyUser(ctx, user.id, { ...reviewOf(user.id), groupKey: `${n}` }),
    );
    const reading = Array.from({ length: 12 }, () => notificationsOf(ctx, user).markRead({}));
    await Promise.all([...notifying, ...reading]);
    let unread = 0;
    for (const { notification, unreadNotifications } of await eventsOf(user)) {
      unread = notification === null ? 0 : unread + 1;
      expect(unreadNotifications).toBe(unread);
    }
    expect(await unreadOf()).toBe(unread);
  });
});

it('counts at most a hundred unread notifications', async () => {
  await sql`insert into notifications (user_id, type, data)
    select ${user.id}, 'review', '{}' from generate_series(1, 130)`.execute(ctx.db);
  expect(await unreadOf()).toBe(100);
});

it('does not notify a deleted user', async () => {
  await ctx.db.deleteFrom('feeds').where('userId', '=', user.id).execute();
  await notifyUser(ctx, user.id);
  expect(await listOf()).toEqual([]);
});

describe('messages', () => {
  it('are one entry for each conversation, until it is read', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    const [asBuyer, asSeller] = [messagingOf(ctx, buyer), messagingOf(ctx, seller)];
    const say = (text: string) => asBuyer.send({ conversationId: id, ...draft(text) });
    for (const text of ['One', 'Two']) await say(text);
    const entry = { type: 'message', body: 'Oak table', path: `/messages?c=${id}`, count: 1 };
    expect(await listOf(seller)).toMatchObject([{ ...entry, readAt: null }]);
    expect(await listOf(buyer)).toEqual([]);

    await asSeller.markRead({ conversationId: id, upToSeq: 1 });
    expect(await listOf(seller)).toMatchObject([{ readAt: null }]);
    await asSeller.markRead({ conversationId: id, upToSeq: 2 });
    expect(await listOf(seller)).toMatchObject([{ readAt: expect.any(String) }]);
    await say('Three');
    expect((await listOf(seller)).map(({ readAt }) => readAt === null)).toEqual([true, false]);
  });

  it('do not count as unread notifications', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hello') });
    expect(await unreadOf(seller)).toBe(0);
    expect(await eventsOf(seller)).toEqual([]);
    await notificationsOf(ctx, seller).markRead({});
    expect(await listOf(seller)).toMatchObject([{ readAt: expect.any(String) }]);
    expect(await messagingOf(ctx, seller).unreadCount()).toEqual({ count: 1 });
  });

  it('are left out while their sender is blocked', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hello') });
    const asSeller = messagingOf(ctx, seller);
    await asSeller.block({ userId: buyer.id });
    expect(await listOf(seller)).toEqual([]);
    await asSeller.unblock({ userId: buyer.id });
    expect(await listOf(seller)).toHaveLength(1);
  });
});

it('removes notifications older than 90 days, read or not', async () => {
  await notifyMany(4);
  const entries = await listOf();
  await notificationsOf(ctx, user).markRead({ ids: [entries[0]!.id, entries[2]!.id] });
  const age = async (days: number, at: number[]) => {
    const ids = at.map((n) => entries[n]!.id);
    await sql`update notifications set created_at = now() - make_interval(days => ${days})
      where id = any(${ids}::uuid[])`.execute(ctx.db);
  };
  await age(91, [2, 3]);
  await age(89, [0, 1]);
  await sweepNotifications(ctx.db);
  const left = (await listOf()).map(({ id }) => id).toSorted();
  expect(left).toEqual([entries[0]!.id, entries[1]!.id].toSorted());
});
