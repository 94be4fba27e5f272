import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';
import { placeOf } from './place.ts';

let database: TestDatabase;
let ctx: AppContext;

/** From the oldest to the newest, so that by time alone the last would come first. */
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

describe('the first that a search shows', () => {
  it.each([
    // Title over category or place over description, however often a description repeats it.
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
    // A word that is complete begins no other one.
    ['table', ['Oak table', 'Box of cables']],
    // Beginnings, while typing.
    ['bicy', ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    ['red bic', ['Red bicycle', 'Cargo trailer']],
    ['guit', ['Acoustic guitar', 'Wall hooks']],
    ['electron', ['Electronics repair bench', 'Headphones', 'Tablet', 'Box of cables']],
    // Misspelt.
    ['bycicle', ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    ['red bicylce', ['Red bicycle', 'Cargo trailer']],
    ['gitar', ['Acoustic guitar', 'Wall hooks']],
    ['headfones', ['Headphones']],
    // Accents, on either side.
    ['creme brulee', ['Crème brûlée torch', 'Cookbook']],
    ['CRÈME BRÛLÉE', ['Crème brûlée torch', 'Cookbook']],
    ['velo', ['Cookbook']],
    ['bicyclé', ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    // What looks like an operator is text.
    ['guitar | bicycle', ['Wall hooks']],
    ['!guitar', ['Acoustic guitar', 'Wall hooks']],
    ['"red" & (bicycle:*)', ['Red bicycle', 'Cargo trailer']],
    ["bicycle' <-> ''", ['Red bicycle', 'Cargo trailer', 'Wall hooks']],
    ['piano', []],
  ])('for %j is what was meant', async (search, titles) => {
    expect(await found(search)).toEqual(titles);
  });

  it.each(['newest', 'price-asc', 'nearest'] as const)(
    'is another where sorted by %s',
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
