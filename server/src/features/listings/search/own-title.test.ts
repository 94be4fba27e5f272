import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wordsOf } from '@marketplace/shared/search/words';
import type { AppContext } from '../../../app-context.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { searchCases } from './search-cases.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let sellerId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  sellerId = (await createTestUser(ctx.db)).id;
});
afterAll(() => database.close());

const words = fc.constantFrom(
  ...['Oak', 'desk', 'T-shirt', 'free', 'like new', 'in Troy', 'near 12180', 'under $50', '$20-30'],
  ...[
    '8 ft',
    '6\'2"',
    '32"',
    '9½',
    '2x4x8',
    'M2',
    'EOS-80D',
    'H&M',
    'R/C',
    'the',
    'of',
    '🐱',
    'Café',
  ],
  ...[
    'for sale',
    'used',
    '"Open"',
    'wolves',
    '3 in 1',
    '#1',
    "Men's",
    'гитара',
    'コーヒー',
    'w/',
    '24/7',
  ],
);
const title = fc
  .oneof(
    fc.array(words, { minLength: 1, maxLength: 7 }).map((some) => some.join(' ')),
    fc
      .array(fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 9 })), { maxLength: 6 })
      .map((some) => some.join(' ')),
  )
  .map((text) => [...text.toWellFormed().replaceAll('\0', '').trim()].slice(0, 70).join(''))
  // A search leaves out words that begin with '-'.
  .filter((text) => wordsOf(text).length > 0 && !/(?:^|\s)-/.test(text));

it('a search for the title of a listing finds the listing', async () => {
  const cases = [...new Set(searchCases.map(({ listing }) => listing.title))];
  const titles = [...cases, ...fc.sample(title, { seed: 20_261_126, numRuns: 400 })];
  const ids: string[] = [];
  for (const text of titles) {
    ids.push(
      await insertListing(ctx.db, sellerId, { title: text, condition: 'fair', price: '70' }),
    );
  }
  for (const [at, search] of titles.entries()) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await callerOf(ctx).list({ search, cursor, limit: 100 });
      found.push(...items.map(({ id }) => id));
      cursor = nextCursor ?? undefined;
    } while (cursor);
    expect([search, found.includes(ids[at] ?? '')]).toEqual([search, true]);
  }
});
