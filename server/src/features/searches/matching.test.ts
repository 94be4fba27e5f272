import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { insertListing } from '../listings/listings.fixtures.ts';
import { bikes, countAlerts, insertSearch, stepsOf, alertsOf } from './alerts.fixtures.ts';
import { matchSearches } from './alerts.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate standing_searches, search_matches, listing_changes cascade`.execute(ctx.db);
  seller = await createTestUser(ctx.db);
});

const steps = () => stepsOf(ctx, seller);

/** One step of a case. A case has a name, the expected number of alerts, and its steps in order. */
type Step = (at: { id: string; search: string; user: string }) => Promise<unknown>;
const work: Step = () => matchSearches(ctx);

/** Cases of a search that was saved before the listing was published. */
const older: [string, number, Step[]][] = [
  ['a listing that matches', 1, []],
  [
    'an edit of a listing that matched before',
    1,
    [({ id }) => steps().change(id, { description: 'Hardly used.' }), work],
  ],
  ['a renewal', 1, [({ id }) => steps().change(id, { updatedAt: new Date() }), work]],
  ['a further drop', 1, [({ id }) => steps().change(id, { price: '60' }), work]],
  [
    'out of the search and back',
    1,
    [
      ({ id }) => steps().change(id, { price: '200' }),
      work,
      ({ id }) => steps().change(id, { price: '80' }),
      work,
    ],
  ],
  ['hidden and back', 1, [({ id }) => steps().hide(id), work, ({ id }) => steps().show(id), work]],
  [
    'reserved and back',
    1,
    [({ id }) => steps().reserve(id), work, ({ id }) => steps().free(id), work],
  ],
];

describe('a search that is older than the listing', () => {
  it.each(older)('%s', async (_what, times, path) => {
    const { id: search, user } = await insertSearch(ctx, bikes);
    const id = await steps().publish();
    await work({ id, search, user: user.id });
    for (const step of path) await step({ id, search, user: user.id });
    expect(await countAlerts(ctx, user)).toBe(times);
  });

  const before: [string, number, Step[]][] = [
    ['hidden before the alert', 0, [({ id }) => steps().hide(id), work]],
    [
      'hidden and visible again before the alert',
      1,
      [({ id }) => steps().hide(id), work, ({ id }) => steps().show(id), work],
    ],
    ['reserved before the alert', 0, [({ id }) => steps().reserve(id), work]],
    ['edited before the alert', 1, [({ id }) => steps().change(id, { price: '90' }), work]],
    [
      'edited so that it no longer matches',
      0,
      [({ id }) => steps().change(id, { price: '900' }), work],
    ],
    [
      'paused',
      0,
      [
        ({ search }) => steps().pause(search),
        work,
        ({ search }) => steps().pause(search, false),
        work,
      ],
    ],
    ['blocked by the person', 0, [({ user }) => steps().block(user, seller.id), work]],
    ['blocked by the seller', 0, [({ user }) => steps().block(seller.id, user), work]],
    [
      'deleted',
      0,
      [
        ({ search }) => sql`delete from standing_searches where id = ${search}`.execute(ctx.db),
        work,
      ],
    ],
    [
      'the person is deactivated',
      0,
      [
        ({ user }) =>
          sql`update users set deactivated_at = now() where id = ${user}`.execute(ctx.db),
        work,
      ],
    ],
  ];
  it.each(before)('processed late: %s', async (_what, times, path) => {
    const { id: search, user } = await insertSearch(ctx, bikes);
    const id = await steps().publish();
    for (const step of path) await step({ id, search, user: user.id });
    expect(await countAlerts(ctx, user)).toBe(times);
  });

  const elsewhere: [string, number, Step[]][] = [
    ['a drop under the ceiling', 1, [({ id }) => steps().change(id, { price: '100' }), work]],
    ['a drop that is not enough', 0, [({ id }) => steps().change(id, { price: '101' }), work]],
    [
      'a drop while it is reserved',
      1,
      [
        ({ id }) => steps().reserve(id),
        ({ id }) => steps().change(id, { price: '90' }),
        work,
        ({ id }) => steps().free(id),
        work,
      ],
    ],
  ];
  it.each(elsewhere)('above the maximum price: %s', async (_what, times, path) => {
    const { id: search, user } = await insertSearch(ctx, bikes);
    const id = await steps().publish({ price: '150.00' });
    await work({ id, search, user: user.id });
    expect(await countAlerts(ctx, user)).toBe(0);
    for (const step of path) await step({ id, search, user: user.id });
    expect(await countAlerts(ctx, user)).toBe(times);
  });

  it('names a price drop in the alert', async () => {
    const { user } = await insertSearch(ctx, bikes);
    const id = await steps().publish({ price: '150.00' });
    await steps().change(id, { price: '75.50' });
    await matchSearches(ctx);
    expect(await alertsOf(ctx, user)).toEqual({
      notified: [{ count: 1, title: 'New listing for “Road bike”', body: 'Road bike, $75.50' }],
      mailed: ['New: Road bike, $75.50'],
    });
    await steps().change(id, { price: '150' });
    await matchSearches(ctx);
    const late = await insertSearch(ctx, bikes);
    await steps().change(id, { price: '70' });
    await matchSearches(ctx);
    expect(await alertsOf(ctx, late.user)).toEqual({
      notified: [{ count: 1, title: 'Price drop for “Road bike”', body: 'Road bike, $70' }],
      mailed: ['Price drop: Road bike, $70'],
    });
  });
});

describe('a search that is younger than the listing', () => {
  const younger: [string, number, Step[]][] = [
    ['nothing happens', 0, [work]],
    ['an edit', 0, [({ id }) => steps().change(id, { title: 'Red road bike' }), work]],
    [
      'hidden and back',
      0,
      [({ id }) => steps().hide(id), work, ({ id }) => steps().show(id), work],
    ],
    ['sold and back', 0, [({ id }) => steps().reserve(id), ({ id }) => steps().free(id), work]],
    [
      'out of the search and back',
      1,
      [
        ({ id }) => steps().change(id, { price: '200' }),
        work,
        ({ id }) => steps().change(id, { price: '90' }),
        work,
      ],
    ],
  ];
  it.each(younger)('%s', async (_what, times, path) => {
    const id = await steps().publish();
    // The result is the same whether or not the new listing was processed before the search was
    // saved.
    for (const isWorkedOff of [false, true]) {
      if (isWorkedOff) await matchSearches(ctx);
      const { id: search, user } = await insertSearch(ctx, bikes, { name: String(isWorkedOff) });
      for (const step of path) await step({ id, search, user: user.id });
      expect(await countAlerts(ctx, user)).toBe(times);
      await steps().change(id, { price: '80.00', title: 'Road bike' });
    }
  });

  it('matches a listing that was committed after the search was saved, whatever the timestamps say', async () => {
    const begun = Promise.withResolvers<void>();
    const saved = Promise.withResolvers<void>();
    const publishing = ctx.db.transaction().execute(async (trx) => {
      await insertListing(trx, seller.id, { title: 'Road bike', price: '80.00' });
      begun.resolve();
      await saved.promise;
    });
    await begun.promise;
    const { user } = await insertSearch(ctx, bikes);
    saved.resolve();
    await publishing;
    await matchSearches(ctx);
    expect(await countAlerts(ctx, user)).toBe(1);
  });
});

it('deletes the matches of deleted searches', async () => {
  const { id: search, user } = await insertSearch(ctx, bikes);
  const { user: other } = await insertSearch(ctx, bikes);
  await steps().publish();
  await work({ id: '', search, user: user.id });
  const matches = () => ctx.db.selectFrom('searchMatches').select('searchId').execute();
  expect(await matches()).toHaveLength(2);
  await ctx.db.deleteFrom('standingSearches').where('id', '=', search).execute();
  expect(await matches()).toHaveLength(1);
  await ctx.db.deleteFrom('standingSearches').where('userId', '=', other.id).execute();
  expect(await matches()).toEqual([]);
});

it('finds a title with the words of a price at any price, even after its columns are renewed', async () => {
  // More bikes cost at most $100 than have the words in their title, so that the search finds both.
  for (let n = 0; n < 5; n += 1) await steps().publish();
  await steps().publish({ title: 'Bike under $100', price: '120.00' });
  const { id, user } = await insertSearch(ctx, { search: 'bike under $100' });
  await steps().publish({ title: 'Blue bike under $100', price: '120.00' });
  await steps().publish({ title: 'Blue bike', price: '120.00' });
  await matchSearches(ctx);
  expect(await countAlerts(ctx, user)).toBe(1);
  const outdated = ctx.db.updateTable('standingSearches').set({ searchVersion: 0 });
  await outdated.where('id', '=', id).execute();
  await steps().publish({ title: 'Green bike under $100', price: '130.00' });
  await steps().publish({ title: 'Green bike', price: '90.00' });
  await matchSearches(ctx);
  expect(await countAlerts(ctx, user)).toBe(3);
});
