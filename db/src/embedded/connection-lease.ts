import { Socket } from 'node:net';
import { Client } from 'pg';

const name = 'marketplace-keeper';
/**
 * Locked from counting the remaining processes until the server has ended: of two that leave at once
 * one sees that it is the last, and a start does not adopt a server that is about to stop.
 */
const leavingLock = 5_121_640;

/** Who to log in as: the database's superuser over loopback. */
export interface Login {
  port: number;
  password: string;
}

/**
 * Opens a connection to the server at `login`. Each process keeps one while it uses the embedded
 * database, so that the last one to leave knows that it is the last. It does not keep the process
 * alive. Throws when the server does not answer, refuses, or serves other data than those in the
 * directory `data`.
 */
export async function acquireLease(login: Login, data: string) {
  const socket = new Socket();
  const client = new Client({
    ...login,
    host: '127.0.0.1',
    user: 'postgres',
    // Not the application's own database: that one must stay free to be a template or be dropped.
    database: 'postgres',
    application_name: name,
    connectionTimeoutMillis: 5_000,
    stream: () => socket,
  });
  // The server ending the connection is no error of this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const served = rows[0]?.data_directory;
    if (served !== data) throw new Error(`port ${login.port} serves ${served}, not ${data}`);
    // Counted from here on; if the server is about to stop, this waits until that ends the connection.
    await client.query('select pg_advisory_lock($1)', [leavingLock]);
    await client.query('select pg_advisory_unlock($1)', [leavingLock]);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  socket.unref();

  async function ensureDatabase(database: string): Promise<void> {
    socket.ref();
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [
        database,
      ]);
      if (rowCount === 0) {
        await client.query(`create database ${client.escapeIdentifier(database)}`);
      }
    } catch (error) {
      // Another process was quicker: duplicate_database, or the catalog's unique index.
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== '42P04' && code !== '23505') throw error;
    } finally {
      socket.unref();
    }
  }

  async function countOthers(): Promise<number> {
    try {
      await client.query('select pg_advisory_lock($1)', [leavingLock]);
      await client.query("set application_name to 'marketplace-leaving'");
      const { rowCount } = await client.query(
        'select from pg_stat_activity where application_name = $1',
        [name],
      );
      return rowCount ?? 0;
    } catch {
      // The connection is lost or the server is gone, so there are no others.
      return 0;
    }
  }

  /** Ends the connection, after `stopServer` if no other process has one, and returns how many do. */
  async function leave(stopServer: () => Promise<void>): Promise<number> {
    socket.ref();
    try {
      const others = await countOthers();
      if (others === 0) await stopServer();
      return others;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return { ensureDatabase, leave };
}
