import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createRecordingHub, createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { updatePreferences } from '../notifications/preferences.ts';
import { bikes, countAlerts, insertSearch, stepsOf } from './alerts.fixtures.ts';
import { matchSearches } from './alerts.ts';

const runs = 25;
const seed = 20_261_123;

let database: TestDatabase;
let ctx: AppContext;
let other: AppContext;
let seller: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  other = createTestContext(database, { hub: createRecordingHub() });
});
afterAll(() => database.close());

/** The events of a listing, and the actions of a user who changes their mind. */
const events = ['cheap', 'dear', 'renew', 'hide', 'show', 'reserve', 'free', 'work'] as const;
const moods = ['pause', 'resume', 'unsubscribe', 'block'] as const;
type Event = (typeof events)[number] | (typeof moods)[number];

const story = fc.record({
  /** The events of a group happen at the same time, one group after another. */
  groups: fc.array(
    fc.uniqueArray(fc.constantFrom<Event>(...events, ...events, ...moods), {
      minLength: 1,
      maxLength: 4,
    }),
    { minLength: 3, maxLength: 8 },
  ),
  price: fc.constantFrom('80.00', '200.00'),
});

const work = () => Promise.all([matchSearches(ctx), matchSearches(other)]);

it('notifies each waiting user exactly once, whatever happens at the same time', async () => {
  for (const { groups, price } of fc.sample(story, { seed, numRuns: runs })) {
    await sql`truncate standing_searches, search_matches, listing_changes cascade`.execute(ctx.db);
    seller = await createTestUser(ctx.db);
    const steps = stepsOf(ctx, seller);
    const { user: steady } = await insertSearch(ctx, bikes);
    const { user: fickle, id: search } = await insertSearch(ctx, bikes);
    const { user: blocker } = await insertSearch(ctx, bikes);
    await steps.block(blocker.id, seller.id);
    const id = await steps.publish({ price });
    const happen: Record<Event, () => Promise<unknown>> = {
      cheap: () => steps.change(id, { price: '70.00' }),
      dear: () => steps.change(id, { price: '300.00' }),
      renew: () => steps.change(id, { updatedAt: new Date() }),
      hide: () => steps.hide(id),
      show: () => steps.show(id),
      reserve: () => steps.reserve(id),
      free: () => steps.free(id),
      work,
      pause: () => steps.pause(search),
      resume: () => steps.pause(search, false),
      unsubscribe: () => updatePreferences(ctx.db, fickle.id, { alerts: false }),
      block: () =>
        ctx.db
          .insertInto('blocks')
          .values({ blockerId: seller.id, blockedId: fickle.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
    };
    for (const group of groups) await Promise.all(group.map((event) => happen[event]()));
    // In the end the listing is available and all changes are processed.
    await steps.change(id, { price: '60.00', isActive: true, availability: 'available' });
    await work();
    await matchSearches(ctx);
    const told = {
      steady: await countAlerts(ctx, steady),
      blocker: await countAlerts(ctx, blocker),
    };
    expect([groups, told]).toEqual([groups, { steady: 1, blocker: 0 }]);
    expect(await countAlerts(ctx, fickle)).toBeLessThanOrEqual(1);
  }
});
