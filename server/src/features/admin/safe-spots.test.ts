import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { dealsOf } from '../deals/deals.fixtures.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { adminOf, auditOf, createTestAdmin } from './admin.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let admin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  admin = adminOf(ctx, await createTestAdmin(ctx));
});
afterAll(() => database.close());

it('adds and removes a spot once, and logs both', async () => {
  const spot = { name: 'Police station', town: 'troy ny', note: 'The lobby is open all night.' };
  const added = await admin.addSafeSpot(spot);
  expect(added).toMatchObject({ ...spot, town: 'Troy' });
  expect(await admin.safeSpots()).toEqual({ items: [added] });
  await expect(admin.addSafeSpot(spot)).rejects.toMatchObject({ code: 'CONFLICT' });
  await admin.removeSafeSpot({ id: added.id });
  await expect(admin.removeSafeSpot({ id: added.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await auditOf(ctx, added.id)).map(({ action }) => action)).toEqual([
    'spot.add',
    'spot.remove',
  ]);
});

it('refuses a spot without a name, or outside the region', async () => {
  for (const spot of [
    { name: ' ', town: 'Troy' },
    { name: 'Lobby', town: 'Boston' },
    { name: 'Lobby', town: 'Albany County' },
  ]) {
    await expect(admin.addSafeSpot(spot)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
});

it('suggests the spots in the listing’s town, then those in its county, and no others', async () => {
  for (const [name, town] of [
    ['City hall', 'Albany'],
    ['Library', 'Cohoes'],
    ['Police', 'Troy'],
  ] as const) {
    await admin.addSafeSpot({ name, town });
  }
  const user = await createTestUser(ctx.db);
  const place = { location: 'Cohoes, NY', town: 'Cohoes', county: 'Albany' };
  const listingId = await createTestListing(ctx.db, user.id, place);
  const inAlbany = await createTestListing(ctx.db, user.id, { ...place, town: null });
  const { places } = dealsOf(ctx, user);
  const namesOf = async (input?: { listingId: string }) =>
    (await places(input)).spots.map(({ name }) => name);
  expect(await namesOf({ listingId })).toEqual(['Library', 'City hall']);
  expect(await namesOf({ listingId: inAlbany })).toEqual(['City hall', 'Library']);
  expect(await namesOf()).toEqual(['City hall', 'Library', 'Police']);
  expect(await places({ listingId })).toMatchObject({
    town: 'Cohoes',
    kinds: expect.arrayContaining(['Police station', 'Public library']),
  });
  await expect(places({ listingId: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
