import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';
import { placeOf } from './place.ts';

let database: TestDatabase;
let ctx: AppContext;

/** Listings from the oldest to the newest. By time alone, the last one would come first. */
const listings: [
  title: string,
  more?: { description?: string; category?: string; town?: string },
][] = [
  ['Red bicycle', { description: 'Steel frame and a bell.' }],
  ['Oak table', { category: 'furniture' }],
  ['Tablet', { category: 'electronics' }],
  ['Acoustic guitar', { description: 'Strings included.' }],
  ['Crème brûlée torch', { description: 'For the kitchen.' }],
  ['Electronics repair bench', { description: 'A sturdy one.' }],
  ['Headphones', { category: 'electronics' }],
  ['Troy-Bilt mower', { town: 'Albany' }],
  ['Garden gnome', { town: 'Troy' }],
  ['Wall hooks', { description: 'Hang your guitar, your bicycle or a mower on them.' }],
  [
    'Cargo trailer',
    { description: 'bicycle bicycle bicycle bicycle, red red red: for any bicycle.' },
  ],
  ['Box of cables', { description: 'Electronics of every kind. Came from Troy, on a table.' }],
  ['Cookbook', { description: 'Creme brulee and more. Vélo on the cover.' }],
  ['Running shoes', { description: 'I ran in them once.' }],
  ['Shoe rack', { description: 'Holds ten pairs.' }],
  ['Rubber boots', { description: 'Better than shoes for running through puddles.' }],
];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  const seller = await createTestUser(database.db);
  for (const [index, [title, { town = 'Cohoes', ...more } = {}]] of listings.entries()) {
    const createdAt = new Date(2026, 0, 1, 0, index);
    await insertListing(ctx.db, seller.id, { title, createdAt, ...placeOf(town), ...more });
  }
});
afterAll(() => database.close());

async function found(search: string): Promise<string[]> {
  const { items } = await callerOf(ctx).list({ search });
  return items.map((item) => item.title);
}

describe('by relevance, a search', () => {
  it.each([
    // A title ranks over category and place, and those over any number of uses in a description.
    ['bicycle', ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    ['red bicycle', ['Red bicycle', 'Cargo trailer']],
    ['electronics', ['Electronics repair bench', 'Headphones', 'Tablet', 'Box of cables']],
    ['troy', ['Troy-Bilt mower', 'Garden gnome', 'Box of cables']],
    ['guitar', ['Acoustic guitar', 'Wall hooks']],
    ['mower', ['Troy-Bilt mower', 'Wall hooks']],
    // Forms of a word.
    ['bicycles', ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    ['shoe', ['Shoe rack', 'Running shoes', 'Rubber boots']],
    ['tables', ['Oak table', 'Box of cables']],
    // A complete word does not match words that begin with it.
    ['table', ['Oak table', 'Box of cables']],
    // Unfinished words, as they are typed.
    ['bicy', ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    ['red bic', ['Red bicycle', 'Cargo trailer']],
    ['guit', ['Acoustic guitar', 'Wall hooks']],
    ['electron', ['Electronics repair bench', 'Headphones', 'Tablet', 'Box of cables']],
    // Misspelled words.
    ['bycicle', ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    ['red bicylce', ['Red bicycle', 'Cargo trailer']],
    ['gitar', ['Acoustic guitar', 'Wall hooks']],
    ['headfones', ['Headphones']],
    // Accents in the search or in the listing.
    ['creme brulee', ['Crème brûlée torch', 'Cookbook']],
    ['CRÈME BRÛLÉE', ['Crème brûlée torch', 'Cookbook']],
    ['velo', ['Cookbook']],
    ['bicyclé', ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    // Operators of tsqueries are text.
    ['guitar | bicycle', ['Wall hooks']],
    ['!guitar', ['Acoustic guitar', 'Wall hooks']],
    ['"red" & (bicycle:*)', ['Red bicycle', 'Cargo trailer']],
    ["bicycle' <-> ''", ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    ['piano', []],
  ])('for %j shows the best matches first', async (search, titles) => {
    expect(await found(search)).toEqual(titles);
  });

  it.each(['newest', 'price-asc', 'nearest'] as const)(
    'is not sorted by relevance if the order is %s',
    async (sort) => {
      const { items } = await callerOf(ctx).list({ search: 'bicycle', sort, near: 'Troy' });
      expect(items.map((item) => item.title)).toEqual([
        'Cargo trailer',
        'Wall hooks',
        'Red bicycle',
      ]);
    },
  );
});
