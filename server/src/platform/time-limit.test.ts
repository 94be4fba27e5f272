import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { withTimeLimit } from './time-limit.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('cancels a statement that takes too long, and resets the connection’s timeout', async () => {
  const endless = sql`select count(*) from generate_series(1, 1e12::bigint)`;
  await expect(withTimeLimit(database.db, (trx) => endless.execute(trx), 50)).rejects.toMatchObject(
    { code: 'SERVICE_UNAVAILABLE' },
  );
  const limit = sql<{ statement_timeout: string }>`show statement_timeout`;
  expect((await limit.execute(database.db)).rows).toEqual([{ statementTimeout: '0' }]);
});

it('returns the result, and passes on other errors', async () => {
  expect(await withTimeLimit(database.db, async () => 'read')).toBe('read');
  await expect(
    withTimeLimit(database.db, (trx) => sql`select 1 / 0`.execute(trx)),
  ).rejects.toMatchObject({ code: '22012' });
});
