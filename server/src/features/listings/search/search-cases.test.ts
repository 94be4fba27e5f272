import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../app-context.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { placeOf } from '../place.ts';
import { type SearchCase, searchCases } from './search-cases.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
const ids = new Map<SearchCase['listing'], string>();

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  const { id: sellerId } = await createTestUser(ctx.db);
  for (const { listing } of searchCases) {
    if (ids.has(listing)) continue;
    const { title, price = '80.00', location = 'Troy', condition = 'good' } = listing;
    const values = { title, price, condition, ...placeOf(location) };
    ids.set(listing, await insertListing(ctx.db, sellerId, values));
  }
});
afterAll(() => database.close());

/** Returns the ids of all listings that a search finds. */
async function found(search: string): Promise<Set<string>> {
  const all = new Set<string>();
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await callerOf(ctx).list({ search, cursor, limit: 100 });
    for (const { id } of items) all.add(id);
    cursor = nextCursor ?? undefined;
  } while (cursor);
  return all;
}

describe.each(Object.entries(Object.groupBy(searchCases, ({ kind }) => kind)))('%s', (_, cases) => {
  it.each(
    cases.map(
      (one) => [one.query, one.found ? 'finds' : 'does not find', one.listing.title, one] as const,
    ),
  )('a search for %j %s %j', async (...[query, , title, { listing, found: isFound }]) => {
    const finds = (await found(query)).has(ids.get(listing) ?? '');
    expect([title, finds]).toEqual([title, isFound]);
  });
});

it('has at least 400 cases, of which at least a third must not be found', () => {
  expect(searchCases.length).toBeGreaterThanOrEqual(400);
  const missing = searchCases.filter((one) => !one.found);
  expect(missing.length).toBeGreaterThanOrEqual(searchCases.length / 3);
});
