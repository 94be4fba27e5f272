import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestUser } from '../../test/users.ts';
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

/** Returns how many calls succeeded, and the distinct errors of the others. */
async function outcomeOf(calls: Promise<unknown>[]) {
  const results = await Promise.allSettled(calls);
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as { code: string; message: string }] : [],
  );
  return {
    winners: results.length - refusals.length,
    codes: [...new Set(refusals.map(({ code }) => code))],
    messages: [...new Set(refusals.map(({ message }) => message))],
  };
}

const activeOf = (listingId: string) =>
  ctx.db
    .selectFrom('reservations')
    .select(['conversationId', 'offerId', 'fromLine'])
    .where('listingId', '=', listingId)
    .where('status', '=', 'active')
    .execute();

it('accepts one of 20 offers that are accepted at once', async () => {
  const { seller, listingId, buyer, conversationId, others } = await createTestDeals(ctx, 20);
  const all = [{ user: buyer, id: conversationId }, ...others];
  const made = await Promise.all(
    all.map(({ user, id }) => dealsOf(ctx, user).makeOffer(offerIn(id))),
  );
  const outcome = await outcomeOf(
    made.map(({ offerId }) => dealsOf(ctx, seller).respondToOffer({ offerId, answer: 'accept' })),
  );
  expect(outcome).toEqual({
    winners: 1,
    codes: ['CONFLICT'],
    messages: ['This was just reserved for someone else.'],
  });
  const [active, ...more] = await activeOf(listingId);
  expect(more).toEqual([]);
  const { rows } = await sql`select status, count(*)::integer as count from offers
    where listing_id = ${listingId} group by status order by status`.execute(ctx.db);
  expect(rows).toEqual([
    { status: 'accepted', count: 1 },
    { status: 'closed', count: 19 },
  ]);
  for (const { user, id } of all) {
    const won = active?.conversationId === id;
    const story = won ? ['offer accepted', 'reservation reserved'] : ['offer closed'];
    for (const reader of [user, seller]) {
      expect(await storyOf(ctx, reader, id)).toEqual(['offer open', ...story]);
    }
  }
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});

it('accepts an offer once when 20 tabs accept it', async () => {
  const { seller, listingId, buyer, conversationId } = await createTestDeals(ctx);
  const { offerId } = await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
  const accept = () => dealsOf(ctx, seller).respondToOffer({ offerId, answer: 'accept' });
  expect(await outcomeOf(Array.from({ length: 20 }, accept))).toEqual({
    winners: 1,
    codes: ['CONFLICT'],
    messages: ['This offer was already accepted.'],
  });
  expect(await activeOf(listingId)).toMatchObject([{ offerId }]);
});

it('lets one of a racing acceptance, withdrawal, counteroffer and refusal win', async () => {
  for (let round = 0; round < 10; round++) {
    const { seller, listingId, buyer, conversationId } = await createTestDeals(ctx);
    const { offerId } = await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
    const answer = (answer: 'accept' | 'decline' | 'counter') =>
      dealsOf(ctx, seller).respondToOffer({ offerId, answer, amount: '110' });
    const calls = [
      () => answer('accept'),
      () => dealsOf(ctx, buyer).withdrawOffer({ offerId }),
      () => answer('counter'),
      () => answer('decline'),
    ];
    const order = [...calls.slice(round % 4), ...calls.slice(0, round % 4)];
    const { winners, codes } = await outcomeOf(order.map((call) => call()));
    expect({ winners, codes }).toEqual({ winners: 1, codes: ['CONFLICT'] });
    const story = await storyOf(ctx, seller, conversationId);
    const isReserved = (await activeOf(listingId)).length === 1;
    expect(isReserved).toBe(story.includes('offer accepted'));
    expect(await storyOf(ctx, buyer, conversationId)).toEqual(story);
  }
});

it('makes one of 20 racing offers in a conversation', async () => {
  const { buyer, conversationId } = await createTestDeals(ctx);
  const make = () => dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
  const { winners, codes } = await outcomeOf(Array.from({ length: 20 }, make));
  expect({ winners, codes }).toEqual({ winners: 1, codes: ['CONFLICT'] });
});

it('makes one offer of 20 racing retries, even without a conversation', async () => {
  const { listingId } = await createTestDeals(ctx);
  const buyer = await createTestUser(ctx.db);
  const { conversationId: _, ...offer } = offerIn('');
  const tries = Array.from({ length: 20 }, () =>
    dealsOf(ctx, buyer).makeOffer({ ...offer, listingId }),
  );
  const made = await Promise.all(tries);
  expect(new Set(made.map(({ offerId }) => offerId)).size).toBe(1);
  const { conversationId } = made[0]!.message;
  expect(await storyOf(ctx, buyer, conversationId)).toEqual(['offer open']);
});

it('makes one of 20 racing reservations for different people', async () => {
  const { seller, listingId, others } = await createTestDeals(ctx, 21);
  const { winners, codes } = await outcomeOf(
    others.map(({ id }) => dealsOf(ctx, seller).reserve({ conversationId: id })),
  );
  expect({ winners, codes }).toEqual({ winners: 1, codes: ['CONFLICT'] });
  expect(await activeOf(listingId)).toHaveLength(1);
});

it('gives 20 people who join at once a place each, and one turn after racing releases', async () => {
  const { seller, buyer, listingId, conversationId, others } = await createTestDeals(ctx, 21);
  await dealsOf(ctx, seller).reserve({ conversationId });
  const joined = await Promise.all(
    others.flatMap(({ user }) => [
      dealsOf(ctx, user).joinLine({ listingId }),
      dealsOf(ctx, user).joinLine({ listingId }),
    ]),
  );
  const places = new Set(joined.map(({ position }) => position));
  expect([...places].toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  const byBuyer = () => dealsOf(ctx, buyer).release({ listingId });
  const { winners } = await outcomeOf([byBuyer(), byBuyer(), byBuyer()]);
  expect(winners).toBe(1);
  expect(await activeOf(listingId)).toMatchObject([{ fromLine: true }]);
  const stories = await Promise.all(others.map(({ user, id }) => storyOf(ctx, user, id)));
  expect(stories.filter((story) => story.includes('reservation offered'))).toHaveLength(1);
  expect(stories.every((story) => story.filter((it) => it.startsWith('line')).length === 1)).toBe(
    true,
  );
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});

it('ends an expired reservation once when several instances sweep', async () => {
  const { seller, buyer, listingId, conversationId, others } = await createTestDeals(ctx, 3);
  const [next, third] = others;
  await dealsOf(ctx, seller).reserve({ conversationId });
  await dealsOf(ctx, next!.user).joinLine({ listingId });
  await letHoursPass(ctx, listingId, 73);
  await Promise.allSettled([
    ...Array.from({ length: 6 }, () => sweepDeals(ctx)),
    dealsOf(ctx, third!.user).makeOffer(offerIn(third!.id)),
    dealsOf(ctx, third!.user).joinLine({ listingId }),
  ]);
  const over = ['reservation reserved', 'reservation lapsed'];
  expect(await storyOf(ctx, buyer, conversationId)).toEqual(over);
  expect(await storyOf(ctx, next!.user, next!.id)).toEqual(['line 1', 'reservation offered']);
  expect(await storyOf(ctx, third!.user, third!.id)).toEqual(['line 2']);
  expect(await availabilityOf(ctx, listingId)).toBe('reserved');
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});

it('enforces the rules of deals by database constraints', async () => {
  const { seller, buyer, listingId, conversationId, others } = await createTestDeals(ctx, 2);
  const violates = (constraint: string) => expect.objectContaining({ constraint });
  const reserve = (conversation: string) =>
    sql`
    insert into reservations (listing_id, conversation_id, until)
    values (${listingId}, ${conversation}, now() + interval '1 hour')`.execute(ctx.db);
  const offer = () =>
    sql`
    insert into offers (conversation_id, listing_id, made_by, amount)
    values (${conversationId}, ${listingId}, ${buyer.id}, 5)`.execute(ctx.db);
  const end = (status: string) =>
    sql`
    update offers set status = ${status}, ended_at = now()
    where conversation_id = ${conversationId}`.execute(ctx.db);

  await offer();
  await expect(offer()).rejects.toEqual(violates('offers_one_open'));
  await expect(end('accepted')).rejects.toEqual(violates('offers_accepted_reserved'));
  await end('withdrawn');
  await expect(end('declined')).rejects.toEqual(violates('offers_end_once'));

  await reserve(conversationId);
  expect(await availabilityOf(ctx, listingId)).toBe('reserved');
  await expect(reserve(others[0]!.id)).rejects.toEqual(violates('reservations_one_active'));
  await dealsOf(ctx, seller).release({ listingId });
  const reopened = sql`update reservations set status = 'active', ended_at = null
    where listing_id = ${listingId}`.execute(ctx.db);
  await expect(reopened).rejects.toEqual(violates('reservations_end_once'));
  expect(await availabilityOf(ctx, listingId)).toBe('available');
});
