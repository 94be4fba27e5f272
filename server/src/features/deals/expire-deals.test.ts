import { expect, it } from 'vitest';
import { createRecordingHub } from '../../test/app-context.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { findWrongCounters } from '../messaging/messaging.fixtures.ts';
import { sweepDeals } from './change-deal.ts';
import {
  availabilityOf,
  createTestDeals,
  dealsOf,
  letHoursPass,
  offerIn,
  storyOf,
} from './deals.fixtures.ts';

const ctx = messagingContext();

it('ends an offer after 48 hours, and notifies both people', async () => {
  const { buyer, seller, conversationId, listingId } = await createTestDeals(ctx);
  const { offerId } = await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
  await letHoursPass(ctx, listingId, 47);
  await sweepDeals(ctx);
  expect(await storyOf(ctx, buyer, conversationId)).toEqual(['offer open']);
  await letHoursPass(ctx, listingId, 1);
  const seen = await dealsOf(ctx, seller).forConversation({ conversationId });
  expect(seen.offers).toMatchObject([{ id: offerId, status: 'lapsed' }]);
  const hub = createRecordingHub();
  await sweepDeals({ ...ctx, hub });
  expect(hub.woken.toSorted()).toEqual([buyer.id, seller.id].toSorted());
  expect(await storyOf(ctx, buyer, conversationId)).toEqual(['offer open', 'offer lapsed']);
  const { canOffer } = await dealsOf(ctx, buyer).forConversation({ conversationId });
  expect(canOffer).toBe(true);
});

it('warns once, a day before a reservation ends, and then ends it', async () => {
  const { buyer, seller, conversationId, listingId } = await createTestDeals(ctx);
  await dealsOf(ctx, seller).reserve({ conversationId });
  await sweepDeals(ctx);
  await letHoursPass(ctx, listingId, 49);
  await sweepDeals(ctx);
  await sweepDeals(ctx);
  const warned = ['reservation reserved', 'reservation ending'];
  expect(await storyOf(ctx, buyer, conversationId)).toEqual(warned);
  await letHoursPass(ctx, listingId, 24);
  const over = await dealsOf(ctx, buyer).forConversation({ conversationId });
  expect(over).toMatchObject({ availability: 'available', reservation: null });
  expect(await availabilityOf(ctx, listingId)).toBe('reserved');
  await sweepDeals(ctx);
  expect(await availabilityOf(ctx, listingId)).toBe('available');
  const story = [...warned, 'reservation lapsed'];
  expect(await storyOf(ctx, buyer, conversationId)).toEqual(story);
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});

it('warns after a renewal, and does not warn about a reservation of one day', async () => {
  const { buyer, seller, conversationId, listingId } = await createTestDeals(ctx);
  await dealsOf(ctx, seller).reserve({ conversationId, days: 1 });
  await sweepDeals(ctx);
  await dealsOf(ctx, seller).reserve({ conversationId, days: 2 });
  await letHoursPass(ctx, listingId, 25);
  await sweepDeals(ctx);
  expect(await storyOf(ctx, buyer, conversationId)).toEqual([
    'reservation reserved',
    'reservation reserved',
    'reservation ending',
  ]);
});

it('sweeps the other listings when one fails', async () => {
  const [broken, fine] = [await createTestDeals(ctx), await createTestDeals(ctx)];
  for (const { seller, conversationId, listingId } of [broken, fine]) {
    await dealsOf(ctx, seller).reserve({ conversationId });
    await letHoursPass(ctx, listingId, 73);
  }
  await ctx.pool.query(`
    create function fail() returns trigger language plpgsql as $$
    begin
      if new.listing_id = '${broken.listingId}' then raise 'broken'; end if;
      return new;
    end $$;
    create trigger fail before update on reservations for each row execute function fail()`);
  await sweepDeals(ctx);
  expect(await availabilityOf(ctx, broken.listingId)).toBe('reserved');
  expect(await availabilityOf(ctx, fine.listingId)).toBe('available');
  await ctx.pool.query('drop trigger fail on reservations; drop function fail');
});
