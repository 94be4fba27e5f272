import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../app-context.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { refreshSearchPhrases } from './suggestions.ts';

let database: TestDatabase;
let ctx: AppContext;
let sellers: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  sellers = [(await createTestUser(ctx.db)).id, (await createTestUser(ctx.db)).id];
});
afterAll(() => database.close());
beforeEach(() => ctx.db.deleteFrom('listings').execute());

/** Inserts listings with these titles, by the sellers in turn, and refreshes the phrases. */
async function titles(...all: string[]): Promise<void> {
  for (const [index, title] of all.entries()) {
    await insertListing(ctx.db, sellers[index % sellers.length]!, { title });
  }
  await refreshSearchPhrases(ctx.db);
}

const suggest = (query: string) => callerOf(ctx).suggest({ query });

const textsOf = async (query: string) => (await suggest(query)).map(({ text }) => text);

describe('suggested words', () => {
  it('are those of titles, first the ones that most sellers use', async () => {
    await titles('Road bike', 'Mountain bike', 'Bicycle pump', 'Road bike, red');
    expect(await textsOf('ro')).toEqual(['road bike']);
    expect(await textsOf('bi')).toEqual(['bike', 'bicycle pump']);
    expect(await suggest('bicy')).toEqual([
      { kind: 'words', text: 'bicycle pump', filter: { search: 'bicycle pump' } },
    ]);
  });

  it('are phrases at the end of a part of a title, or that two sellers wrote', async () => {
    await titles('Vintage oak dining table with leaves');
    expect(await textsOf('oak')).toEqual(['oak dining table', 'Oak Hill']);
    expect(await textsOf('dining t')).toEqual(['dining table']);
    expect(await textsOf('vint')).toEqual(['vintage']);
    expect(await textsOf('table w')).toEqual([]);
    await titles('Lamp', 'Vintage oak chest');
    expect(await textsOf('vint')).toEqual(['vintage oak', 'vintage oak chest']);
  });

  it('are found regardless of case, accents, apostrophes and marks', async () => {
    await titles("Men's T-shirt (XL)", 'Crème brûlée dishes', 'iPhone 13');
    expect(await textsOf('MENS')).toEqual(["men's t-shirt"]);
    expect(await textsOf("men's")).toEqual(["men's t-shirt"]);
    expect(await textsOf('creme b')).toEqual(['crème brûlée dishes']);
    expect(await textsOf('iphone 1')).toEqual(['iphone 13']);
  });

  it('are found if they are joined or split, and by their synonyms', async () => {
    await titles("Men's T-shirt (XL)", 'Dish washer', 'Sofa with pillows');
    for (const typed of ['tshi', 't shi', 't-shi']) {
      expect(await textsOf(typed)).toEqual(['t-shirt']);
    }
    expect(await textsOf('dishwa')).toEqual(['dish washer']);
    expect(await textsOf('couch')).toEqual(['sofa']);
  });

  it('complete the last words of a text that is longer than any phrase', async () => {
    await titles('Solid maple dining table');
    expect(await textsOf('used maple dining ta')).toEqual(['used maple dining table']);
  });

  it('do not include the text itself, nor titles of hidden, reserved or deleted listings', async () => {
    await insertListing(ctx.db, sellers[0]!, { title: 'Zither', isActive: false });
    await insertListing(ctx.db, sellers[0]!, { title: 'Zebra', availability: 'reserved' });
    await insertListing(ctx.db, sellers[0]!, { title: 'Zodiac', deletedAt: new Date() });
    await titles('Zeppelin');
    expect(await textsOf('ze')).toEqual(['zeppelin']);
    expect(await textsOf('zi')).toEqual([]);
    expect(await textsOf('zo')).toEqual([]);
    expect(await textsOf('zeppelin')).toEqual([]);
  });

  it('require two letters, and any text is safe', async () => {
    await titles('Sofa');
    expect(await textsOf('s')).toEqual([]);
    for (const text of ['', '  ', '%%', "s'o_", '\0so', '💺💺', 'x'.repeat(200)]) {
      expect(await suggest(text)).toBeInstanceOf(Array);
    }
    await expect(suggest('x'.repeat(201))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('suggested categories and towns', () => {
  it('have a word that begins with the text, which needs three letters', async () => {
    expect(await suggest('gard')).toEqual([
      { kind: 'category', text: 'Home & Garden', filter: { search: '', category: 'home' } },
    ]);
    expect(await suggest('tro')).toEqual([
      { kind: 'town', text: 'Troy', filter: { search: '', location: 'Troy' } },
    ]);
    expect(await textsOf('tr')).toEqual([]);
    expect(await textsOf('troi')).toEqual([]);
  });

  it('narrow a search for the words before them', async () => {
    expect(await suggest('lamp furn')).toEqual([
      {
        kind: 'category',
        text: 'lamp in Furniture',
        filter: { search: 'lamp', category: 'furniture' },
      },
    ]);
    expect(await suggest('red lamp saratoga sp')).toEqual([
      {
        kind: 'town',
        text: 'red lamp in Saratoga Springs',
        filter: { search: 'red lamp', location: 'Saratoga Springs' },
      },
    ]);
  });
});
