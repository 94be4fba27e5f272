import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createDatabase, createPool } from '@marketplace/db/database';
import { startEmbeddedPostgres } from '@marketplace/db/embedded/embedded-postgres';
import { migrate } from '@marketplace/db/migrate';
import type { DB } from '@marketplace/db/types.generated';
import { until } from './until.ts';

/** A PostgreSQL server for the campaign, which can be made to fail. */
export interface Postgres {
  url: string;
  db: Kysely<DB>;
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Crashes the server with SIGKILL or an immediate shutdown, and starts it again. */
  crash(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Ends the connections that listen for wake-ups. */
  endListeners(): Promise<void>;
  endConnections(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a migrated server. Committed data survive its crash, but not the machine's. */
export async function startPostgres(directory: string): Promise<Postgres> {
  // The database's account must be able to enter. Other users must not see the rest.
  chmodSync(directory, 0o711);
  const dataDir = join(directory, 'database');
  let server = await startEmbeddedPostgres({ dataDir });
  const url = server.connectionString;
  const port = Number(new URL(url).port);
  const pool = createPool({ connectionString: url, max: 5 }, () => undefined);
  await pool.query('alter system set fsync = off');
  await pool.query('select pg_reload_conf()');
  await migrate(pool);

  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, values)).rows as Row[];
  const terminate = (condition: string) =>
    rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() and ${condition}`,
    ).then(
      () => undefined,
      // The server is down, so it has no connections.
      () => undefined,
    );
  let crashing: Promise<void> | undefined;
  const end = (signal: 'SIGKILL' | 'SIGQUIT') => {
    const file = join(server.location, 'postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    process.kill(pid, signal);
    return pid;
  };
  // The server would outlive this process.
  const killOnExit = () => {
    if (existsSync(join(server.location, 'postmaster.pid'))) end('SIGQUIT');
  };
  process.once('exit', killOnExit);
  const crash = async (signal: 'SIGKILL' | 'SIGQUIT') => {
    const pid = end(signal);
    await until(() => (isAlive(pid) ? 'the database has not ended' : null), 20_000);
    server = await startEmbeddedPostgres({ dataDir, port });
  };
  return {
    url,
    db: createDatabase(pool),
    rows,
    crash: (signal) => (crashing ??= crash(signal).finally(() => (crashing = undefined))),
    endListeners: () => terminate(`query ilike 'listen%'`),
    endConnections: () => terminate('true'),
    async stop() {
      process.off('exit', killOnExit);
      await pool.end();
      await server.stop();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
