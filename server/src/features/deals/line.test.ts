import { describe, expect, it } from 'vitest';
import { createTestUser } from '../../test/users.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { findWrongCounters, messagingOf } from '../messaging/messaging.fixtures.ts';
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

const waiting = { offeredUntil: null, reservedUntil: null };
const outside = { position: null, ...waiting };
const reservedFor = { ...outside, reservedUntil: expect.any(String) };
const hoursUntil = (time: string | null) => (Date.parse(time ?? '') - Date.now()) / 3_600_000;

/** Creates a listing that is reserved for the first buyer, with the others waiting in line. */
async function createLine(length: number) {
  const { others, ...deals } = await createTestDeals(ctx, length + 1);
  const { seller, listingId, conversationId } = deals;
  await dealsOf(ctx, seller).reserve({ conversationId });
  for (const { user } of others) await dealsOf(ctx, user).joinLine({ listingId });
  const [second, third] = others;
  const lineOf = (user: typeof seller) => dealsOf(ctx, user).line({ listingId });
  return { ...deals, second: second!, third: third ?? second!, lineOf };
}

describe('the line', () => {
  it('gives places in the order of joining, and shows each buyer only their own', async () => {
    const { seller, buyer, listingId, second, third, lineOf } = await createLine(2);
    expect(await dealsOf(ctx, third.user).joinLine({ listingId })).toMatchObject({ position: 2 });
    expect(await lineOf(second.user)).toEqual({ position: 1, length: 2, ...waiting });
    expect(await lineOf(third.user)).toEqual({ position: 2, length: 2, ...waiting });
    for (const user of [seller, await createTestUser(ctx.db)]) {
      expect(await lineOf(user)).toEqual({ ...outside, length: 2 });
    }
    const reserved = await lineOf(buyer);
    expect(reserved).toEqual({ ...reservedFor, length: 2 });
    expect(hoursUntil(reserved.reservedUntil)).toBeCloseTo(72, 1);
    expect(await storyOf(ctx, seller, second.id)).toEqual(['line 1']);
    expect(await storyOf(ctx, third.user, third.id)).toEqual(['line 2']);
    const { line } = await dealsOf(ctx, second.user).forConversation({
      conversationId: second.id,
    });
    expect(line.position).toBe(1);
  });

  it('can be joined without a conversation, which opens one', async () => {
    const { listingId } = await createLine(1);
    const buyer = await createTestUser(ctx.db);
    expect(await dealsOf(ctx, buyer).joinLine({ listingId })).toMatchObject({ position: 2 });
    const { items } = await messagingOf(ctx, buyer).conversations({});
    expect(items).toMatchObject([{ listingId, lastMessage: 'Joined the line as number 2.' }]);
  });

  it('is refused for a free or hidden listing, the seller and the buyer it is reserved for', async () => {
    const { buyer, seller, listingId, conversationId } = await createTestDeals(ctx);
    const stranger = await createTestUser(ctx.db);
    const join = (user: typeof seller) => dealsOf(ctx, user).joinLine({ listingId });
    const conflict = (message: string) => ({ code: 'CONFLICT', message });
    const free = conflict("This isn't reserved, so there is no line.");
    await expect(join(buyer)).rejects.toMatchObject(free);
    await expect(join(stranger)).rejects.toMatchObject(free);
    expect((await messagingOf(ctx, stranger).conversations({})).items).toEqual([]);
    await dealsOf(ctx, seller).reserve({ conversationId });
    await expect(join(seller)).rejects.toMatchObject(conflict('This is your own listing.'));
    await expect(join(buyer)).rejects.toMatchObject(conflict('This is already reserved for you.'));
    const hidden = ctx.db.updateTable('listings').set({ isActive: false });
    await hidden.where('id', '=', listingId).execute();
    await expect(join(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(dealsOf(ctx, stranger).line({ listingId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const unknown = dealsOf(ctx, buyer).joinLine({ listingId: 'nothing' });
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('moves on when the reservation ends, and gives the first twelve hours to confirm', async () => {
    const { buyer, seller, listingId, second, third, lineOf } = await createLine(2);
    await dealsOf(ctx, buyer).release({ listingId });
    expect(await availabilityOf(ctx, listingId)).toBe('reserved');
    const turn = await lineOf(second.user);
    expect(turn).toMatchObject({ position: 1, length: 2 });
    expect(hoursUntil(turn.offeredUntil)).toBeCloseTo(12, 1);
    expect(turn.reservedUntil).toBe(turn.offeredUntil);
    expect(await lineOf(third.user)).toEqual({ position: 2, length: 2, ...waiting });
    const { reservation } = await dealsOf(ctx, seller).forConversation({
      conversationId: second.id,
    });
    expect(reservation).toMatchObject({ fromLine: true, amount: null });

    expect(await dealsOf(ctx, second.user).joinLine({ listingId })).toEqual({
      ...reservedFor,
      length: 1,
    });
    expect(await storyOf(ctx, second.user, second.id)).toEqual([
      'line 1',
      'reservation offered',
      'reservation confirmed',
    ]);
    const confirmed = await dealsOf(ctx, seller).forConversation({ conversationId: second.id });
    expect(confirmed.reservation).toMatchObject({ fromLine: false });
    expect(hoursUntil(confirmed.reservation!.until)).toBeCloseTo(72, 1);
    expect(await lineOf(third.user)).toMatchObject({ position: 1 });
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });

  it('passes on a turn that expired or was given up', async () => {
    const { seller, listingId, second, third, lineOf } = await createLine(2);
    await dealsOf(ctx, seller).release({ listingId });
    await letHoursPass(ctx, listingId, 13);
    expect(await lineOf(second.user)).toEqual({ ...outside, length: 1 });
    expect(await lineOf(third.user)).toMatchObject({ position: 1, offeredUntil: null });
    await sweepDeals(ctx);
    expect(await storyOf(ctx, second.user, second.id)).toEqual([
      'line 1',
      'reservation offered',
      'reservation lapsed',
    ]);
    expect((await lineOf(third.user)).offeredUntil).not.toBeNull();

    expect(await dealsOf(ctx, third.user).leaveLine({ listingId })).toEqual({
      ...outside,
      length: 0,
    });
    const story = ['line 2', 'reservation offered', 'reservation released'];
    expect(await storyOf(ctx, seller, third.id)).toEqual(story);
    expect(await availabilityOf(ctx, listingId)).toBe('available');
  });

  it('moves on when the seller releases a turn', async () => {
    const { seller, listingId, second, third, lineOf } = await createLine(2);
    await dealsOf(ctx, seller).release({ listingId });
    await dealsOf(ctx, seller).release({ listingId });
    expect(await lineOf(second.user)).toEqual({ ...outside, length: 1 });
    expect((await lineOf(third.user)).offeredUntil).not.toBeNull();
  });

  it('can be left, once', async () => {
    const { seller, listingId, second, third, lineOf } = await createLine(2);
    await dealsOf(ctx, second.user).leaveLine({ listingId });
    await dealsOf(ctx, second.user).leaveLine({ listingId });
    expect(await storyOf(ctx, seller, second.id)).toEqual(['line 1', 'line null']);
    expect(await lineOf(third.user)).toMatchObject({ position: 1, length: 1 });
    await dealsOf(ctx, second.user).joinLine({ listingId });
    expect(await lineOf(second.user)).toMatchObject({ position: 2 });
  });

  it('lets the seller reserve for someone else during a turn, which keeps its place', async () => {
    const { seller, buyer, conversationId, listingId, second, third, lineOf } = await createLine(2);
    await dealsOf(ctx, buyer).release({ listingId });
    await dealsOf(ctx, seller).reserve({ conversationId });
    expect(await lineOf(second.user)).toEqual({ position: 1, length: 2, ...waiting });
    const refused = dealsOf(ctx, seller).reserve({ conversationId: third.id });
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
    await dealsOf(ctx, seller).release({ listingId });
    await dealsOf(ctx, seller).reserve({ conversationId: second.id });
    const { reservation } = await dealsOf(ctx, second.user).forConversation({
      conversationId: second.id,
    });
    expect(reservation).toMatchObject({ fromLine: false });
    expect(await lineOf(second.user)).toEqual({ ...reservedFor, length: 1 });
  });

  it('lets nobody else make an offer during a turn', async () => {
    const { seller, buyer, conversationId, listingId, second } = await createLine(1);
    await dealsOf(ctx, seller).release({ listingId });
    const offer = dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
    const message = 'This is reserved for someone else.';
    await expect(offer).rejects.toMatchObject({ code: 'CONFLICT', message });
    await letHoursPass(ctx, listingId, 13);
    await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
    expect(await storyOf(ctx, seller, second.id)).toContain('reservation lapsed');
  });
});
