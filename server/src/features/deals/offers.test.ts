import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { texts } from '@marketplace/shared/texts';
import { createTestUser } from '../../test/users.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { draft, findWrongCounters, messagingOf } from '../messaging/messaging.fixtures.ts';
import {
  availabilityOf,
  createTestDeals,
  dealsOf,
  inHours,
  letHoursPass,
  offerIn,
  storyOf,
  timelineOf,
} from './deals.fixtures.ts';

const ctx = messagingContext();

const conflict = (message: string) => ({ code: 'CONFLICT', message });
type Values = { isFirmPrice?: boolean; isActive?: boolean; kind?: 'offer' | 'wanted' };
const setListing = (id: string, values: Values) =>
  ctx.db.updateTable('listings').set(values).where('id', '=', id).execute();

it('refuses offers, reservations and sales for a wanted listing', async () => {
  const { buyer, seller, conversationId, listingId } = await createTestDeals(ctx);
  await setListing(listingId, { kind: 'wanted' });
  const refusal = conflict(texts.wantedNotSold);
  const asBuyer = dealsOf(ctx, buyer);
  const asSeller = dealsOf(ctx, seller);
  await expect(asBuyer.makeOffer(offerIn(conversationId))).rejects.toMatchObject(refusal);
  await expect(asSeller.reserve({ conversationId, days: 3 })).rejects.toMatchObject(refusal);
  await expect(asSeller.markSold({ listingId })).rejects.toMatchObject(refusal);
  await expect(asSeller.markSold({ listingId, conversationId })).rejects.toMatchObject(refusal);
  const { kind, canOffer } = await asBuyer.forConversation({ conversationId });
  expect({ kind, canOffer }).toEqual({ kind: 'wanted', canOffer: false });
  expect(await availabilityOf(ctx, listingId)).toBe('available');
});

it('allows messages and meetups about a wanted listing', async () => {
  const { buyer, conversationId, listingId } = await createTestDeals(ctx);
  await setListing(listingId, { kind: 'wanted' });
  const other = messagingOf(ctx, await createTestUser(ctx.db));
  const { id } = await other.openConversation({ listingId });
  const sent = await other.send({ conversationId: id, ...draft('I have one.') });
  expect(sent).toMatchObject({ content: 'I have one.' });
  const meetup = { place: 'Library', startsAt: inHours(30) };
  await dealsOf(ctx, buyer).proposeMeetup({ conversationId, ...meetup });
  const deal = await dealsOf(ctx, buyer).forConversation({ conversationId });
  expect(deal.meetup).toMatchObject({ status: 'proposed' });
});

describe('an offer', () => {
  it('is an entry with a sentence that both people see', async () => {
    const { buyer, seller, conversationId } = await createTestDeals(ctx);
    const made = await dealsOf(ctx, buyer).makeOffer({
      ...offerIn(conversationId),
      note: ' I can come today. ',
    });
    const data = {
      offerId: made.offerId,
      amount: '100.00',
      note: 'I can come today.',
      status: 'open',
      expiresAt: expect.any(String),
    };
    expect(made.message).toMatchObject({ kind: 'offer', data, senderId: buyer.id });
    expect(made.message.content).toBe('Offered $100.00. “I can come today.”');
    for (const user of [buyer, seller]) {
      expect(await timelineOf(ctx, user, conversationId)).toMatchObject([{ kind: 'offer', data }]);
      const { offers, canOffer } = await dealsOf(ctx, user).forConversation({ conversationId });
      expect(offers).toMatchObject([{ id: made.offerId, madeBy: buyer.id, status: 'open' }]);
      expect(canOffer).toBe(false);
    }
    expect(await findWrongCounters(ctx.db)).toEqual([]);
  });

  it('opens the conversation about a listing, and a retry returns the first result', async () => {
    const { listingId } = await createTestDeals(ctx);
    const buyer = await createTestUser(ctx.db);
    const offer = { listingId, amount: 80, clientId: randomUUID() };
    const first = await dealsOf(ctx, buyer).makeOffer(offer);
    await dealsOf(ctx, buyer).withdrawOffer({ offerId: first.offerId });
    const again = await dealsOf(ctx, buyer).makeOffer({ ...offer, amount: 70 });
    expect(again).toEqual(first);
    const { conversationId } = first.message;
    const elsewhere = await createTestDeals(ctx);
    await messagingOf(ctx, buyer).openConversation({ listingId: elsewhere.listingId });
    await expect(
      dealsOf(ctx, buyer).makeOffer({ ...offer, listingId: elsewhere.listingId }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const text = await messagingOf(ctx, buyer).send({ conversationId, ...draft('Hi') });
    await expect(
      dealsOf(ctx, buyer).makeOffer({ ...offer, clientId: text.clientId }),
    ).rejects.toMatchObject(conflict('This clientId was used for another message.'));
  });

  it('is refused with the reason', async () => {
    const { buyer, seller, conversationId, listingId, others } = await createTestDeals(ctx, 2);
    const make = (user = buyer, id = conversationId) => dealsOf(ctx, user).makeOffer(offerIn(id));
    const ofSeller = { code: 'FORBIDDEN', message: 'Only buyers can make an offer.' };
    await expect(make(seller)).rejects.toMatchObject(ofSeller);
    await expect(
      dealsOf(ctx, seller).makeOffer({ listingId, amount: '1', clientId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const stranger = await createTestUser(ctx.db);
    await expect(make(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(make(buyer, 'nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });

    await setListing(listingId, { isFirmPrice: true });
    await expect(make()).rejects.toMatchObject(conflict('The price is firm.'));
    await setListing(listingId, { isFirmPrice: false, isActive: false });
    await expect(make()).rejects.toMatchObject(conflict('This listing is no longer available.'));
    await setListing(listingId, { isActive: true });

    await make();
    const second = conflict('There is already an open offer. Answer or withdraw it first.');
    await expect(make()).rejects.toMatchObject(second);

    const [other] = others;
    await dealsOf(ctx, seller).reserve({ conversationId: other!.id });
    await expect(make()).rejects.toMatchObject(conflict('This is reserved for someone else.'));
    const already = conflict('This is already reserved for you.');
    await expect(make(other!.user, other!.id)).rejects.toMatchObject(already);
    await dealsOf(ctx, seller).release({ listingId });
    await messagingOf(ctx, seller).block({ userId: buyer.id });
    await expect(make()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: texts.messageUndeliverable,
    });
  });

  it.each([
    [{ amount: '0' }, 'Enter an amount above zero.'],
    [{ amount: 'a lot' }, texts.priceInvalid],
    [{ amount: '1.200' }, 'Did you mean $1,200.00 or $1.20? Write 1200 or 1.20.'],
    [{ note: 'x'.repeat(501) }, 'A note can have up to 500 characters.'],
    [{ listingId: randomUUID() }, 'Name either a conversation or a listing.'],
  ])('with %o is refused as a bad request', async (wrong, message) => {
    const user = await createTestUser(ctx.db);
    const call = dealsOf(ctx, user).makeOffer({ ...offerIn(randomUUID()), ...wrong });
    const issues = [expect.objectContaining({ message })];
    await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues } });
  });
});

describe('an answer', () => {
  async function createOffer(buyerCount = 1) {
    const deals = await createTestDeals(ctx, buyerCount);
    const { offerId } = await dealsOf(ctx, deals.buyer).makeOffer(offerIn(deals.conversationId));
    return { ...deals, offerId };
  }

  it('that accepts reserves for three days and closes all other offers', async () => {
    const { buyer, seller, conversationId, listingId, offerId, others } = await createOffer(3);
    for (const { user, id } of others) await dealsOf(ctx, user).makeOffer(offerIn(id));
    const { message } = await dealsOf(ctx, seller).respondToOffer({ offerId, answer: 'accept' });
    expect(message).toMatchObject({ kind: 'offer', data: { offerId, status: 'accepted' } });
    expect(await storyOf(ctx, buyer, conversationId)).toEqual([
      'offer open',
      'offer accepted',
      'reservation reserved',
    ]);
    for (const { user, id } of others) {
      expect(await storyOf(ctx, user, id)).toEqual(['offer open', 'offer closed']);
    }
    expect(await availabilityOf(ctx, listingId)).toBe('reserved');
    const { reservation } = await dealsOf(ctx, buyer).forConversation({ conversationId });
    expect(reservation).toMatchObject({ amount: '100.00', fromLine: false });
    const { sentInMinute } = await ctx.db
      .selectFrom('feeds')
      .select('sentInMinute')
      .where('userId', '=', seller.id)
      .executeTakeFirstOrThrow();
    expect(sentInMinute).toBe(0);
    const days = (Date.parse(reservation!.until) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(3, 2);
    expect(await findWrongCounters(ctx.db)).toEqual([]);

    const again = dealsOf(ctx, seller).respondToOffer({ offerId, answer: 'accept' });
    await expect(again).rejects.toMatchObject(conflict('This offer was already accepted.'));
    const [other] = others;
    const { offers } = await dealsOf(ctx, other!.user).forConversation({
      conversationId: other!.id,
    });
    await expect(
      dealsOf(ctx, seller).respondToOffer({ offerId: offers[0]!.id, answer: 'accept' }),
    ).rejects.toMatchObject(conflict('This was just reserved for someone else.'));
  });

  it('that declines leaves the buyer free to make a new offer', async () => {
    const { buyer, seller, conversationId, offerId } = await createOffer();
    await dealsOf(ctx, seller).respondToOffer({ offerId, answer: 'decline' });
    expect(await storyOf(ctx, buyer, conversationId)).toEqual(['offer open', 'offer declined']);
    const { canOffer } = await dealsOf(ctx, buyer).forConversation({ conversationId });
    expect(canOffer).toBe(true);
  });

  it('that counters is a new offer, which the buyer answers', async () => {
    const { buyer, seller, conversationId, offerId } = await createOffer();
    const counter = await dealsOf(ctx, seller).respondToOffer({
      offerId,
      answer: 'counter',
      amount: '110',
    });
    expect(counter.offerId).not.toBe(offerId);
    expect(counter.message).toMatchObject({ senderId: seller.id, data: { amount: '110.00' } });
    const { offerId: newId } = counter;
    const own = dealsOf(ctx, seller).respondToOffer({ offerId: newId, answer: 'accept' });
    await expect(own).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await dealsOf(ctx, buyer).respondToOffer({ offerId: newId, answer: 'accept' });
    expect(await storyOf(ctx, seller, conversationId)).toEqual([
      'offer open',
      'offer countered',
      'offer open',
      'offer accepted',
      'reservation reserved',
    ]);
    const missing = dealsOf(ctx, seller).respondToOffer({ offerId, answer: 'counter' });
    await expect(missing).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is accepted only from the receiver', async () => {
    const { buyer, seller, offerId } = await createOffer();
    const stranger = await createTestUser(ctx.db);
    const answer = { offerId, answer: 'accept' } as const;
    const own = { code: 'FORBIDDEN', message: 'You made this offer.' };
    await expect(dealsOf(ctx, buyer).respondToOffer(answer)).rejects.toMatchObject(own);
    const absent = { code: 'NOT_FOUND', message: 'Offer not found' };
    await expect(dealsOf(ctx, stranger).respondToOffer(answer)).rejects.toMatchObject(absent);
    const nowhere = dealsOf(ctx, seller).withdrawOffer({ offerId: 'nothing' });
    await expect(nowhere).rejects.toMatchObject(absent);
    const others = dealsOf(ctx, seller).withdrawOffer({ offerId });
    await expect(others).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('that comes too late says what happened', async () => {
    const { buyer, seller, conversationId, listingId, offerId } = await createOffer();
    const accept = (id: string) =>
      dealsOf(ctx, seller).respondToOffer({ offerId: id, answer: 'accept' });
    await dealsOf(ctx, buyer).withdrawOffer({ offerId });
    await expect(accept(offerId)).rejects.toMatchObject(conflict('This offer was withdrawn.'));
    const second = await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
    await letHoursPass(ctx, listingId, 49);
    const expired = conflict('This offer has expired.');
    await expect(accept(second.offerId)).rejects.toMatchObject(expired);
    const withdrawn = dealsOf(ctx, buyer).withdrawOffer({ offerId: second.offerId });
    await expect(withdrawn).rejects.toMatchObject(expired);
    const third = await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
    await dealsOf(ctx, seller).reserve({ conversationId });
    const reserved = conflict("You've reserved this for the buyer.");
    await expect(accept(third.offerId)).rejects.toMatchObject(reserved);
    await dealsOf(ctx, seller).release({ listingId });
    await expect(accept(third.offerId)).rejects.toMatchObject(conflict('This offer is closed.'));
  });
});
