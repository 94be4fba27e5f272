import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushContent } from '@marketplace/shared/push/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type PushServer, startPushServer } from '../../test/push-server.ts';
import { createTestUser } from '../../test/users.ts';
import { revokeSessions } from '../auth/sessions.ts';
import { dealsOf, inHours, offerIn } from '../deals/deals.fixtures.ts';
import { remindOfMeetups } from '../deals/reminders.ts';
import { createTestListing, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { notifyUser } from '../notifications/notifications.fixtures.ts';
import { notify } from '../notifications/notifications.ts';
import {
  letSecondsPass,
  openSubscribed,
  pushingTo,
  runPushes,
  waitingPushes,
} from './push.fixtures.ts';

let database: TestDatabase;
let pushServer: PushServer;
let ctx: AppContext;
let dana: Session['user'];
let sam: Session['user'];
let conversationId = '';

beforeAll(async () => {
  database = await createTestDatabase();
  pushServer = await startPushServer();
  ctx = pushingTo(createTestContext(database), pushServer);
});
afterAll(async () => {
  await pushServer.close();
  await database.close();
});
beforeEach(async () => {
  pushServer.received.length = 0;
  await sql`delete from push_subscriptions`.execute(database.db);
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
  dana = await createTestUser(database.db, { firstName: 'Dana' });
  sam = await createTestUser(database.db, { firstName: 'Sam' });
  const listingId = await createTestListing(database.db, sam.id);
  ({ id: conversationId } = await messagingOf(ctx, dana).openConversation({ listingId }));
});

const say = (content: string) => messagingOf(ctx, dana).send({ conversationId, ...draft(content) });
const sale = () => ({
  type: 'sale' as const,
  data: {
    buyerId: dana.id,
    name: 'Dana',
    listingTitle: 'Oak table',
    total: '120.00',
    delivery: 'pickup' as const,
  },
});
const crib = { listingId: randomUUID(), listingTitle: 'Oak crib', price: '40.00' };
const priceDrop = { type: 'price-drop' as const, data: { ...crib, previousPrice: '50.00' } };
const alert = {
  type: 'alert' as const,
  data: {
    ...crib,
    searchId: randomUUID(),
    name: 'Crib',
    path: '/listings',
    reason: 'new' as const,
  },
};
const contents = () => pushServer.received.map(({ content }) => content);
const subscribed = (user: Session['user'], choices: Parameters<typeof openSubscribed>[2] = {}) =>
  openSubscribed({ ctx, pushServer }, user, choices);

describe('a push', () => {
  it('names only the sender, unless the user wants details', async () => {
    await subscribed(sam);
    await subscribed(sam, { details: true });
    await say('Is the table still there?');
    await runPushes(ctx);
    const push = { title: 'New message from Dana', path: `/messages?c=${conversationId}` };
    const tag = `messages:${conversationId}`;
    expect(contents()).toHaveLength(2);
    expect(contents()).toEqual(
      expect.arrayContaining([
        { ...push, body: null, tag },
        { ...push, body: 'Oak table: Is the table still there?', tag },
      ]),
    );
    expect(pushServer.received[0]).toMatchObject({
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      claims: { aud: pushServer.origin, sub: 'mailto:support@example.com' },
    });
    expect(await waitingPushes(ctx)).toEqual([]);
  });

  it('shortens a long message', async () => {
    await subscribed(sam, { details: true });
    await say('🪑'.repeat(2000));
    await runPushes(ctx);
    expect(JSON.stringify(contents()[0]).length).toBeLessThan(3000);
    expect(contents()).toMatchObject([{ body: expect.stringMatching(/🪑…$/u) }]);
  });

  it('has its own titles and topics for messages, deals and reminders', async () => {
    await subscribed(sam);
    await dealsOf(ctx, dana).makeOffer(offerIn(conversationId));
    await say('What do you think?');
    const meetup = { conversationId, place: 'Public library', startsAt: inHours(30) };
    const entry = await dealsOf(ctx, sam).proposeMeetup(meetup);
    const meetupId = entry.kind === 'meetup' ? entry.data.meetupId : '';
    await dealsOf(ctx, dana).respondToMeetup({ meetupId, answer: 'accept' });
    await runPushes(ctx);
    // Dana took two steps of the deal. The later push replaces the earlier one.
    const titles = () => pushServer.received.map(({ content }) => (content as PushContent).title);
    expect(titles().toSorted()).toEqual(['New message from Dana', 'Your meetup with Dana']);
    expect(new Set(pushServer.received.map(({ topic }) => topic)).size).toBe(2);
    await sql`update meetups set starts_at = ${inHours(0.9)} where id = ${meetupId}`.execute(
      ctx.db,
    );
    pushServer.received.length = 0;
    await remindOfMeetups(ctx);
    await runPushes(ctx);
    expect(pushServer.received).toMatchObject([
      {
        content: {
          title: 'Your meetup with Dana starts within the hour',
          body: null,
          path: `/messages?c=${conversationId}`,
        },
        urgency: 'high',
      },
    ]);
    expect(pushServer.received[0]?.ttl).toBeLessThanOrEqual(60 * 60);
  });

  it('is not sent if the device did not choose its kind', async () => {
    await subscribed(sam, { kinds: ['messages'] });
    await dealsOf(ctx, dana).makeOffer(offerIn(conversationId));
    await say('Hello');
    await runPushes(ctx);
    expect(contents()).toMatchObject([{ title: 'New message from Dana' }]);
  });

  it('names no listing and no search to users who want no details', async () => {
    await subscribed(sam);
    await subscribed(sam, { details: true });
    await notifyUser(ctx, sam.id, { ...sale(), groupKey: 'sale:1' });
    await notifyUser(ctx, sam.id, { ...priceDrop, groupKey: 'price:1' });
    await notifyUser(ctx, sam.id, { ...alert, groupKey: 'alert:1' });
    await runPushes(ctx);
    const titlesOf = (all: PushContent[]) => all.map(({ title }) => title).toSorted();
    const all = contents() as PushContent[];
    expect(titlesOf(all.filter(({ body }) => body === null))).toEqual([
      'Price drop on one of your favorites',
      'Something new for your saved search',
      'Something you sold was paid for',
    ]);
    expect(titlesOf(all.filter(({ body }) => body !== null))).toEqual([
      'New listing for “Crib”',
      'Price drop: Oak crib',
      'Sold: Oak table',
    ]);
  });

  it('is sent once by two instances, and only for the newest message of a conversation', async () => {
    await subscribed(sam);
    await say('One');
    await say('Two');
    await Promise.all([runPushes(ctx), runPushes(ctx)]);
    expect(contents()).toHaveLength(1);
    await say('Three');
    await Promise.all([runPushes(ctx), runPushes(ctx)]);
    expect(contents()).toHaveLength(2);
    expect(new Set(pushServer.received.map(({ topic }) => topic)).size).toBe(1);
  });

  it('is not sent for a message that was read or hidden, or after a rollback', async () => {
    await subscribed(sam);
    await say('Read at once');
    await messagingOf(ctx, sam).markRead({ conversationId, upToSeq: 1 });
    await runPushes(ctx);
    await say('Then blocked');
    await messagingOf(ctx, sam).block({ userId: dana.id });
    await runPushes(ctx);
    const undone = ctx.db.transaction().execute(async (trx) => {
      await notify(trx, { userId: sam.id, groupKey: 'sale:1', ...sale() });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await runPushes(ctx);
    expect(contents()).toEqual([]);
  });

  it('goes only to the receiver, and to no deactivated user', async () => {
    await subscribed(dana);
    await say('To Sam');
    await runPushes(ctx);
    expect(contents()).toEqual([]);
    await subscribed(sam);
    await say('Bye');
    await sql`update users set deactivated_at = now() where id = ${sam.id}`.execute(ctx.db);
    await runPushes(ctx);
    expect(contents()).toEqual([]);
  });

  it('is not sent to a device whose session was revoked or has expired', async () => {
    const first = await subscribed(sam);
    const second = await subscribed(sam);
    await say('For two');
    await revokeSessions(ctx.db, { id: first.sessionId });
    await sql`update sessions set expires_at = now() where id = ${second.sessionId}`.execute(
      ctx.db,
    );
    await runPushes(ctx);
    expect(contents()).toEqual([]);
    expect(await first.push.settings()).toEqual({ device: null });
  });
});

describe('a push service', () => {
  const devices = async () =>
    ctx.db.selectFrom('pushSubscriptions').selectAll().where('userId', '=', sam.id).execute();

  it('that no longer knows the device gets no more requests for it', async () => {
    const { endpoint } = await subscribed(sam);
    await subscribed(sam);
    pushServer.end(endpoint);
    await say('Hello');
    await runPushes(ctx);
    expect(contents()).toHaveLength(1);
    expect(await devices()).toHaveLength(1);
    pushServer.trouble({ status: 404 });
    await say('Again');
    await runPushes(ctx);
    expect(await devices()).toEqual([]);
    expect(await waitingPushes(ctx)).toEqual([]);
  });

  it('that is busy gets no requests until its Retry-After has passed, and then the push', async () => {
    await subscribed(sam);
    pushServer.trouble({ status: 429, retryAfter: '120' });
    await say('Hello');
    await runPushes(ctx);
    const tries = pushServer.tries();
    const [seconds] = await waitingPushes(ctx);
    expect(seconds).toBeGreaterThan(110);
    expect(seconds).toBeLessThanOrEqual(120);
    // New pushes must wait too.
    await say('Are you there?');
    await runPushes(ctx);
    expect(pushServer.tries()).toBe(tries);
    await letSecondsPass(ctx, 121);
    await runPushes(ctx);
    expect(contents()).toMatchObject([{ title: 'New message from Dana' }]);
    expect(await devices()).toMatchObject([{ failures: 0, retryAt: null }]);
    expect(await waitingPushes(ctx)).toEqual([]);
  });

  it('can send a date as its Retry-After', async () => {
    await subscribed(sam);
    const inAnHour = new Date(Date.now() + 60 * 60 * 1000).toUTCString();
    pushServer.trouble({ status: 503, retryAfter: inAnHour });
    await say('Hello');
    await runPushes(ctx);
    expect((await waitingPushes(ctx))[0]).toBeGreaterThan(59 * 60 - 5);
    await letSecondsPass(ctx, 2 * 60 * 60);
    await runPushes(ctx);
  });

  it('that fails is retried after doubling pauses, until the push expires', async () => {
    await subscribed(sam);
    await say('Hello');
    const pauses: number[] = [];
    for (let failed = 0; failed < 4; failed++) {
      pushServer.trouble({ status: 500 });
      await runPushes(ctx);
      const [pause = 0] = await waitingPushes(ctx);
      // Round up, since some time has passed since the pause was set.
      pauses.push(Math.ceil(pause / 15) * 15);
      await letSecondsPass(ctx, pause + 1);
    }
    expect(pauses).toEqual([15, 30, 60, 120]);
    await letSecondsPass(ctx, 24 * 60 * 60);
    await runPushes(ctx);
    expect(contents()).toEqual([]);
    expect(await waitingPushes(ctx)).toEqual([]);
    expect(await devices()).toHaveLength(1);
  });

  it.each([413, 400, 403, 301])(
    'that refuses a push with %i does not get it again',
    async (status) => {
      await subscribed(sam);
      pushServer.trouble({ status });
      await say('Hello');
      await runPushes(ctx);
      expect(await waitingPushes(ctx)).toEqual([]);
      expect(await devices()).toMatchObject([{ failures: 0 }]);
    },
  );

  it('that cannot be reached is retried', async () => {
    const gone = await startPushServer();
    const elsewhere = pushingTo(ctx, gone);
    await openSubscribed({ ctx: elsewhere, pushServer: gone }, sam);
    await gone.close();
    await say('Hello');
    await runPushes(elsewhere);
    expect(await waitingPushes(ctx)).toHaveLength(1);
  });
});
