import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ListingStateView } from '@marketplace/shared/listings/views';
import { peopleOf } from '../features/account/account.fixtures.ts';
import { adminOf } from '../features/admin/admin.fixtures.ts';
import { changeDeals } from '../features/deals/change-deal.ts';
import { callerOf } from '../features/listings/listings.fixtures.ts';
import { createTestConversation } from '../features/messaging/messaging.fixtures.ts';
import {
  createAdmin,
  openCaseOf,
  reportByOthers,
} from '../features/moderation/moderation.fixtures.ts';
import { createRecordingHub } from '../test/app-context.ts';
import { startTestServer } from '../test/server.ts';
import { endConnections, eventually, startPair, watchListings } from './pair.fixtures.ts';

// The tick is so long that no check of the database hides a forgotten announcement.
const pair = startPair({ tickMs: 3_600_000 });

/** Creates a listing and collects what a visitor at the other instance sees of it. */
async function watched() {
  const { one, other, connect } = pair;
  const { id: conversationId, listingId, ...people } = await createTestConversation(one.ctx);
  const states = await watchListings(connect(other), [listingId]);
  return { listingId, conversationId, states, ...people };
}

type Watched = Awaited<ReturnType<typeof watched>>;

/** Resolves when the visitor sees this state of the listing. */
async function shows({ states }: Watched, expected: Partial<ListingStateView>) {
  await eventually(() => expect(states.at(-1)).toMatchObject(expected));
}

const reason = 'Against the rules';
const asAdmin = async () => adminOf(pair.one.ctx, await createAdmin(pair.one.ctx));

/**
 * Every way to change what others see of a listing. Each function also checks the state after each
 * step.
 */
const acts: Record<string, (seen: Watched) => Promise<void>> = {
  async 'an edit'(seen) {
    const edit = { id: seen.listingId.toUpperCase(), title: 'Solid oak table', price: '45.00' };
    await callerOf(pair.one.ctx, seen.seller).update(edit);
    await shows(seen, { title: 'Solid oak table', price: '45.00' });
  },
  async 'its deletion'(seen) {
    await callerOf(pair.one.ctx, seen.seller).remove({ id: seen.listingId.toUpperCase() });
    await shows(seen, { isActive: false });
  },
  async 'a flag of an admin, and its end'(seen) {
    const admin = await asAdmin();
    await admin.flag({ id: seen.listingId, reason });
    await shows(seen, { isActive: false });
    await admin.restore({ id: seen.listingId, reason });
    await shows(seen, { isActive: true, price: '120.00' });
  },
  async 'a deletion by an admin'(seen) {
    await (await asAdmin()).removeListing({ id: seen.listingId, reason });
    await shows(seen, { isActive: false });
  },
  async 'reports, the decision and its undoing'(seen) {
    const { ctx } = pair.one;
    const admin = await asAdmin();
    await reportByOthers(ctx, 3, { targetType: 'listing', targetId: seen.listingId });
    await shows(seen, { isActive: false });
    const caseId = await openCaseOf(ctx, seen.listingId);
    await admin.resolveReport({ caseId, decision: 'dismiss', reason });
    await shows(seen, { isActive: true });
    await admin.undoDecision({ caseId });
    await shows(seen, { isActive: false });
  },
  async 'the deactivation of its seller, and its end'(seen) {
    const admin = await asAdmin();
    await admin.deactivate({ id: seen.seller.id, reason });
    await shows(seen, { isActive: false });
    await admin.reactivate({ id: seen.seller.id, reason });
    await shows(seen, { isActive: true });
  },
  async 'the deletion of its seller'(seen) {
    await peopleOf(pair.one.ctx).remove(seen.seller);
    await shows(seen, { isActive: false });
  },
  async 'a deal'(seen) {
    const { conversationId, listingId } = seen;
    await changeDeals(pair.one.ctx, { conversationId }, async ({ trx }) => {
      const until = new Date(Date.now() + 3_600_000);
      await trx.insertInto('reservations').values({ conversationId, listingId, until }).execute();
    });
    await shows(seen, { availability: 'reserved' });
    await changeDeals(pair.one.ctx, { listingId }, async ({ trx }) => {
      await trx.insertInto('sales').values({ listingId }).execute();
    });
    await shows(seen, { availability: 'sold' });
  },
};

describe('a listing on the screen of a visitor', () => {
  it.each(Object.entries(acts))('shows %s', async (_name, act) => act(await watched()));

  it('is updated after an announcement was lost', async () => {
    const { database, connect } = pair;
    const server = await startTestServer(database, {}, { tickMs: 300 });
    const { listingId, seller } = await createTestConversation(server.ctx);
    const states = await watchListings(connect(server), [listingId]);
    const mute = { ...server.ctx, hub: createRecordingHub() };
    await callerOf(mute, seller).remove({ id: listingId });
    await eventually(() => expect(states.at(-1)).toMatchObject({ isActive: false }));
    await server.close();
  });

  it('is updated after the database has ended every connection', async () => {
    const seen = await watched();
    const { listingId: id, seller } = seen;
    await endConnections(pair.database);
    await eventually(() =>
      callerOf(pair.one.ctx, seller).update({ id, title: 'Oak table', price: '30.00' }),
    );
    await shows(seen, { price: '30.00' });
  });
});

describe('listings.live', () => {
  it('reveals nothing else about a listing that does not exist or that the caller cannot open', async () => {
    const { one, connect, database } = pair;
    const { seller, listingId } = await createTestConversation(one.ctx);
    await database.db
      .updateTable('listings')
      .set({ isActive: false })
      .where('id', '=', listingId)
      .execute();
    const ids = [listingId, randomUUID(), 'none'];
    const open = { availability: 'available', awayUntil: null };
    const nothing = { ...open, title: '', price: '0.00', isActive: false };
    const hidden = { ...nothing, id: listingId, version: 2 };
    const states = await watchListings(connect(one), ids);
    expect(new Set(states)).toEqual(
      new Set([hidden, ...ids.slice(1).map((id) => ({ ...nothing, id, version: 0 }))]),
    );
    const session = await one.signedIn({ isAdmin: true });
    expect(await watchListings(connect(one, session), [listingId])).toEqual([
      { ...hidden, title: 'Oak table', price: '120.00' },
    ]);
    await callerOf(one.ctx, seller).remove({ id: listingId });
    expect(await watchListings(connect(one, session), [listingId])).toEqual([hidden]);
  });

  it('refuses more than a hundred listings', async () => {
    const { one, connect } = pair;
    const refused = new Promise<string>((resolve) => {
      const ids = Array.from({ length: 101 }, () => randomUUID());
      connect(one).api.listings.live.subscribe(
        { ids },
        { onError: (error) => resolve(error.data?.issues?.[0]?.path ?? error.message) },
      );
    });
    expect(await refused).toBe('ids');
  });

  it('limits the visitors of a network, and leaves room for signed-in users', async () => {
    const limits = { visitorSocketsOfNetwork: 1 };
    const server = await startTestServer(pair.database, {}, { limits });
    const { connect } = pair;
    await watchListings(connect(server), [randomUUID()]);
    const second = connect(server);
    second.api.listings.live.subscribe({ ids: [] }, {});
    await eventually(() => expect(second.closeCodes.length).toBeGreaterThan(1));
    const user = await server.signedIn();
    expect(await watchListings(connect(server, user), [randomUUID()])).toHaveLength(1);
    await second.close();
    await server.close();
  });

  it('allows a visitor at most five subscriptions', async () => {
    const client = pair.connect(pair.one);
    await watchListings(client, [randomUUID()]);
    const errors: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      client.api.listings.live.subscribe(
        { ids: [] },
        { onError: (error) => void errors.push(error.message) },
      );
    }
    await eventually(() => expect(errors).toEqual(['Too many subscriptions on one connection.']));
  });
});
