import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { createPool } from '@marketplace/db/database';
import { startEmbeddedPostgres } from '@marketplace/db/embedded/embedded-postgres';
import { migrate } from '@marketplace/db/migrate';
import { installTestServers } from './debian-programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server with the migrated database `template`, which each test file copies. */
    postgresUrl: string;
    /** A folder for files of tests, removed at the end of the run. */
    filesDirectory: string;
  }
}

/** Starts one PostgreSQL for the whole run, with the migrated template of all test databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await installTestServers();
  const directory = mkdtempSync(join(tmpdir(), 'marketplace-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir: directory, durable: false });
  const client = new Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query('create database template');
  await client.end();
  const url = new URL(postgres.connectionString);
  url.pathname = '/template';
  const pool = createPool({ connectionString: url.href }, () => undefined);
  await migrate(pool);
  // Users of tests are members unless a test says that their account is new.
  await pool.query('alter table users alter column standing set default 1');
  await pool.end();
  project.provide('postgresUrl', postgres.connectionString);
  const files = mkdtempSync(join(tmpdir(), 'marketplace-test-files-'));
  // If tests run as root, an embedded database in this folder belongs to another user.
  chmodSync(files, 0o711);
  project.provide('filesDirectory', files);
  return async () => {
    rmSync(files, { recursive: true, force: true });
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
