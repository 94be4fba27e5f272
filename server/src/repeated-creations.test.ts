import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from './app-context.ts';
import type { Session } from './context.ts';
import { createTestDeals, inHours, offerIn } from './features/deals/deals.fixtures.ts';
import { createPayingContext, purchase } from './features/payments/payments.fixtures.ts';
import { createCaller } from './router.ts';
import { contextOfUser } from './test/context.ts';
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

/** Counts the rows of each table, and the points of rate limits. */
async function countRows(): Promise<Record<string, number>> {
  const names = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(ctx.db);
  const counts = names.rows.map(
    ({ name }) => sql`select ${name}::text as name, count(*)::int as count from ${sql.table(name)}`,
  );
  const all = sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}
    union all select 'points', coalesce(sum(points), 0)::int from rate_limits`;
  const { rows } = await all.execute(ctx.db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** A kind of creation, the table that gets one more row, and a function that prepares the call. */
type Kind = [name: string, table: string, prepare: () => Promise<() => Promise<unknown>>];

const withClientId: Kind[] = [
  [
    'a listing',
    'listings',
    async () => {
      const input = { ...lamp, clientId: randomUUID() };
      return () => as(deal.seller).listings.create(input);
    },
  ],
  [
    'a draft',
    'drafts',
    async () => {
      const input = { draft: lamp, clientId: randomUUID() };
      return () => as(deal.seller).drafts.save(input);
    },
  ],
  [
    'a message',
    'messages',
    async () => {
      const input = { conversationId: deal.conversationId, clientId: randomUUID(), content: 'Hi' };
      return () => as(deal.buyer).messaging.send(input);
    },
  ],
  [
    'an offer',
    'offers',
    async () => {
      const input = offerIn(deal.conversationId);
      return () => as(deal.buyer).deals.makeOffer(input);
    },
  ],
  [
    'a counteroffer',
    'offers',
    async () => {
      const { offerId } = await as(deal.buyer).deals.makeOffer(offerIn(deal.conversationId));
      const input = { offerId, answer: 'counter', amount: '110', clientId: randomUUID() } as const;
      return () => as(deal.seller).deals.respondToOffer(input);
    },
  ],
  [
    'an accepted offer',
    'reservations',
    async () => {
      const { offerId } = await as(deal.buyer).deals.makeOffer(offerIn(deal.conversationId));
      const input = { offerId, answer: 'accept', clientId: randomUUID() } as const;
      return () => as(deal.seller).deals.respondToOffer(input);
    },
  ],
  [
    'a reservation',
    'reservations',
    async () => {
      const input = { conversationId: deal.conversationId, clientId: randomUUID() };
      return () => as(deal.seller).deals.reserve(input);
    },
  ],
  [
    'a reservation that starts again',
    'messages',
    async () => {
      const { conversationId } = deal;
      await as(deal.seller).deals.reserve({ conversationId });
      const input = { conversationId, days: 5, clientId: randomUUID() };
      return () => as(deal.seller).deals.reserve(input);
    },
  ],
  [
    'a meetup',
    'meetups',
    async () => {
      const { conversationId } = deal;
      const place = { conversationId, place: 'Library', startsAt: inHours(30) };
      const input = { ...place, clientId: randomUUID() };
      return () => as(deal.buyer).deals.proposeMeetup(input);
    },
  ],
  [
    'an order',
    'orders',
    async () => {
      const input = { ...purchase(deal.listingId), clientId: randomUUID() };
      return () => as(deal.buyer).payments.createOrder(input);
    },
  ],
  [
    'an API token',
    'api_tokens',
    async () => {
      const input = { name: 'Script', scope: 'read', clientId: randomUUID() } as const;
      return () => as(deal.seller).tokens.create(input);
    },
  ],
  [
    'a webhook',
    'webhooks',
    async () => {
      const input = {
        url: 'https://hooks.example.com/',
        events: ['listing.sold' as const],
        clientId: randomUUID(),
      };
      return () => as(deal.seller).webhooks.create(input);
    },
  ],
];

const byNature: Kind[] = [
  ['a conversation', 'conversations', newConversation],
  [
    'a review',
    'reviews',
    async () => {
      const input = { sellerId: deal.seller.id, listingId: deal.listingId, rating: 4 };
      return () => as(deal.buyer).reviews.submit(input);
    },
  ],
  [
    'a review of a deal',
    'reviews',
    async () => {
      const { listingId, conversationId } = deal;
      await as(deal.seller).deals.markSold({ listingId, conversationId });
      return () => as(deal.buyer).deals.review({ dealId: conversationId, rating: 5 });
    },
  ],
  [
    'a report',
    'reports',
    async () => {
      const input = { targetType: 'listing', targetId: deal.listingId, reason: 'spam' } as const;
      return () => as(deal.buyer).moderation.report(input);
    },
  ],
  [
    'a saved search',
    'standing_searches',
    async () => {
      const input = { filter: { category: 'furniture' }, frequency: 'daily' } as const;
      return () => as(deal.buyer).searches.create(input);
    },
  ],
  [
    'a place in line',
    'line_places',
    async () => {
      const { listingId, conversationId } = deal;
      await as(deal.seller).deals.reserve({ conversationId });
      const user = await createTestUser(ctx.db);
      return () => as(user).deals.joinLine({ listingId });
    },
  ],
  [
    'a favorite',
    'favorites',
    async () => {
      const { listingId, buyer } = deal;
      return () => as(buyer).favorites.add({ listingId });
    },
  ],
];

async function newConversation() {
  const user = await createTestUser(ctx.db);
  const { listingId } = deal;
  return async () => (await as(user).messaging.openConversation({ listingId })).id;
}

describe('a creation that arrives twice at once and once more later', () => {
  it.each([...withClientId, ...byNature])('creates one thing: %s', async (_, table, prepare) => {
    const call = await prepare();
    const before = await countRows();
    const [first, second] = await Promise.all([call(), call()]);
    expect(second).toEqual(first);
    const after = await countRows();
    expect(after[table]).toBe((before[table] ?? 0) + 1);
    expect(await call()).toEqual(first);
    expect({ ...(await countRows()), points: 0, rate_limits: 0 }).toEqual({
      ...after,
      points: 0,
      rate_limits: 0,
    });
  });

  it.each(withClientId)(
    'does not count against a limit when repeated: %s',
    async (_, __, prepare) => {
      const call = await prepare();
      await call();
      const { points } = await countRows();
      await call();
      expect((await countRows()).points).toBe(points);
    },
  );
});
