import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { readFeed } from '../../realtime/feed.ts';
import { createTestUser } from '../../test/users.ts';
import { startSession } from '../auth/sessions.ts';
import { dealsOf, offerIn } from '../deals/deals.fixtures.ts';
import { createTestListing, draft, messagingOf } from './messaging.fixtures.ts';
import { messagingContext } from './messaging-context.fixtures.ts';

const ctx = messagingContext();
let seller: Session['user'];
let buyer: Session['user'];

beforeEach(async () => {
  seller = await createTestUser(ctx.db);
  buyer = await createTestUser(ctx.db, { standing: 0 });
});

/** Opens a conversation about a new listing of the seller. */
async function open(by = buyer) {
  const listingId = await createTestListing(ctx.db, seller.id);
  const { id } = await messagingOf(ctx, by).openConversation({ listingId });
  return id;
}

/** Opens a conversation in which the buyer has written. */
async function openRequest() {
  const id = await open();
  await say(buyer, id);
  return id;
}

const say = (from: Session['user'], conversationId: string, content = 'Hello') =>
  messagingOf(ctx, from).send({ conversationId, ...draft(content) });
const listed = async (folder: 'inbox' | 'requests', of = seller) => {
  const page = await messagingOf(ctx, of).conversations({ folder });
  expect(page.total).toBe(page.items.length);
  return page.items.map(({ id }) => id);
};
const isRequest = async (conversationId: string, of = seller) =>
  (await messagingOf(ctx, of).conversation({ conversationId })).isRequest;

describe('the first message of a new account to a stranger', () => {
  it('is a request for its receiver, and nothing else for its sender', async () => {
    const id = await openRequest();
    const own = await open(await createTestUser(ctx.db));
    expect(await listed('requests')).toEqual([id]);
    expect(await listed('inbox')).toEqual([own]);
    expect((await messagingOf(ctx, seller).conversations({})).items).toHaveLength(2);
    expect(await listed('inbox', buyer)).toEqual([id]);
    expect(await isRequest(id, buyer)).toBe(false);
    expect(await readFeed(ctx.db, seller.id, 0)).toMatchObject([
      { event: { type: 'message', isRequest: true, unread: 1 } },
    ]);
    expect(await readFeed(ctx.db, buyer.id, 0)).toMatchObject([{ event: { isRequest: false } }]);
  });

  it('counts as unread and is mailed, but is pushed only once accepted', async () => {
    const { id: sessionId } = await startSession(ctx.db, ctx.secrets, {
      userId: seller.id,
      userAgent: 'Browser',
    });
    const device = { p256dh: 'key', auth: 'key', details: false, kinds: ['messages', 'deals'] };
    await ctx.db
      .insertInto('pushSubscriptions')
      .values({ ...device, userId: seller.id, sessionId, endpoint: `https://push/${sessionId}` })
      .execute();
    const pushes = async () => {
      const { rows } = await sql`select 1 from graphile_worker.jobs
        where task_identifier = 'sendPush' and key like ${`%${id}`}`.execute(ctx.db);
      return rows.length;
    };
    const id = await openRequest();
    expect(await messagingOf(ctx, seller).unreadCount()).toEqual({ count: 1 });
    const feed = ctx.db.selectFrom('feeds').select('mailDueAt').where('userId', '=', seller.id);
    expect((await feed.executeTakeFirstOrThrow()).mailDueAt).toBeInstanceOf(Date);
    expect(await pushes()).toBe(0);
    await messagingOf(ctx, seller).acceptRequest({ conversationId: id });
    await say(buyer, id);
    expect(await pushes()).toBe(1);
  });

  it('is an offer, too', async () => {
    const id = await open();
    const { offerId } = await dealsOf(ctx, buyer).makeOffer(offerIn(id));
    expect(await isRequest(id)).toBe(true);
    // Nobody answered it.
    await dealsOf(ctx, buyer).withdrawOffer({ offerId });
    expect(await isRequest(id)).toBe(true);
    const again = await dealsOf(ctx, buyer).makeOffer(offerIn(id));
    const answer = { ...draft(''), offerId: again.offerId, answer: 'decline' as const };
    await dealsOf(ctx, seller).respondToOffer(answer);
    expect(await isRequest(id)).toBe(false);
  });

  it('stays a request when its sender becomes a member, or writes again', async () => {
    const id = await openRequest();
    await ctx.db.updateTable('users').set({ standing: 1 }).where('id', '=', buyer.id).execute();
    await say(buyer, id, 'Hello?');
    expect(await isRequest(id)).toBe(true);
    expect(await isRequest(await openRequest())).toBe(false);
  });

  it('returns from the archive as a request', async () => {
    const conversationId = await openRequest();
    await messagingOf(ctx, seller).archive({ conversationId, archived: true });
    expect(await listed('requests')).toEqual([]);
    await say(buyer, conversationId);
    expect(await listed('requests')).toEqual([conversationId]);
  });
});

describe('a request', () => {
  it.each(['acceptance', 'an answer'])('ends with %s', async (what) => {
    const conversationId = await openRequest();
    const api = messagingOf(ctx, seller);
    if (what === 'an answer') await say(seller, conversationId);
    else await api.acceptRequest({ conversationId });
    expect(await listed('requests')).toEqual([]);
    expect(await listed('inbox')).toEqual([conversationId]);
    const events = await readFeed(ctx.db, seller.id, 0);
    expect(events.at(-1)?.event).toMatchObject(
      what === 'an answer' ? { isRequest: false } : { type: 'conversation', conversationId },
    );
    expect((await api.acceptRequest({ conversationId })).isRequest).toBe(false);
    expect(await readFeed(ctx.db, seller.id, 0)).toEqual(events);
    await say(buyer, conversationId);
    expect(await isRequest(conversationId)).toBe(false);
  });

  it('is not made to someone with whom the sender has talked', async () => {
    const first = await openRequest();
    expect(await isRequest(await openRequest())).toBe(true);
    await say(seller, first);
    expect(await isRequest(await openRequest())).toBe(false);
  });

  it('is not made by a member, nor by answering', async () => {
    const member = await createTestUser(ctx.db);
    const id = await open(member);
    await say(member, id);
    expect(await isRequest(id)).toBe(false);
    await ctx.db.updateTable('users').set({ standing: 0 }).where('id', '=', seller.id).execute();
    await say(seller, id);
    expect(await isRequest(id, member)).toBe(false);
  });

  it('belongs to its receiver', async () => {
    const conversationId = await openRequest();
    const stranger = await createTestUser(ctx.db);
    const accept = (user: Session['user']) =>
      messagingOf(ctx, user).acceptRequest({ conversationId });
    await expect(accept(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await accept(buyer);
    expect(await isRequest(conversationId)).toBe(true);
  });
});

it('links in messages of a new account are not allowed, until it is a member', async () => {
  const conversationId = await openRequest();
  const allowed = async (of: Session['user']) =>
    (await messagingOf(ctx, of).conversation({ conversationId })).otherLinksAllowed;
  expect([await allowed(seller), await allowed(buyer)]).toEqual([false, true]);
  await ctx.db.updateTable('users').set({ standing: 1 }).where('id', '=', buyer.id).execute();
  expect(await allowed(seller)).toBe(true);
});
