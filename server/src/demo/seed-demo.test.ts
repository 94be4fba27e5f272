import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import type { Session } from '../context.ts';
import type { AppContext } from '../app-context.ts';
import { createCaller } from '../router.ts';
import { createTestContext } from '../test/app-context.ts';
import { contextOfUser } from '../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { seedDemo } from './seed-demo.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  await seedDemo(ctx);
});
afterAll(() => database.close());

async function callerOf(email: string) {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'isAdmin'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const session: Session['user'] = { ...user, membershipTier: 'free' };
  return { id: user.id, caller: createCaller(contextOfUser(ctx, session)) };
}

it('fills the queue with reports that an admin can open', async () => {
  const { caller } = await callerOf('admin@example.com');
  const { items } = await caller.admin.reports({});
  expect(items.length).toBeGreaterThanOrEqual(4);
  expect(new Set(items.map(({ targetType }) => targetType)).size).toBe(4);
  for (const { id } of items) {
    const { reports } = await caller.admin.report({ caseId: id });
    expect(reports.length).toBeGreaterThan(0);
  }
});

it.each(['admin@example.com', 'seller01@example.com', 'buyer01@example.org'])(
  'gives %s unread messages, and counts them',
  async (email) => {
    const { caller } = await callerOf(email);
    const { items } = await caller.messaging.conversations({});
    const unread = items.reduce((sum, talk) => sum + talk.unread, 0);
    expect(unread).toBeGreaterThan(0);
    expect(await caller.messaging.unreadCount()).toEqual({ count: unread });
  },
);

it('adds meeting places in towns of the region', async () => {
  const { caller } = await callerOf('admin@example.com');
  const { items } = await caller.admin.safeSpots();
  expect(items.length).toBeGreaterThan(8);
  for (const { town } of items) expect(matchLocation(town)).toMatchObject({ town: { name: town } });
});

it('adds reserved and sold listings with their buyers', async () => {
  const { caller } = await callerOf('seller20@example.com');
  const { items, counts } = await caller.listings.mine({});
  expect(counts).toMatchObject({ reserved: 1, sold: 1, hidden: 0 });
  const dealsOf = (availability: string) =>
    items.filter((item) => item.availability === availability).map(({ deal }) => deal?.buyerName);
  expect([...dealsOf('reserved'), ...dealsOf('sold')]).toEqual([
    expect.stringMatching(/\w/),
    expect.stringMatching(/\w/),
  ]);
});

it('notifies sellers of their reviews, and marks these notifications as read', async () => {
  const { caller } = await callerOf('seller01@example.com');
  const { items } = await caller.notifications.list({});
  expect(items.map(({ type }) => type)).toContain('review');
  expect(items.every(({ readAt }) => readAt !== null)).toBe(true);
});

it('gives the admin listings, and sellers verified reviews and a reply time', async () => {
  const admin = await callerOf('admin@example.com');
  expect(await admin.caller.account.profile({ id: admin.id })).toMatchObject({
    town: 'Albany, NY',
    activeListings: 2,
  });
  const seller = await callerOf('seller01@example.com');
  const profile = await seller.caller.account.profile({ id: seller.id });
  expect(profile.verifiedReviews).toBeGreaterThan(0);
  expect(profile.replyTime).not.toBeNull();
});
