import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../../context.ts';
import type { AppContext } from '../../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { indexListings } from './index-listings.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];

const listings: [title: string, description?: string][] = [
  ['Red bicycle', 'Nearly new, café style saddle. Comes with a pump.'],
  ['Bicycles for children'],
  ['Gaming laptop', 'RTX3060, 16 GB, wi-fi 6. Asking $900 & not less.'],
  ['Oak chair'],
  ['Dining table/chairs set', 'Six places.'],
  ['Tablet computer'],
  ['Acoustic guitar', 'Great for beginners, strings included'],
  ['Electric guitar'],
  ['Cotton T-shirt', 'Size L, e-mail me'],
  ['Piñata for parties'],
  ['100% wool blanket'],
  ['Tea time and area rug'],
  ['Snakes go sss'],
];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  seller = await createTestUser(database.db);
  for (const [index, [title, description = '']] of listings.entries()) {
    const createdAt = new Date(2026, 0, 1, 0, index);
    await insertListing(ctx.db, seller.id, { title, description, createdAt });
  }
});
afterAll(() => database.close());

async function found(search: string): Promise<string[]> {
  const { items } = await callerOf(ctx).list({ search, sort: 'newest' });
  return items.map((item) => item.title);
}

describe('a search', () => {
  it.each([
    ['bicycle', ['Bicycles for children', 'Red bicycle']],
    ['BICYCLES', ['Bicycles for children', 'Red bicycle']],
    ['bicycle red', ['Red bicycle']],
    ['bicycle pump', ['Red bicycle']],
    ['pumps', ['Red bicycle']],
    ['guitar', ['Electric guitar', 'Acoustic guitar']],
    ['guitar bicycle', []],
    ['chairs', ['Dining table/chairs set', 'Oak chair']],
    ['t-shirt', ['Cotton T-shirt']],
    ['t shirt', ['Cotton T-shirt']],
    ['wi-fi', ['Gaming laptop']],
    ['email', ['Cotton T-shirt']],
    ['rtx3060', ['Gaming laptop']],
    ['900', ['Gaming laptop']],
    ['100%', ['100% wool blanket']],
    ['Troy', listings.map(([title]) => title).toReversed()],
  ])('for %j finds all words in any form, newest first', async (search, titles) => {
    expect(await found(search)).toEqual(titles);
  });

  it.each(['cafe', 'café', 'CAFÉ', 'cafe\u0301'])('for %j ignores accents', async (search) => {
    expect(await found(search)).toEqual(['Red bicycle']);
  });

  it('for a word without accents finds the word with accents', async () => {
    expect(await found('pinata')).toEqual(['Piñata for parties']);
    expect(await found('pin\u0303ata')).toEqual(['Piñata for parties']);
  });

  it('completes the last word, but not the others', async () => {
    expect(await found('bicy')).toEqual(['Bicycles for children', 'Red bicycle']);
    expect(await found('acoustic gui')).toEqual(['Acoustic guitar']);
    expect(await found('gui acoustic')).toEqual([]);
    expect(await found('tab')).toEqual([]);
    expect(await found('tables')).toEqual(['Dining table/chairs set']);
  });

  it.each(['the', 'and of', '!!!', '%', '_', "'", '"', '|', ':*', '\\', '-'])(
    'for %j, which has no word to search for, finds nothing',
    async (search) => {
      expect(await found(search)).toEqual([]);
    },
  );

  it.each(['', '   ', '\0', '\u200B'])(
    'for %j, which has no visible character, lists everything',
    async (search) => {
      expect(await found(search)).toHaveLength(listings.length);
    },
  );

  it.each([
    'gui%',
    "guitar'",
    'guitar & !acoustic',
    'guitar | bicycle',
    'guitar:*',
    "'guitar':*A & ''",
    '(guitar',
    'guitar) <-> acoustic',
    'guitar\\',
    '"guitar"',
    "'; drop table listings; --",
    'guitar\0acoustic',
    'guitar\ud800',
    '<b>guitar</b>',
    'x'.repeat(200),
    'ß'.repeat(200),
    'a '.repeat(100),
    '🎸 guitar 🎸',
    'गिटार',
    '$1 $2',
  ])('treats %j as text', async (search) => {
    expect(Array.isArray(await found(search))).toBe(true);
  });

  it('treats operators as text between words', async () => {
    expect(await found('guitar | electric')).toEqual(['Electric guitar']);
    expect(await found('guitar & !electric')).toEqual(['Electric guitar']);
    expect(await found("guitar' electric:*")).toEqual(['Electric guitar']);
    expect(await found('_uitar')).toEqual(['Electric guitar', 'Acoustic guitar']);
  });

  it('is refused if it is longer than 200 characters', async () => {
    await expect(found('x'.repeat(201))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a misspelled search', () => {
  it.each([
    ['bycicle', ['Bicycles for children', 'Red bicycle']],
    ['labtop', ['Gaming laptop']],
    ['chiar', ['Dining table/chairs set', 'Oak chair']],
    ['acoustic gitar', ['Acoustic guitar']],
    ['acustic gitar', ['Acoustic guitar']],
    ['gitars', ['Electric guitar', 'Acoustic guitar']],
    ['elektric guitar', ['Electric guitar']],
    ['red bicylce', ['Red bicycle']],
    ['the bycicle of a', ['Bicycles for children', 'Red bicycle']],
    ['pinatta', ['Piñata for parties']],
    ['beginners gitar', ['Acoustic guitar']],
  ])('for %j finds the intended listings', async (search, titles) => {
    expect(await found(search)).toEqual(titles);
  });

  it.each(['zzzzzz', 'xylophone', 'qwertyuiop', 'zz', '12345'])(
    'for %j, which is close to no word, finds nothing',
    async (search) => {
      expect(await found(search)).toEqual([]);
    },
  );
});

describe('a search among many listings', () => {
  const total = 12_000;

  beforeAll(async () => {
    // Every listing has 'pickup', the older half has 'vintage', and every seventh has 'odd'.
    await sql`
      insert into listings (seller_id, title, description, price, location, created_at)
      select ${seller.id}, 'Thing ' || i, 'pickup'
          || case when i <= ${total / 2} then ' vintage' else '' end
          || case when i % 7 = 0 then ' odd' else '' end,
        1, 'Albany, NY', timestamptz '2020-01-01' + i * interval '1 minute'
      from generate_series(1, ${total}::int) as i`.execute(ctx.db);
    await indexListings(ctx);
    await sql`analyze listings`.execute(ctx.db);
  });

  /** Returns the numbers in the titles of all pages. */
  async function walk(search: string): Promise<number[]> {
    const numbers: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await callerOf(ctx).list({ search, sort: 'newest', cursor, limit: 100 });
      numbers.push(...page.items.map((item) => Number(item.title.slice(6))));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return numbers;
  }
  const countdown = (from: number, step = 1) =>
    Array.from({ length: Math.floor(from / step) }, (_, i) => from - (from % step) - i * step);

  it.each([
    ['pickup', countdown(total)],
    ['vintage', countdown(total / 2)],
    ['odd', countdown(total, 7)],
    ['odd vintage', countdown(total / 2, 7)],
    ['thing 77', [77]],
  ])('for %j returns each match once, newest first', async (search, all) => {
    expect(await walk(search)).toEqual(all);
  });
});
