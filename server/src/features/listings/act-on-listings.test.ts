import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import { dealsOf } from '../deals/deals.fixtures.ts';
import { notifyPriceDrop } from '../favorites/price-drops.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { listNotifications } from '../notifications/notifications.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';

const ctx = messagingContext();
let seller: Session['user'];
beforeEach(async () => {
  seller = await createTestUser(ctx.db);
});

const caller = () => callerOf(ctx, seller);
const insert = (values: Parameters<typeof insertListing>[2] = {}) =>
  insertListing(ctx.db, seller.id, { price: '105.00', ...values });
const seen = async (id: string) => caller().byId({ id });

/** Acts on listings, at the prices that they have now unless given, and returns the results. */
async function act(what: 'renew' | 'end' | 'lower', ids: string[], price?: string) {
  const prices = await Promise.all(ids.map(async (id) => price ?? (await seen(id)).price));
  const listings = ids.map((id, index) => ({ id, price: prices[index] ?? '' }));
  const results = await caller().act({ act: what, listings });
  expect(results.map(({ id }) => id)).toEqual(ids);
  const tokens = results.flatMap(({ undo }) => undo ?? []);
  return { tokens, problems: results.map(({ problem }) => problem) };
}

it('ends and renews what it can, says why the rest was not done, and undoes all of it', async () => {
  const [one, two, sold] = [await insert(), await insert(), await insert()];
  const other = await insertListing(ctx.db, (await createTestUser(ctx.db)).id);
  await dealsOf(ctx, seller).markSold({ listingId: sold });
  const ended = await act('end', [one, sold, two, other, 'none'], '1');
  expect(ended.problems).toEqual([
    null,
    'This is already sold.',
    null,
    'You can only edit your own listings',
    'Listing not found',
  ]);
  const states = async () =>
    (await caller().mine({})).items.map(({ id, availability }) => [id, availability]);
  expect(await states()).toEqual([
    [sold, 'sold'],
    [two, 'expired'],
    [one, 'expired'],
  ]);
  expect(await caller().undoAct({ tokens: ended.tokens })).toEqual([null, null]);
  expect(await states()).toEqual([
    [sold, 'sold'],
    [two, 'available'],
    [one, 'available'],
  ]);
  const before = await seen(one);
  const renewed = await act('renew', [one]);
  expect((await act('renew', [one, two])).problems).toEqual([
    expect.stringMatching(/^You can renew a listing once in 7 days/),
    null,
  ]);
  expect(await caller().undoAct({ tokens: renewed.tokens })).toEqual([null]);
  expect(await caller().undoAct({ tokens: [...renewed.tokens, 'none'] })).toEqual([
    'The listing has changed since then.',
    "This can't be undone. The link may be incomplete.",
  ]);
  expect((await seen(one)).createdAt).toBe(before.createdAt);
});

it('lowers prices by ten percent, never below the lowest price of a plan, and once', async () => {
  const [usual, cheap, planned] = [
    await insert(),
    await insert({ price: '15.99' }),
    await insert({ price: '85.00' }),
  ];
  const steps = { percent: 5, days: 7, floor: '80' };
  await caller().setPriceSteps({ id: planned, steps });
  const ids = [usual, cheap, planned];
  expect((await act('lower', ids)).problems).toEqual([null, null, null]);
  const prices = async () => (await Promise.all(ids.map(seen))).map(({ price }) => price);
  expect(await prices()).toEqual(['95.00', '14.39', '80.00']);
  expect((await act('lower', [usual], '105')).problems).toEqual(['The price is now $95.']);
  expect((await act('lower', [planned])).problems).toEqual([
    'This is already at your lowest price, $80.',
  ]);
  expect(await prices()).toEqual(['95.00', '14.39', '80.00']);
});

it('skips what has no price to lower, with the reason', async () => {
  const ended = await insert();
  await caller().end({ id: ended });
  const ids = [await insert({ kind: 'wanted' }), await insert({ price: '0' }), ended];
  const { problems, tokens } = await act('lower', [...ids, await insert({ price: '0.01' })]);
  expect(problems).toEqual([
    'A wanted listing has no price to lower.',
    'This is already free.',
    'Only a listing that is for sale can get cheaper.',
    "This price can't get any lower.",
  ]);
  expect(tokens).toEqual([]);
});

it('puts the former price back unless it has changed since', async () => {
  const id = await insert({ price: '120.00' });
  await caller().update({ id, title: 'Oak desk', price: '105' });
  const first = await act('lower', [id]);
  expect(await seen(id)).toMatchObject({ price: '95.00', previousPrice: '105.00' });
  expect(await caller().undoAct({ tokens: first.tokens })).toEqual([null]);
  expect(await seen(id)).toMatchObject({ price: '105.00', previousPrice: '120.00' });
  const second = await act('lower', [id]);
  await caller().update({ id, title: 'Oak desk', price: '99' });
  const late = ['The listing has changed since then.'];
  expect(await caller().undoAct({ tokens: second.tokens })).toEqual(late);
  expect((await seen(id)).price).toBe('99.00');
});

it('notifies who saved a listing, unless it was undone by then', async () => {
  const id = await insert();
  const fan = await createTestUser(ctx.db);
  await ctx.db.insertInto('favorites').values({ userId: fan.id, listingId: id }).execute();
  const bodies = async () => {
    const jobs = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs where key = ${`price-drop:${id}`}`.execute(
      ctx.db,
    );
    await notifyPriceDrop(ctx, jobs.rows[0]?.payload);
    return (await listNotifications(ctx.db, fan.id, { limit: 5 })).items.map(({ body }) => body);
  };
  const { tokens } = await act('lower', [id]);
  await caller().undoAct({ tokens });
  expect(await bodies()).toEqual([]);
  await act('lower', [id]);
  expect(await bodies()).toEqual(['Now $95, was $105.']);
});

it('takes one to a hundred listings', async () => {
  const all = Array.from({ length: 101 }, () => ({ id: crypto.randomUUID(), price: '1' }));
  const range = { message: expect.stringContaining('Choose 1 to 100 listings.') };
  for (const listings of [all, []])
    await expect(caller().act({ act: 'end', listings })).rejects.toMatchObject(range);
  await expect(caller().undoAct({ tokens: [] })).rejects.toMatchObject(range);
  const none = await act(
    'lower',
    all.slice(1).map(({ id }) => id),
    '1',
  );
  expect(new Set(none.problems)).toEqual(new Set(['Listing not found']));
});

it('lowers a price once when two calls race', async () => {
  const id = await insert();
  const lowered = await Promise.all(Array.from({ length: 4 }, () => act('lower', [id], '105')));
  expect(lowered.flatMap(({ tokens }) => tokens)).toHaveLength(1);
  expect((await seen(id)).price).toBe('95.00');
});
