import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createDatabase, createPool, runPrepared } from './database.ts';

it('builds and plans a statement once, whatever its values', async () => {
  const pool = createPool({ connectionString: inject('postgresUrl'), max: 1 }, () => undefined);
  const db = createDatabase(pool);
  let built = 0;
  const add = (name: string, values: { n: number; more?: number | undefined }) =>
    runPrepared(db, { name, values }, ({ n, more }) => {
      built += 1;
      const sum = more === undefined ? sql<number>`${n}::int` : sql<number>`${n}::int + ${more}`;
      return db.selectNoFrom(sum.as('sum')).where(sql.lit(name), '=', name);
    });
  expect(await add('a', { n: 1 })).toEqual([{ sum: 1 }]);
  expect(await add('a', { n: 2, more: undefined })).toEqual([{ sum: 2 }]);
  expect(built).toBe(1);
  expect(await add('a', { n: 1, more: 2 })).toEqual([{ sum: 3 }]);
  expect(await add('b', { n: 1, more: 3 })).toEqual([{ sum: 4 }]);
  expect(built).toBe(3);
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  expect(rows).toHaveLength(3);

  const [{ statement = '' } = {}] = rows;
  expect((await pool.query(statement, [7, 'a'])).rows).toEqual([{ sum: 7 }]);
  await pool.end();
});
