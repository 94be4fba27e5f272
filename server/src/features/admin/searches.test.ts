import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, createPool } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { listListings, listUsers } from './lists.ts';
import { listConversations, readMessages } from './list-messages.ts';

let database: TestDatabase;
let readerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  readerId = (await createTestUser(database.db, { isAdmin: true })).id;
  const seller = await createTestUser(database.db, { firstName: 'Walnut' });
  await createTestListing(database.db, seller.id, { title: 'Walnut table' });
});
afterAll(() => database.close());

const search = { search: 'walnut', limit: 10 };
const searches = {
  users: { list: listUsers, query: { ...search, filter: 'all' } },
  listings: { list: listListings, query: { ...search, filter: 'all' } },
  conversations: { list: listConversations, query: search },
  messages: {
    list: (db: Kysely<DB>, query: Parameters<typeof readMessages>[2]) =>
      readMessages(db, readerId, query),
    query: { ...search, filter: 'all' },
  },
} as const;
const names = Object.keys(searches) as (keyof typeof searches)[];

async function run(name: keyof typeof searches, max: number) {
  const pool = createPool({ connectionString: database.url, max }, () => undefined);
  const { list, query } = searches[name] as (typeof searches)['users'];
  try {
    return await list(createDatabase(pool), query);
  } finally {
    await pool.end();
  }
}

it.each(names)('searches %s with a single connection', async (name) => {
  const { items } = await run(name, 1);
  expect(items).toHaveLength(name === 'users' || name === 'listings' ? 1 : 0);
});

it('gives up every search at its time limit', async () => {
  await database.db.transaction().execute(async (trx) => {
    await sql`lock table users, listings in access exclusive mode`.execute(trx);
    const refusal = { code: 'SERVICE_UNAVAILABLE' };
    await Promise.all(names.map((name) => expect(run(name, 2)).rejects.toMatchObject(refusal)));
  });
});
