import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  const { id } = await createTestUser(database.db);
  await insertListing(ctx.db, id, {
    title: 'Hawai\u02BBi shirt',
    description: 'From O\u02BCahu',
  });
});
afterAll(() => database.close());

async function found(search: string): Promise<string[]> {
  const { items } = await callerOf(ctx).list({ search });
  return items.map((item) => item.title);
}

it.each(['Hawai\u02BBi', 'O\u02BCahu', 'hawai\u02BB', 'Hawai\u02BBi shirt'])(
  'finds %s, a word with a letter that unaccents to an apostrophe',
  async (search) => {
    expect(await found(search)).toEqual(['Hawai\u02BBi shirt']);
  },
);

it.each(['shirt \u0301\u0302', '\u0301\u0302 shirt', 'Hawai\u02BBi \u0301\u0302'])(
  'ignores a word that consists of combining marks: %j',
  async (search) => {
    expect(await found(search)).toEqual(['Hawai\u02BBi shirt']);
  },
);

/** Every character that a search treats as part of a word. */
const letters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter));

it('answers a search with any letter, mark or number of Unicode', async () => {
  const { rows } = await sql<{ letter: string }>`
    select letter from unnest(${letters}::text[]) as letter
    where unaccent(letter) <> letter and unaccent(letter) !~ '^[[:alnum:]]+$'`.execute(ctx.db);
  // Letters that `unaccent` removes or turns into punctuation are also searched for one by one.
  const alone = rows.flatMap(({ letter }) => [`${letter}${letter}`, `x${letter}`]);
  expect(letters.length).toBeGreaterThan(140_000);
  expect(alone.length).toBeGreaterThan(200);
  const searches = [...joined(letters), ...alone].values();
  const searchAll = async () => {
    for (const search of searches) await found(search);
  };
  await Promise.all([searchAll(), searchAll(), searchAll(), searchAll()]);
}, 240_000);

/** Joins letters to words of the maximum length of a search. */
function joined(all: string[]): string[] {
  const words = [''];
  for (const letter of all) {
    const word = words.at(-1) + letter;
    if (word.length > 200) words.push(letter);
    else words[words.length - 1] = word;
  }
  return words;
}
