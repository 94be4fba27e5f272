import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile } from './features/account/profile.ts';
import { adminOf } from './features/admin/admin.fixtures.ts';
import { callerOf, insertListing } from './features/listings/listings.fixtures.ts';
import { placeOf } from './features/listings/place.ts';
import { refreshSearchPhrases } from './features/listings/search/suggestions.ts';
import { matchChanges } from './features/searches/matching.ts';
import { countWaiting } from './features/searches/searches.ts';
import { createCaller } from './router.ts';
import { linkedAccounts } from './features/standing/linked-accounts.ts';
import { contextOfUser } from './test/context.ts';
import { createPlanWorld, filters, lists, sorts } from './plans.fixtures.ts';

let world: Awaited<ReturnType<typeof createPlanWorld>>;
let { database, ctx, user, admin, sellerId, conversationId, plansOf, watchedContext } =
  {} as typeof world;
let folded = 0;

beforeAll(async () => {
  world = await createPlanWorld();
  ({ database, ctx, user, admin, sellerId, conversationId, plansOf, watchedContext } = world);
}, 180_000);
afterAll(() => database.close());

const scan = /Seq Scan on (listings|messages|moderation_cases)\b/;

async function expectNoScan(read: () => Promise<unknown>): Promise<void> {
  const plans = await plansOf(read);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(scan);
}

describe('the plan of a query does not scan the listings', () => {
  it.each(lists)(
    'in %s with %s: two pages for a visitor and for an admin',
    async (_order, _name, input) => {
      for (const caller of [callerOf(ctx), callerOf(ctx, admin)]) {
        await expectNoScan(async () => {
          const { nextCursor } = await caller.list(input);
          if (nextCursor) await caller.list({ ...input, cursor: nextCursor });
        });
      }
    },
  );

  it.each(filters)('folded with %s: two pages that begin with a burst', async (_name, filter) => {
    const input = { ...filter, fold: true };
    await expectNoScan(async () => {
      const { items, nextCursor } = await callerOf(ctx).list(input);
      if (nextCursor) await callerOf(ctx).list({ ...input, cursor: nextCursor });
      if (!filter.search) folded += items.filter((item) => item.moreFromSeller).length;
    });
  });

  it('some of these lists are folded', () => expect(folded).toBeGreaterThan(0));

  it('the featured row', async () => {
    await expectNoScan(() => callerOf(watchedContext()).featured());
  });

  it.each(filters)('for the counts of options with %s', async (_name, filter) => {
    await expectNoScan(() => callerOf(watchedContext()).facets(filter));
  });

  it.each(filters.slice(1))(
    'for the matches without one of the filters: %s',
    async (_name, filter) => {
      await expectNoScan(() => callerOf(ctx).relaxations({ ...filter, condition: 'new' }));
    },
  );

  it('the counts of counties and towns', async () => {
    await expectNoScan(() => callerOf(watchedContext()).places());
  });

  it("a seller's listings", async () => {
    for (const caller of [callerOf(ctx), callerOf(ctx, admin)]) {
      for (const [, sort] of sorts) await expectNoScan(() => caller.list({ ...sort, sellerId }));
      await expectNoScan(() => caller.list({ sellerId, search: 'pickup' }));
    }
    await expectNoScan(() => callerOf(watchedContext()).facets({ sellerId }));
  });

  it('for the counts on a seller’s profile', async () => {
    const read = () => getProfile(ctx.db, sellerId);
    await expectNoScan(read);
    for (const plan of await plansOf(read)) {
      // The query must not read all messages of the seller through the index on their author
      // either.
      expect(plan).not.toMatch(/Seq Scan on (conversation|reviews)|messages_client_id_key/);
    }
  });

  it('for the standing and the sign-ins of a user, and who is linked to them', async () => {
    const seller = { ...user, id: sellerId };
    const watched = watchedContext();
    const { account } = createCaller(contextOfUser(watched, seller));
    const plans = await plansOf(async () => {
      await account.standing();
      const { nextCursor } = await account.signIns({ limit: 2 });
      await account.signIns({ limit: 2, cursor: nextCursor ?? undefined });
      expect(await linkedAccounts(watched.db, sellerId)).toHaveLength(50);
    });
    expect(plans).toHaveLength(4);
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on (sign_ins|conversation|messages)/);
    }
  });

  it("one's own listings, and a single one", async () => {
    const mine = callerOf(ctx, { ...user, id: sellerId });
    await expectNoScan(async () => {
      const { nextCursor } = await mine.mine({ limit: 2 });
      await mine.mine({ limit: 2, cursor: nextCursor ?? undefined });
    });
    const id = await insertListing(database.db, sellerId);
    for (const one of [undefined, user, admin]) {
      await expectNoScan(() => callerOf(ctx, one).byId({ id }));
    }
  });

  it.each(['food', 'books'])(
    'for the suggestions in place of a deleted listing of %s',
    async (category) => {
      const id = await insertListing(database.db, user.id, { category });
      await callerOf(ctx, user).remove({ id });
      await expectNoScan(async () => {
        const { listings, ...found } = await callerOf(watchedContext()).missing({ id });
        expect({ ...found, count: listings.length }).toMatchObject({ category, count: 4 });
      });
      const unknown = '00000000-0000-4000-8000-000000000000';
      await expectNoScan(() => callerOf(watchedContext()).missing({ id: unknown }));
    },
  );

  it.each([
    ['a town', 'books', 'Troy'],
    ['a county', 'furniture', 'Greene County'],
    ['the region', 'food', 'Capital Region'],
    ['a town, and without a category', '', 'Albany'],
  ])('for the related listings of a listing in %s', async (_place, category, location) => {
    const place = placeOf(location);
    const id = await insertListing(database.db, sellerId, { category, ...place });
    await expectNoScan(async () => {
      const { fromSeller, similar } = await callerOf(watchedContext()).related({ id });
      expect(fromSeller).toHaveLength(4);
      expect(similar).toHaveLength(category === '' ? 0 : 4);
    });
  });

  it('finds similar titles by rare words, and among the newest by common words', async () => {
    const place = placeOf('Troy');
    const id = await insertListing(database.db, sellerId, {
      ...{ category: 'books', title: 'Used zither with a table', ...place },
    });
    await insertListing(database.db, user.id, {
      category: 'books',
      title: 'Zither table',
      ...place,
    });
    const plans = await plansOf(async () => {
      const { similar } = await callerOf(watchedContext()).related({ id });
      expect(similar.map(({ title }) => title)).toContain('Zither table');
    });
    for (const plan of plans) expect(plan).not.toMatch(scan);
    const alike = plans.filter((plan) => /ts_rank/.test(plan));
    expect(alike).toEqual([expect.stringMatching(/Index Cond: \(\(search @@ '''zither''/)]);
    expect(alike[0]).toMatch(/listings_by_category/);
  });

  it('for the price guide: by rare words, and among the newest by common words', async () => {
    const guide = callerOf(ctx, user).priceGuide;
    const rare = await plansOf(() => guide({ title: 'Wooden zither', category: 'electronics' }));
    expect(rare.at(-1)).toMatch(/listings_search_by_week/);
    const common = await plansOf(() => guide({ title: 'Chair', category: 'electronics' }));
    expect(common.at(-1)).toMatch(/Limit[^]*Index Scan using listings_by_category/);
  });

  it('for how a listing is doing, next to the newest similar ones', async () => {
    const createdAt = new Date(Date.now() - 40 * 24 * 60 * 60_000);
    const id = await insertListing(database.db, user.id, { category: 'books', createdAt });
    await sql`insert into favorites (user_id, listing_id)
      select ${sellerId}, id from listings limit 20000`.execute(database.db);
    await sql`insert into listing_views (listing_id, day, views)
      select listing_id, current_date, 9 from favorites`.execute(database.db);
    await sql`analyze favorites, listing_views`.execute(database.db);
    const plans = await plansOf(() => callerOf(ctx, user).stats({ id }));
    const every = /Seq Scan on (listings|listing_views|favorites|conversations)\b/;
    for (const plan of plans) expect(plan).not.toMatch(every);
    const similar = /^Aggregate[^]*Limit[^]*Index Scan using listings_by_category/;
    expect(plans).toContainEqual(expect.stringMatching(similar));
  });

  it.each(['newest', 'price-asc', 'price-desc'] as const)(
    'uses a separate index for a category in a town, sorted by %s',
    async (sort) => {
      const input = { category: 'furniture', location: 'Albany', sort };
      const [plan] = await plansOf(() => callerOf(ctx).list(input));
      expect(plan).toMatch(/listings_by_category_town/);
      expect(plan).not.toMatch(/->  Sort|Filter: (?!\(availability = 'available')/);
    },
  );

  it('reads no cheaper listings for a price range, cheapest first', async () => {
    const [plan] = await plansOf(() => callerOf(ctx).list({ minPrice: '900', sort: 'price-asc' }));
    expect(plan).toMatch(/Index Cond: .*\(- price\)+ <= /);
  });

  it('looks up only a known rare word in a category, in one statement', async () => {
    const search = () => callerOf(ctx).list({ search: 'serial000042', category: 'books' });
    await search();
    const [plan, anyPlan, ...others] = await plansOf(search);
    for (const one of [plan, anyPlan])
      expect(one).toMatch(/Index Cond: \(search @@ \(InitPlan \d+\)\.col1\)$/m);
    // The same statement checks the versions of the listings in memory.
    expect(others).toEqual([]);
  });

  it('ranks a common word among the newest listings, however many have it', async () => {
    const search = () => callerOf(ctx).list({ search: 'used', category: 'electronics' });
    await search();
    const plans = await plansOf(search);
    expect(plans.some((plan) => /listings_by_category/.test(plan))).toBe(true);
    for (const plan of plans.slice(1)) expect(plan).not.toMatch(/listings_search/);
  });

  it('finds words that few listings have together week by week', async () => {
    const search = () => callerOf(ctx).list({ search: 'vintage chair' });
    await search();
    const [plan] = await plansOf(search);
    expect(plan).toMatch(/Index Cond: \(\(search @@ .* AND \(date_trunc\('week'/);
  });

  it('reads the completions of a search by their beginning', async () => {
    await refreshSearchPhrases(database.db);
    await sql`analyze search_phrases`.execute(database.db);
    const plans = await plansOf(() => callerOf(ctx).suggest({ query: 'wooden ch' }));
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).toMatch(/Scan (?:using|on) search_phrases_pkey/);
  });

  it('finds the saved searches that match a listing through their anchors', async () => {
    const draft = {
      title: 'Oak chair',
      description: '',
      category: 'furniture',
      location: 'Troy, NY',
      condition: 'good',
      price: '10.00',
      kind: 'offer',
      hasPhoto: false,
      isFeatured: false,
    } as const;
    for (const read of [() => matchChanges(ctx.db), () => countWaiting(ctx, sellerId, { draft })]) {
      const plans = await plansOf(read);
      const seq = /Seq Scan on (listings|standing_searches|search_anchors|users)\b/;
      for (const plan of plans) expect(plan).not.toMatch(seq);
      const finding = plans.filter((plan) => plan.includes('search_anchors'));
      expect(finding.length).toBeGreaterThan(0);
      for (const plan of finding) {
        expect(plan).toMatch(/Scan using search_anchors_pkey/);
        expect(plan).toMatch(/(Scan using|Scan on) standing_searches_pkey/);
      }
    }
  });

  it('would be reported if it did', async () => {
    const plans = await plansOf(() =>
      ctx.db.selectFrom('listings').select('id').orderBy('updatedAt').limit(5).execute(),
    );
    expect(plans).toEqual([expect.stringMatching(scan)]);
  });
});

type Caller = ReturnType<typeof adminOf>;

const reads: [
  string,
  (caller: Caller, cursor?: string) => Promise<{ nextCursor: string | null }>,
][] = [
  ['users', (caller, cursor) => caller.users({ cursor })],
  ['users deactivated', (caller, cursor) => caller.users({ cursor, filter: 'deactivated' })],
  ['admins', (caller, cursor) => caller.users({ cursor, filter: 'admins' })],
  ['users found', (caller, cursor) => caller.users({ cursor, search: 'synthetic-1' })],
  ['one user found', (caller, cursor) => caller.users({ cursor, search: 'ter-zz' })],
  ['listings', (caller, cursor) => caller.listings({ cursor })],
  ['flagged', (caller, cursor) => caller.listings({ cursor, filter: 'flagged' })],
  ['reported', (caller, cursor) => caller.listings({ cursor, filter: 'reported' })],
  ['featured', (caller, cursor) => caller.listings({ cursor, filter: 'featured' })],
  ['listings found', (caller, cursor) => caller.listings({ cursor, search: 'kiln' })],
  [
    'flagged found',
    (caller, cursor) => caller.listings({ cursor, search: 'pickup', filter: 'flagged' }),
  ],
  ['messages', (caller, cursor) => caller.messages({ cursor })],
  ['read messages', (caller, cursor) => caller.messages({ cursor, filter: 'read' })],
  ['messages of many', (caller, cursor) => caller.messages({ cursor, search: 'synthetic' })],
  ['messages of some', (caller, cursor) => caller.messages({ cursor, search: 'synthetic-12' })],
  ['messages of one', (caller, cursor) => caller.messages({ cursor, conversationId })],
  ['conversations', (caller, cursor) => caller.conversations({ cursor })],
  ['conversations of many', (caller, cursor) => caller.conversations({ cursor, search: 'sam' })],
  [
    'conversations of some',
    (caller, cursor) => caller.conversations({ cursor, search: 'synthetic-12' }),
  ],
  ['decided reports', (caller, cursor) => caller.reports({ cursor, status: 'decided' })],
  ['the audit log', (caller, cursor) => caller.auditLog({ cursor })],
  ['its actions', (caller, cursor) => caller.auditLog({ cursor, action: 'user' })],
  ['its target', (caller, cursor) => caller.auditLog({ cursor, targetId: conversationId })],
];

/**
 * Searches with few matches. The planner may rather read the whole table, which takes 20 to 90 ms.
 */
const mayScan = new Set(['flagged found', 'messages of some']);

describe('the Admin Center scans no large table for', () => {
  it.each(reads)('%s', async (name, read) => {
    const readTwoPages = async () => {
      const caller = adminOf(ctx, admin);
      const { nextCursor } = await read(caller);
      if (nextCursor) await read(caller, nextCursor);
    };
    if (mayScan.has(name)) await readTwoPages();
    else await expectNoScan(readTwoPages);
  });
});
