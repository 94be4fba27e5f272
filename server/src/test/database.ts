import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Client, type Pool } from 'pg';
import { inject } from 'vitest';
import { createDatabase, createPool } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';

export interface TestDatabase {
  url: string;
  pool: Pool;
  db: Kysely<DB>;
  close(): Promise<void>;
}

/** Creates a separate, migrated database. `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template template strategy file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const pool = createPool({ connectionString: url.href, max: 20 }, () => undefined);
  return {
    url: url.href,
    pool,
    db: createDatabase(pool),
    async close() {
      await pool.end();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
