import { beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '@marketplace/db/database';
import type { Session } from '../../../context.ts';
import { createTestUser } from '../../../test/users.ts';
import {
  availabilityOf,
  createTestDeals,
  dealsOf,
  offerIn,
  storyOf,
} from '../../deals/deals.fixtures.ts';
import { messagingContext } from '../../messaging/messaging-context.fixtures.ts';
import { callerOf } from '../listings.fixtures.ts';
import { letDaysPass } from './ending.fixtures.ts';

const ctx = messagingContext();
let seller: Session['user'];
let id: string;

const daysFromNow = (time: string | null) =>
  time === null ? null : Math.round((Date.parse(time) - Date.now()) / 86_400_000);

const chair = { title: 'Oak chair', price: '40.00', location: 'Troy, NY' };

/** Returns the caller with a new database object, because cached lists belong to the object. */
const freshCaller = (user?: Session['user']) =>
  callerOf({ ...ctx, db: createDatabase(ctx.pool) }, user);

async function listedIds(): Promise<string[]> {
  const { items } = await freshCaller().list({ sellerId: seller.id });
  return items.map((listing) => listing.id);
}

beforeEach(async () => {
  seller = await createTestUser(ctx.db);
  id = (await callerOf(ctx, seller).create(chair)).id;
});

describe('the term of a listing', () => {
  it('is 60 days, 30 for a wanted post, or as configured', async () => {
    const post = (more: object, listingDays?: object) =>
      callerOf(
        listingDays ? { ...ctx, config: { ...ctx.config, listingDays } } : ctx,
        seller,
      ).create({ ...chair, title: `Chair ${Math.random()}`, ...more });
    expect(daysFromNow((await post({})).expiresAt)).toBe(60);
    expect(daysFromNow((await post({ kind: 'wanted' })).expiresAt)).toBe(30);
    const configured = { usual: 20, wanted: 10, services: 120 };
    expect(daysFromNow((await post({ category: 'services' }, configured)).expiresAt)).toBe(120);
    expect(daysFromNow((await post({ category: 'books' }, configured)).expiresAt)).toBe(20);
    const wanted = { kind: 'wanted', category: 'services' };
    expect(daysFromNow((await post(wanted, configured)).expiresAt)).toBe(10);
  });

  it('is known to its seller and admins only', async () => {
    const admin = await createTestUser(ctx.db, { isAdmin: true });
    const other = await createTestUser(ctx.db);
    const seen = (user?: Session['user']) => freshCaller(user).byId({ id });
    expect(daysFromNow((await seen(seller)).expiresAt)).toBe(60);
    expect(daysFromNow((await seen(admin)).expiresAt)).toBe(60);
    expect((await seen(other)).expiresAt).toBeNull();
    expect((await seen()).expiresAt).toBeNull();
    const { items } = await callerOf(ctx, seller).mine({});
    expect(items.map(({ expiresAt }) => daysFromNow(expiresAt))).toEqual([60]);
  });
});

describe('renewing', () => {
  it('moves a listing to the top once in seven days, and can be undone', async () => {
    const { id: newer } = await callerOf(ctx, seller).create({ ...chair, title: 'Oak table' });
    await letDaysPass(ctx, id, 50);
    expect(await listedIds()).toEqual([newer, id]);
    const before = await freshCaller(seller).byId({ id });
    const renewed = await callerOf(ctx, seller).renew({ id });
    expect(daysFromNow(renewed.expiresAt)).toBe(60);
    expect(renewed.version).toBe(before.version + 1);
    expect(await listedIds()).toEqual([id, newer]);
    await expect(callerOf(ctx, seller).renew({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        /^You can renew a listing once in 7 days\. .* \w{3} \d+ on\.$/,
      ),
    });
    await callerOf(ctx).undo({ token: renewed.undo });
    const { createdAt, expiresAt } = await freshCaller(seller).byId({ id });
    expect({ createdAt, expiresAt }).toEqual({
      createdAt: before.createdAt,
      expiresAt: before.expiresAt,
    });
    await expect(callerOf(ctx).undo({ token: renewed.undo })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await callerOf(ctx, seller).renew({ id });
    await letDaysPass(ctx, id, 7);
    await callerOf(ctx, seller).renew({ id });
  });

  it('is not undone once the listing has ended', async () => {
    const { undo } = await callerOf(ctx, seller).renew({ id });
    await callerOf(ctx, seller).end({ id });
    await expect(callerOf(ctx).undo({ token: undo })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The listing has changed since then.',
    });
    expect(await listedIds()).toEqual([]);
  });

  it('brings back a listing that has ended, and not one that is sold', async () => {
    await callerOf(ctx, seller).end({ id });
    expect(await callerOf(ctx, seller).renew({ id })).toMatchObject({ availability: 'available' });
    expect(await listedIds()).toEqual([id]);
    await dealsOf(ctx, seller).markSold({ listingId: id });
    await letDaysPass(ctx, id, 8);
    await expect(callerOf(ctx, seller).renew({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await dealsOf(ctx, seller).undoSold({ listingId: id });
    expect(await availabilityOf(ctx, id)).toBe('available');
  });

  it("is for one's own listings that exist", async () => {
    const other = await createTestUser(ctx.db);
    for (const act of ['renew', 'end', 'confirm'] as const) {
      await expect(callerOf(ctx, other)[act]({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(callerOf(ctx, seller)[act]({ id: 'none' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(callerOf(ctx)[act]({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  it('happens once when two calls race', async () => {
    const calls = Array.from({ length: 5 }, () => callerOf(ctx, seller).renew({ id }));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('an ended listing', () => {
  it('leaves all lists, is gone for others, and stays with its seller', async () => {
    const ended = await callerOf(ctx, seller).end({ id });
    expect(ended).toMatchObject({ availability: 'expired', isActive: true });
    expect(await listedIds()).toEqual([]);
    expect(
      (await freshCaller().list({ sellerId: seller.id, search: 'oak chair', availability: 'all' }))
        .items,
    ).toEqual([]);
    await expect(freshCaller().byId({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      cause: expect.objectContaining({ gone: true }),
    });
    expect(await freshCaller().missing({ id })).toMatchObject({ title: 'Oak chair' });
    const { items, counts } = await callerOf(ctx, seller).mine({ status: 'ended' });
    expect(items).toMatchObject([{ id, availability: 'expired', deal: null }]);
    expect(counts).toMatchObject({ all: 1, active: 0, ended: 1 });
    await expect(callerOf(ctx, seller).end({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('comes back by undoing, within a day and without changes since', async () => {
    const { undo } = await callerOf(ctx, seller).end({ id });
    await callerOf(ctx).undo({ token: undo });
    expect(await listedIds()).toEqual([id]);
    await expect(callerOf(ctx).undo({ token: undo.slice(0, -4) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('closes its offers with an entry, and a reservation', async () => {
    const { buyer, seller: owner, conversationId, listingId } = await createTestDeals(ctx);
    await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
    await callerOf(ctx, owner).end({ id: listingId });
    expect(await storyOf(ctx, buyer, conversationId)).toEqual(['offer open', 'system ended']);
    expect(await availabilityOf(ctx, listingId)).toBe('expired');
    await expect(dealsOf(ctx, buyer).makeOffer(offerIn(conversationId))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await callerOf(ctx, owner).renew({ id: listingId });
    await dealsOf(ctx, owner).reserve({ conversationId });
    await callerOf(ctx, owner).end({ id: listingId });
    expect(await availabilityOf(ctx, listingId)).toBe('expired');
  });
});
