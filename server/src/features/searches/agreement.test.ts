import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { output } from 'zod';
import { categories, conditions } from '@marketplace/shared/listings/constants';
import { listingFacetsInput } from '@marketplace/shared/listings/inputs';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf } from '../listings/listings.fixtures.ts';
import { matchesStandingSearch } from '../listings/search/listings.search.ts';
import { placeOf } from '../listings/place.ts';
import { addSearchWords } from '../listings/search/corrections.ts';
import { indexed } from '../listings/search/index-listings.ts';
import { matchListings } from './new-matches.ts';
import { columnsOf, type SearchColumns, searchRow } from './standing-search.ts';
import { countWaiting } from './searches.ts';

/** How many listings and how many searches are compared: 10,000 pairs. */
const size = 100;
const seed = 20_261_124;

let database: TestDatabase;
let ctx: AppContext;
let sellers: Session['user'][];
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  sellers = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
});
afterAll(() => database.close());

const words = [
  ...['oak', 'desk', 'desks', 'café', 'cafe', 'T-shirt', 'shirts', 'road bike', 'bicycle', 'byke'],
  ...['bicycl', 'the', 'lamp', 'lamps', 'running', 'run', 'Wi-Fi', 'de', 'o', '100%', 'tv'],
  ...[
    'couch',
    'sofa',
    'dish washer',
    'dishwasher',
    '8 ft',
    '8 feet',
    'wolves',
    'wolf',
    '🐱',
    'used',
  ],
];
const requests = [
  ...['under $20', 'in Troy', 'near 12180', 'free', 'used', 'like new', '-oak', '"oak desk"', ''],
];
const few = (min: number, max: number) =>
  fc
    .array(fc.constantFrom(...words), { minLength: min, maxLength: max })
    .map((list) => list.join(' '));
const price = fc.constantFrom('0.00', '5.00', '19.99', '20.00', '20.01', '900.00');
const towns = ['Troy', 'Cohoes', 'Albany', 'Hudson', 'Saratoga Springs'];
const category = fc.constantFrom(...categories.slice(0, 3).map(({ value }) => value));
const condition = fc.constantFrom(...conditions.slice(0, 3).map(({ value }) => value));
const kind = fc.constantFrom('offer' as const, 'wanted' as const);
const ofTen = (weight: number) => fc.integer({ min: 1, max: 10 }).map((n) => n <= weight);

const listing = fc.record({
  title: few(1, 3),
  description: few(0, 3),
  price,
  category: fc.oneof(category, fc.constant('')),
  condition,
  kind,
  place: fc.constantFrom(...towns, 'Albany County', 'Capital Region'),
  hasPhoto: fc.boolean(),
  isFeatured: ofTen(3),
  isActive: ofTen(9),
  availability: fc.constantFrom('available', 'available', 'available', 'reserved'),
  age: fc.constantFrom(0, 0, 0, 2, 30),
  seller: fc.integer({ min: 0, max: 1 }),
});

/** Yields a value once in `times`, else undefined. */
const maybe = <Value>(value: fc.Arbitrary<Value>, times = 5) =>
  fc.oneof(
    { weight: times - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );
const area = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc.record({ location: fc.constantFrom(...towns, 'Albany County', 'Saratoga County', 'NY') }),
  fc.record({ near: fc.constantFrom(...towns), within: fc.constantFrom(5, 10, 25, 50) }),
  fc.record({
    ...{
      from: fc.constantFrom('Troy', 'Albany'),
      to: fc.constantFrom('Hudson', 'Saratoga Springs'),
    },
    within: fc.constantFrom(3, 5, 10),
  }),
);
const filter = fc
  .record({
    area,
    search: maybe(
      fc.tuple(few(1, 2), fc.constantFrom(...requests)).map((parts) => parts.join(' ')),
      2,
    ),
    literal: maybe(fc.constant(true), 9),
    exclude: maybe(few(1, 2)),
    category: maybe(category),
    condition: maybe(condition),
    minPrice: maybe(price),
    maxPrice: maybe(price),
    kind: maybe(kind),
    withPhoto: maybe(fc.boolean()),
    free: maybe(fc.boolean(), 9),
    featured: maybe(fc.constant(true), 9),
    postedWithin: maybe(fc.constantFrom(1, 7, 60)),
    availability: maybe(fc.constantFrom('available', 'all'), 9),
    seller: maybe(fc.integer({ min: 0, max: 1 }), 9),
  })
  .map(({ area, ...others }) => ({ ...others, ...area }));

type Listing = typeof listing extends fc.Arbitrary<infer Value> ? Value : never;

async function insertAll(listings: Listing[]): Promise<string[]> {
  const rows = listings.map(({ place, age, seller, ...values }) => ({
    ...values,
    ...placeOf(place),
    ...indexed({ ...values, location: '', ...placeOf(place) }),
    sellerId: sellers[seller]?.id ?? '',
    createdAt: new Date(Date.now() - age * 24 * 60 * 60_000),
  }));
  const inserted = await ctx.db.insertInto('listings').values(rows).returning('id').execute();
  await addSearchWords(ctx.db, listings.map(({ title }) => title).join(' '));
  return inserted.map(({ id }) => id);
}

/**
 * Creates a user for each search, and saves the searches that can match. Returns the users' ids.
 */
async function saveAll(all: (SearchColumns | null)[]) {
  const people: string[] = [];
  for (const columns of all) {
    const { id } = await createTestUser(ctx.db);
    people.push(id);
    const values = { userId: id, name: 'n', filter: '{}', frequency: 'daily' };
    if (columns)
      await ctx.db
        .insertInto('standingSearches')
        .values({ ...columns, ...values })
        .execute();
  }
  return people;
}

it('finds the same listings on the page, in an open page, in saved searches and in waiting counts', async () => {
  const listings = fc.sample(listing, { seed, numRuns: size });
  const ids = await insertAll(listings);
  const filters = fc.sample(filter, { seed, numRuns: size }).map(({ seller, ...others }) =>
    listingFacetsInput.parse({
      ...others,
      sellerId: seller === undefined ? undefined : sellers[seller]?.id,
    }),
  );
  const api = callerOf(ctx);
  const onPage: Set<string>[] = [];
  const columns: (SearchColumns | null)[] = [];
  for (const one of filters) {
    const { items } = await api.list({
      ...(one as output<typeof listingFacetsInput>),
      sort: 'newest',
      limit: 100,
    });
    onPage.push(new Set(items.map(({ id }) => id)));
    columns.push(await columnsOf(ctx.db, one));
  }
  const matching = onPage.map((found) => found.size);
  expect(matching.filter((count) => count > 0).length).toBeGreaterThan(size / 3);
  expect(matching.filter((count) => count === 0).length).toBeGreaterThan(size / 10);

  const searches = columns.flatMap((one) => (one ? [searchRow(one)] : []));
  const announced = await matchListings(ctx.db, searches, ids);
  const people = await saveAll(columns);
  const stored = await sql<{ userId: string; id: string }>`
    select s.user_id, listings.id from standing_searches s, listings
    where ${matchesStandingSearch()}`.execute(ctx.db);

  for (const [n, page] of onPage.entries()) {
    const one = columns[n];
    const search = one && searchRow(one);
    const live = announced
      .filter((match) => match.search === search)
      .map(({ listing: { id } }) => id);
    const saved = stored.rows.filter(({ userId }) => userId === people[n]).map(({ id }) => id);
    expect([filters[n], new Set(live)]).toEqual([filters[n], page]);
    expect([filters[n], new Set(saved)]).toEqual([filters[n], page]);
  }
  let waited = 0;
  for (const [n, { seller, place, ...draft }] of listings.entries()) {
    const isNews = draft.isActive && draft.availability === 'available' && draft.age === 0;
    if (!isNews) continue;
    const expected = onPage.filter(
      (page, at) => page.has(ids[n] ?? '') && columns[at]?.sellerId === null,
    ).length;
    const seen = { draft: { ...draft, location: place } };
    expect([draft, await countWaiting(ctx, sellers[seller]?.id ?? '', seen)]).toEqual([
      draft,
      expected,
    ]);
    waited += expected;
  }
  expect(waited).toBeGreaterThan(size);
});
