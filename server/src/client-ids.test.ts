import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from './app-context.ts';
import type { Session } from './context.ts';
import { createTestDeals, inHours } from './features/deals/deals.fixtures.ts';
import { createPayingContext, purchase } from './features/payments/payments.fixtures.ts';
import { createCaller } from './router.ts';
import { queuedMails } from './test/mail.ts';
import { contextOfUser } from './test/context.ts';
import type { RecordingHub } from './test/app-context.ts';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { type PayPalServer, startPayPalServer } from './test/paypal-server.ts';
import { createTestUser } from './test/users.ts';

let database: TestDatabase;
let paypal: PayPalServer;
let ctx: AppContext;
let deal: Awaited<ReturnType<typeof createTestDeals>>;

beforeAll(async () => {
  database = await createTestDatabase();
  paypal = await startPayPalServer();
  ctx = createPayingContext(database, paypal);
});
afterAll(async () => {
  await paypal.close();
  await database.close();
});
beforeEach(async () => {
  deal = await createTestDeals(ctx);
  await ctx.db
    .updateTable('users')
    .set({ canUsePaypal: true })
    .where('id', '=', deal.seller.id)
    .execute();
});

const as = (user: Session['user']) => createCaller(contextOfUser(ctx, user));
const lamp = { title: 'Lamp', price: '5.00', location: 'Troy' };

describe('a client id', () => {
  it('creates a separate thing for each user, and reveals nothing of another user', async () => {
    const clientId = randomUUID();
    const stranger = await createTestUser(ctx.db);
    const [mine, theirs] = await Promise.all(
      [deal.seller, stranger].map((user) => as(user).listings.create({ ...lamp, clientId })),
    );
    expect(theirs).toMatchObject({ sellerId: stranger.id });
    expect(theirs?.id).not.toBe(mine?.id);
    const token = { name: 'Script', scope: 'write', clientId } as const;
    const secrets = await Promise.all(
      [deal.seller, stranger].map(async (user) => (await as(user).tokens.create(token)).token),
    );
    expect(new Set(secrets).size).toBe(2);
    const other = { ...purchase(deal.listingId), clientId };
    const orders = await Promise.all(
      [deal.buyer, stranger].map(async (user) => (await as(user).payments.createOrder(other)).id),
    );
    expect(new Set(orders).size).toBe(2);
  });

  it('returns the first thing even with other values, and refuses if it was deleted', async () => {
    const clientId = randomUUID();
    const { listings } = as(deal.seller);
    const { id } = await listings.create({ ...lamp, clientId });
    const again = { title: 'Rug', price: '7.00', location: 'Boston, MA', clientId };
    expect(await listings.create(again)).toMatchObject({ id, title: 'Lamp' });
    await listings.remove({ id });
    await expect(listings.create({ ...lamp, clientId })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This listing was posted and then deleted.',
    });
  });

  it('is refused for another kind of step and in another conversation', async () => {
    const clientId = randomUUID();
    const { deals } = as(deal.seller);
    await deals.reserve({ conversationId: deal.conversationId, clientId });
    const meetup = { place: 'Library', startsAt: inHours(30), clientId };
    const refusals = [
      [deal.conversationId, 'This clientId was used for another message.'],
      [(await anotherDeal()).conversationId, 'This clientId was used for a message elsewhere.'],
    ] as const;
    for (const [conversationId, message] of refusals) {
      await expect(deals.proposeMeetup({ ...meetup, conversationId })).rejects.toMatchObject({
        code: 'CONFLICT',
        message,
      });
    }
  });

  it('is refused if it is not a UUID', async () => {
    await expect(as(deal.seller).listings.create({ ...lamp, clientId: 'x' })).rejects.toMatchObject(
      {
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: ['clientId'], message: 'Enter a UUID.' }] },
      },
    );
  });

  async function anotherDeal() {
    const { id: listingId } = await as(deal.seller).listings.create(lamp);
    const { id } = await as(deal.buyer).messaging.openConversation({ listingId });
    return { conversationId: id };
  }
});

describe('an API token that is created again with its client id', () => {
  it('has the same secret until it is revoked, and emails its user once', async () => {
    const email = `${randomUUID()}@example.com`;
    const { tokens } = as(await createTestUser(ctx.db, { email }));
    const input = { name: 'Script', scope: 'read', clientId: randomUUID() } as const;
    const [first, again] = [await tokens.create(input), await tokens.create(input)];
    expect(again.token).toBe(first.token);
    expect(await queuedMails(ctx, email)).toHaveLength(1);
    await tokens.revoke({ id: first.id });
    expect((await tokens.create(input)).token).not.toBe(first.token);
  });
});

it('creates one order at PayPal for two calls at once', async () => {
  const input = { ...purchase(deal.listingId), clientId: randomUUID() };
  const create = () => as(deal.buyer).payments.createOrder(input);
  const [one, other] = await Promise.all([create(), create()]);
  expect(other).toEqual(one);
  paypal.approve(one.id);
  expect(await as(deal.buyer).payments.capture({ orderId: one.id })).toMatchObject({
    state: 'captured',
  });
});

it('publishes a listing once if it arrives twice', async () => {
  const hub = ctx.hub as RecordingHub;
  const before = hub.adminEvents.length;
  const input = { ...lamp, clientId: randomUUID() };
  const create = () => as(deal.seller).listings.create(input);
  await Promise.all([create(), create()]);
  const created = hub.adminEvents.slice(before).filter(({ type }) => type === 'listingCreated');
  expect(created).toHaveLength(1);
});
