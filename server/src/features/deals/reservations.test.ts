import { describe, expect, it } from 'vitest';
import { createTestUser } from '../../test/users.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { findWrongCounters, messagingOf } from '../messaging/messaging.fixtures.ts';
import {
  availabilityOf,
  createTestDeals,
  dealsOf,
  letHoursPass,
  offerIn,
  storyOf,
} from './deals.fixtures.ts';

const ctx = messagingContext();

const hoursUntil = (time: string) => (Date.parse(time) - Date.now()) / 3_600_000;

describe('reserving', () => {
  it('lasts three days, and starts over when repeated for the same buyer', async () => {
    const { buyer, seller, conversationId, listingId } = await createTestDeals(ctx);
    const first = await dealsOf(ctx, seller).reserve({ conversationId });
    expect(hoursUntil(first.until)).toBeCloseTo(72, 1);
    expect(await availabilityOf(ctx, listingId)).toBe('reserved');
    await letHoursPass(ctx, listingId, 20);
    const second = await dealsOf(ctx, seller).reserve({ conversationId, days: 5 });
    expect(hoursUntil(second.until)).toBeCloseTo(120, 1);
    const { reservation } = await dealsOf(ctx, buyer).forConversation({ conversationId });
    expect(reservation).toEqual(second);
    const story = ['reservation reserved', 'reservation reserved'];
    expect(await storyOf(ctx, buyer, conversationId)).toEqual(story);
  });

  it('closes all open offers', async () => {
    const { buyer, seller, conversationId, others } = await createTestDeals(ctx, 2);
    await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
    const [other] = others;
    await dealsOf(ctx, other!.user).makeOffer(offerIn(other!.id));
    await dealsOf(ctx, seller).reserve({ conversationId });
    const own = ['offer open', 'offer closed', 'reservation reserved'];
    expect(await storyOf(ctx, buyer, conversationId)).toEqual(own);
    expect(await storyOf(ctx, seller, other!.id)).toEqual(['offer open', 'offer closed']);
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });

  it('is allowed only to the seller, in an open conversation, for one buyer at a time', async () => {
    const { buyer, seller, conversationId, listingId, others } = await createTestDeals(ctx, 2);
    const stranger = await createTestUser(ctx.db);
    const byBuyer = dealsOf(ctx, buyer).reserve({ conversationId });
    await expect(byBuyer).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const byStranger = dealsOf(ctx, stranger).reserve({ conversationId });
    await expect(byStranger).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const tooLong = dealsOf(ctx, seller).reserve({ conversationId, days: 15 });
    await expect(tooLong).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await dealsOf(ctx, seller).reserve({ conversationId });
    await expect(
      dealsOf(ctx, seller).reserve({ conversationId: others[0]!.id }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This is reserved for someone else. Cancel that reservation first.',
    });
    await dealsOf(ctx, seller).release({ listingId });
    await messagingOf(ctx, buyer).block({ userId: seller.id });
    const blocked = dealsOf(ctx, seller).reserve({ conversationId });
    await expect(blocked).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await ctx.db
      .updateTable('listings')
      .set({ isActive: false })
      .where('id', '=', listingId)
      .execute();
    const hidden = dealsOf(ctx, seller).reserve({ conversationId: others[0]!.id });
    await expect(hidden).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This listing is no longer available.',
    });
  });

  it('is possible after another reservation has expired', async () => {
    const { seller, conversationId, listingId, others } = await createTestDeals(ctx, 2);
    await dealsOf(ctx, seller).reserve({ conversationId });
    await letHoursPass(ctx, listingId, 73);
    await dealsOf(ctx, seller).reserve({ conversationId: others[0]!.id });
    const story = ['reservation reserved', 'reservation lapsed'];
    expect(await storyOf(ctx, seller, conversationId)).toEqual(story);
    expect(await availabilityOf(ctx, listingId)).toBe('reserved');
  });
});

describe('releasing', () => {
  it.each(['seller', 'buyer'] as const)('by the %s frees the listing', async (who) => {
    const deals = await createTestDeals(ctx);
    const { buyer, seller, conversationId, listingId } = deals;
    await dealsOf(ctx, seller).reserve({ conversationId });
    await dealsOf(ctx, deals[who]).release({ listingId });
    expect(await availabilityOf(ctx, listingId)).toBe('available');
    const story = ['reservation reserved', 'reservation released'];
    expect(await storyOf(ctx, buyer, conversationId)).toEqual(story);
    for (const user of [buyer, seller]) {
      const again = dealsOf(ctx, user).release({ listingId });
      const message = 'This is no longer reserved.';
      await expect(again).rejects.toMatchObject({ code: 'CONFLICT', message });
    }
  });

  it('is refused to anyone else', async () => {
    const { seller, conversationId, listingId, others } = await createTestDeals(ctx, 2);
    const stranger = await createTestUser(ctx.db);
    const refused = { code: 'FORBIDDEN' };
    for (const user of [others[0]!.user, stranger]) {
      await expect(dealsOf(ctx, user).release({ listingId })).rejects.toMatchObject(refused);
      await dealsOf(ctx, seller).reserve({ conversationId });
      await expect(dealsOf(ctx, user).release({ listingId })).rejects.toMatchObject(refused);
    }
    const nothing = dealsOf(ctx, seller).release({ listingId: 'nothing' });
    await expect(nothing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
