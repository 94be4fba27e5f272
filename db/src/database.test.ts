import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createDatabase, createPool, prepared } from './database.ts';

it('plans a marked statement once for each connection, whatever its values', async () => {
  const pool = createPool({ connectionString: inject('postgresUrl'), max: 1 }, () => undefined);
  const db = createDatabase(pool);
  const plus = (n: number) =>
    db.selectNoFrom(sql<number>`${n}::int + 1`.as('sum')).modifyFront(prepared);
  for (const n of [1, 2]) expect(await plus(n).execute()).toEqual([{ sum: n + 1 }]);
  const { sql: text } = plus(3).compile();
  expect((await pool.query(text, [3])).rows).toEqual([{ sum: 4 }]);
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  expect(rows).toEqual([{ statement: text }]);
  await pool.end();
});
