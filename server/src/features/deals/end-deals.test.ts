import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { createCaller } from '../../router.ts';
import { readFeed } from '../../realtime/feed.ts';
import { contextOfUser } from '../../test/context.ts';
import { createRecordingHub, type RecordingHub } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import {
  createTestListing,
  findWrongCounters,
  messagingOf,
} from '../messaging/messaging.fixtures.ts';
import { sweepDeals } from './change-deal.ts';
import { availabilityOf, createTestDeals, dealsOf, offerIn, storyOf } from './deals.fixtures.ts';

type User = Session['user'];

const ctx = messagingContext();

const as = (user: User) => createCaller(contextOfUser(ctx, user));
const isSweepQueued = async () =>
  (await sql`select from graphile_worker.jobs where task_identifier = 'sweepDeals'`.execute(ctx.db))
    .rows.length > 0;

/** Leaves out the 'blocked' check, because a deletion closes conversations as a block does. */
const wrongCounters = async () => {
  const wrong = (await findWrongCounters(ctx.db)) as { what: string }[];
  return wrong.filter(({ what }) => what !== 'blocked');
};

/** Creates a listing reserved for the buyer, with an accepted meetup and another buyer in line. */
async function createReserved() {
  const { others, ...deals } = await createTestDeals(ctx, 2);
  const { seller, listingId, conversationId, buyer } = deals;
  const [other] = others;
  await dealsOf(ctx, seller).reserve({ conversationId });
  await dealsOf(ctx, other!.user).joinLine({ listingId });
  const meetup = { conversationId, proposedBy: buyer.id, place: 'Library', status: 'accepted' };
  const startsAt = new Date(Date.now() + 86_400_000);
  await ctx.db
    .insertInto('meetups')
    .values({ ...meetup, startsAt })
    .execute();
  return { ...deals, other: other!.user, otherId: other!.id };
}

/** Returns the kinds of the open offers, reservations, places in line and meetups of a listing. */
async function openOf(listingId: string) {
  const { rows } = await sql<{ what: string }>`
    select 'offer' as what from offers where listing_id = ${listingId} and status = 'open'
    union all select 'reservation' from reservations
      where listing_id = ${listingId} and status = 'active'
    union all select 'place' from line_places where listing_id = ${listingId}
    union all select 'meetup' from meetups m join conversations c on c.id = m.conversation_id
      where c.listing_id = ${listingId} and m.status in ('proposed', 'accepted')`.execute(ctx.db);
  return rows.map(({ what }) => what);
}

it('announces that the listing changed when its reservation ends', async () => {
  for (const end of [
    ({ buyer, seller }: { buyer: User; seller: User }, hub: RecordingHub) =>
      messagingOf({ ...ctx, hub }, seller).block({ userId: buyer.id }),
    ({ buyer }: { buyer: User }, hub: RecordingHub) => deactivate(buyer, hub),
    ({ buyer }: { buyer: User }, hub: RecordingHub) =>
      createCaller(contextOfUser({ ...ctx, hub }, buyer)).account.deleteAccount({
        email: buyer.email,
      }),
  ]) {
    const deals = await createReserved();
    const hub = createRecordingHub();
    await end(deals, hub);
    expect(hub.changedListings).toContain(deals.listingId);
  }
});

const deactivate = async (user: User, hub = ctx.hub) => {
  const admin = await createTestUser(ctx.db, { isAdmin: true });
  const asAdmin = createCaller(contextOfUser({ ...ctx, hub }, admin));
  await asAdmin.admin.deactivate({ id: user.id, reason: 'Spam' });
  return () => as(admin).admin.reactivate({ id: user.id, reason: 'A mistake' });
};
const leave = (user: User) => as(user).account.deleteAccount({ email: user.email });

it.each([
  ['a block by the buyer', ({ buyer, seller }) => as(buyer).messaging.block({ userId: seller.id })],
  [
    'a block by the seller',
    ({ buyer, seller }) => as(seller).messaging.block({ userId: buyer.id }),
  ],
  ['the buyer’s deactivation', ({ buyer }) => deactivate(buyer)],
  ['the buyer’s deletion', ({ buyer }) => leave(buyer)],
] satisfies [string, (deals: Awaited<ReturnType<typeof createReserved>>) => Promise<unknown>][])(
  '%s ends the deal quietly, and the line moves on',
  async (_, end) => {
    const deals = await createReserved();
    const { seller, listingId, conversationId, other, otherId } = deals;
    await end(deals);
    const seen = await dealsOf(ctx, other).forConversation({ conversationId: otherId });
    expect(seen.availability).toBe('reserved');
    expect(await isSweepQueued()).toBe(true);
    await sweepDeals(ctx);
    expect(await openOf(listingId)).toEqual(['reservation', 'place']);
    const story = ['line 1', 'reservation offered'];
    expect(await storyOf(ctx, other, otherId)).toEqual(story);
    expect(await storyOf(ctx, seller, conversationId)).toEqual(['reservation reserved']);
    // This event makes the seller's open pages fetch the deal again.
    const events = await readFeed(ctx.db, seller.id, 0);
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'conversation', conversationId }),
    );
    expect(await wrongCounters()).toEqual([]);
  },
);

it('a block ends only the deals between the two people', async () => {
  const { buyer, seller, listingId, conversationId, others } = await createTestDeals(ctx, 2);
  const [other] = others;
  await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
  await dealsOf(ctx, other!.user).makeOffer(offerIn(other!.id));
  await messagingOf(ctx, buyer).block({ userId: seller.id });
  expect(await openOf(listingId)).toEqual(['offer']);
  await messagingOf(ctx, buyer).unblock({ userId: seller.id });
  const { offers, canOffer } = await dealsOf(ctx, buyer).forConversation({ conversationId });
  expect(offers).toMatchObject([{ status: 'closed' }]);
  expect(canOffer).toBe(true);
});

it('the seller’s deactivation ends all deals, and reactivation restores none', async () => {
  const { seller, listingId } = await createReserved();
  const reactivate = await deactivate(seller);
  await sweepDeals(ctx);
  expect(await openOf(listingId)).toEqual([]);
  await reactivate();
  await sweepDeals(ctx);
  expect(await openOf(listingId)).toEqual([]);
  expect(await availabilityOf(ctx, listingId)).toBe('available');
});

it('the seller’s deletion ends all deals', async () => {
  const { seller, listingId } = await createReserved();
  await leave(seller);
  await sweepDeals(ctx);
  expect(await openOf(listingId)).toEqual([]);
});

it('removing a listing ends its deals, with an entry only in their conversations', async () => {
  const { seller, listingId, buyer, conversationId, other, otherId } = await createReserved();
  const asker = await createTestUser(ctx.db);
  const { id: askedId } = await messagingOf(ctx, asker).openConversation({ listingId });
  await as(seller).listings.remove({ id: listingId });
  expect(await openOf(listingId)).toEqual([]);
  const story = ['reservation reserved', 'system removed'];
  expect(await storyOf(ctx, buyer, conversationId)).toEqual(story);
  expect(await storyOf(ctx, other, otherId)).toEqual(['line 1', 'system removed']);
  expect(await storyOf(ctx, asker, askedId)).toEqual([]);
  expect(await wrongCounters()).toEqual([]);
});

it.each(['flag', 'removeListing'] as const)('admin.%s ends its deals quietly', async (act) => {
  const admin = await createTestUser(ctx.db, { isAdmin: true });
  const { listingId, buyer, conversationId } = await createReserved();
  await as(admin).admin[act]({ id: listingId, reason: 'Not allowed' });
  await sweepDeals(ctx);
  expect(await openOf(listingId)).toEqual([]);
  expect(await storyOf(ctx, buyer, conversationId)).toEqual(['reservation reserved']);
});

it('a line waits while reports hide its listing', async () => {
  const { seller, listingId, other } = await createReserved();
  const setActive = (isActive: boolean) =>
    ctx.db.updateTable('listings').set({ isActive }).where('id', '=', listingId).execute();
  await setActive(false);
  await dealsOf(ctx, seller).release({ listingId });
  await sweepDeals(ctx);
  const place = { position: 1, offeredUntil: null };
  expect(await dealsOf(ctx, other).line({ listingId })).toMatchObject(place);
  await setActive(true);
  await sweepDeals(ctx);
  expect((await dealsOf(ctx, other).line({ listingId })).offeredUntil).not.toBeNull();
});

it('a user who is leaving cannot start a deal, and nothing deadlocks', async () => {
  for (let round = 0; round < 8; round++) {
    const { buyer, seller, listingId, conversationId, others } = await createTestDeals(ctx, 3);
    const [waiting, offering] = others;
    const elsewhere = await createTestListing(ctx.db, buyer.id);
    const { id: theirs } = await messagingOf(ctx, seller).openConversation({
      listingId: elsewhere,
    });
    if (round % 2 > 0) await dealsOf(ctx, seller).reserve({ conversationId: waiting!.id });
    const results = await Promise.allSettled([
      round % 4 > 1 ? leave(buyer) : deactivate(buyer),
      dealsOf(ctx, buyer).makeOffer(offerIn(conversationId)),
      dealsOf(ctx, seller).makeOffer(offerIn(theirs)),
      dealsOf(ctx, buyer).joinLine({ listingId }),
      dealsOf(ctx, seller).reserve({ conversationId }),
      dealsOf(ctx, offering!.user).makeOffer(offerIn(offering!.id)),
      messagingOf(ctx, buyer).block({ userId: seller.id }),
      messagingOf(ctx, seller).block({ userId: buyer.id }),
    ]);
    const codes = results.map((result) =>
      result.status === 'fulfilled' ? 'ok' : (result.reason as { code: string }).code,
    );
    expect(codes[0]).toBe('ok');
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
    const { rows } = await sql`
      select 'offer' from offers where status = 'open'
        and conversation_id in (${conversationId}, ${theirs})
      union all select 'reservation' from reservations
        where status = 'active' and conversation_id in (${conversationId}, ${theirs})
      union all select 'place' from line_places
        where conversation_id in (${conversationId}, ${theirs})`.execute(ctx.db);
    expect(rows).toEqual([]);
  }
  await sweepDeals(ctx);
  expect(await wrongCounters()).toEqual([]);
});

it.each(['the seller', 'an admin'])(
  'a removal by %s does not deadlock with racing offers',
  async (who) => {
    const admin = await createTestUser(ctx.db, { isAdmin: true });
    for (let round = 0; round < 5; round++) {
      const { seller, listingId, buyer, conversationId } = await createTestDeals(ctx);
      await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
      const strangers = await Promise.all(Array.from({ length: 6 }, () => createTestUser(ctx.db)));
      const { conversationId: _, ...offer } = offerIn('');
      const results = await Promise.allSettled([
        ...strangers
          .slice(0, 3)
          .map((user) => dealsOf(ctx, user).makeOffer({ ...offer, listingId })),
        who === 'an admin'
          ? as(admin).admin.removeListing({ id: listingId, reason: 'Not allowed' })
          : as(seller).listings.remove({ id: listingId }),
        ...strangers.slice(3).map((user) => dealsOf(ctx, user).makeOffer({ ...offer, listingId })),
      ]);
      const codes = results.map((result) =>
        result.status === 'fulfilled' ? 'ok' : (result.reason as { code: string }).code,
      );
      expect(codes[3]).toBe('ok');
      expect(['ok', 'CONFLICT', 'NOT_FOUND']).toEqual(expect.arrayContaining(codes));
      expect(await openOf(listingId)).toEqual([]);
    }
  },
);
