import { afterAll, beforeAll } from 'vitest';
import { pino } from 'pino';
import type { Pool } from 'pg';
import { createPool } from '@marketplace/db/database';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FreezingLink, startFreezingLink } from '../../test/freezing-link.ts';
import { describeBus, testHeartbeatMs } from './bus.contract.ts';
import { createPostgresBus } from './postgres-bus.ts';

let database: TestDatabase;
let link: FreezingLink;
let linked: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  link = await startFreezingLink(Number(address.port));
  address.port = String(link.port);
  linked = createPool({ connectionString: address.href }, () => undefined);
});
afterAll(async () => {
  await linked.end();
  await link.close();
  await database.close();
});

describeBus('The bus over PostgreSQL', async () => {
  const open = (pool: Pool) => ({
    bus: createPostgresBus(pool, pino({ level: 'silent' }), testHeartbeatMs),
    freezeConnection: () => link.freeze(),
    async cutConnection() {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'listen %'`,
      );
    },
  });
  return [open(database.pool), open(linked)];
});
