import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createDatabase, createPool, runPrepared } from './database.ts';

it('builds a statement once and prepares it once, whatever its values', async () => {
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

it('stops planning for each value when planOnce is set', async () => {
  const pool = createPool({ connectionString: inject('postgresUrl'), max: 1 }, () => undefined);
  const db = createDatabase(pool);
  const count = (n: number, planOnce: boolean) =>
    runPrepared(db, { name: `count ${planOnce}`, values: { n }, planOnce }, ({ n }) => {
      const numbers = sql`select count(*)::int from generate_series(1, ${n}::int)`;
      return db.selectNoFrom(sql<number>`(${numbers})`.as('count'));
    });
  for (const planOnce of [false, true]) {
    for (let n = 0; n < 9; n++) expect(await count(n, planOnce)).toEqual([{ count: n }]);
  }
  const { rows } = await pool.query(
    'select custom_plans::int from pg_prepared_statements order by prepare_time',
  );
  // PostgreSQL plans the first five executions of a statement for their values in any case.
  expect(rows).toEqual([{ custom_plans: 9 }, { custom_plans: 5 }]);
  await pool.end();
});
