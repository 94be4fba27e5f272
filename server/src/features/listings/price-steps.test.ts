import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import { dealsOf } from '../deals/deals.fixtures.ts';
import { notifyPriceDrop } from '../favorites/price-drops.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { listNotifications } from '../notifications/notifications.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';
import { lowerPrices } from './price-steps.ts';

const ctx = messagingContext();
let seller: Session['user'];
let id: string;

const steps = { percent: 10, days: 7, floor: '80' } as const;

beforeEach(async () => {
  seller = await createTestUser(ctx.db);
  id = await insertListing(ctx.db, seller.id, { price: '105.00' });
});

const lower = () => Promise.all([lowerPrices(ctx), lowerPrices(ctx)]);
const priceNow = async () => (await callerOf(ctx, seller).byId({ id })).price;

async function letDaysPass(days: number) {
  await sql`update listings set step_at = step_at - make_interval(days => ${days})
    where id = ${id}`.execute(ctx.db);
}

const planOf = async () => {
  const { items } = await callerOf(ctx, seller).mine({});
  return items[0]?.priceSteps ?? null;
};

it('lowers the price every so many days, down to the floor, and no further', async () => {
  await callerOf(ctx, seller).setPriceSteps({ id, steps });
  expect(await planOf()).toMatchObject({ percent: 10, days: 7, floor: '80.00' });
  await lower();
  expect(await priceNow()).toBe('105.00');
  const prices = [];
  for (let week = 0; week < 5; week++) {
    await letDaysPass(7);
    await lower();
    prices.push(await priceNow());
  }
  expect(prices).toEqual(['95.00', '86.00', '80.00', '80.00', '80.00']);
  expect(await planOf()).toBeNull();
});

it('notifies who saved the listing', async () => {
  const fan = await createTestUser(ctx.db);
  await ctx.db.insertInto('favorites').values({ userId: fan.id, listingId: id }).execute();
  await callerOf(ctx, seller).setPriceSteps({ id, steps });
  await letDaysPass(7);
  await lower();
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs where key = ${`price-drop:${id}`}`.execute(
    ctx.db,
  );
  expect(rows).toHaveLength(1);
  await notifyPriceDrop(ctx, rows[0]?.payload);
  const { items } = await listNotifications(ctx.db, fan.id, { limit: 5 });
  expect(items.map(({ body }) => body)).toEqual(['Now $95, was $105.']);
});

it('waits while the listing is not for sale, and never raises a price', async () => {
  await callerOf(ctx, seller).setPriceSteps({ id, steps });
  await letDaysPass(7);
  await dealsOf(ctx, seller).markSold({ listingId: id });
  await lower();
  await dealsOf(ctx, seller).undoSold({ listingId: id });
  expect(await priceNow()).toBe('105.00');
  await callerOf(ctx, seller).update({ id, title: 'Plain chair', price: '50' });
  await lower();
  expect(await priceNow()).toBe('50.00');
  expect(await planOf()).toBeNull();
});

it('refuses a floor that is not below the price, and listings without a price to lower', async () => {
  const set = (listingId: string, floor: string, user = seller) =>
    callerOf(ctx, user).setPriceSteps({ id: listingId, steps: { ...steps, floor } });
  await expect(set(id, '105')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The lowest price must be below $105.00.',
  });
  const wanted = await insertListing(ctx.db, seller.id, { kind: 'wanted', price: '50' });
  await expect(set(wanted, '10')).rejects.toMatchObject({ code: 'CONFLICT' });
  const other = await createTestUser(ctx.db);
  await expect(set(id, '10', other)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await callerOf(ctx, seller).end({ id });
  await expect(set(id, '10')).rejects.toMatchObject({ code: 'CONFLICT' });
  await callerOf(ctx, seller).setPriceSteps({ id, steps: null });
});
