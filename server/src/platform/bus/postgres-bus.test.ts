import { afterAll, beforeAll } from 'vitest';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { describeBus } from './bus.contract.ts';
import { createPostgresBus } from './postgres-bus.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describeBus('The bus over PostgreSQL', async () => {
  const open = () => ({
    bus: createPostgresBus(database.pool, pino({ level: 'silent' })),
    async cutConnection() {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'listen %'`,
      );
    },
  });
  return [open(), open()];
});
