import { Socket } from 'node:net';
import { Client } from 'pg';

/**
 * An advisory lock that all processes that use the server share. The last one to leave gets it
 * exclusively and holds it until the server has ended, so that a start does not adopt a server that
 * is about to stop.
 */
const leaseLock = 5_121_640;

export type Login = { port: number; password: string };

/**
 * Opens a connection to the server at `login`, without keeping the process running. Each process
 * that uses the embedded database holds one, so that the last one knows that it is the last. Throws
 * when the server does not answer, refuses, or serves another directory than `data`.
 */
export async function acquireLease(login: Login, data: string) {
  const socket = new Socket();
  const client = new Client({
    ...login,
    host: '127.0.0.1',
    user: 'postgres',
    // The application's database must stay free to be a template or to be dropped.
    database: 'postgres',
    application_name: 'marketplace-lease',
    connectionTimeoutMillis: 5_000,
    stream: () => socket,
  });
  // It is no error when the server ends the connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const served = rows[0]?.data_directory;
    if (served !== data) throw new Error(`port ${login.port} serves ${served}, not ${data}`);
    // If the server is about to stop, this waits until the server ends the connection.
    await client.query('select pg_advisory_lock_shared($1)', [leaseLock]);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  socket.unref();

  async function ensureDatabase(database: string): Promise<void> {
    socket.ref();
    try {
      await client.query(`create database ${client.escapeIdentifier(database)}`);
    } catch (error) {
      // The database exists, perhaps since another process created it a moment ago (23505).
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== '42P04' && code !== '23505') throw error;
    } finally {
      socket.unref();
    }
  }

  async function isLast(): Promise<boolean> {
    try {
      await client.query('select pg_advisory_unlock_shared($1)', [leaseLock]);
      const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [leaseLock]);
      return rows[0].last;
    } catch {
      // The connection is lost or the server is gone, so there are no others.
      return true;
    }
  }

  /** Ends the connection. If it was the last, calls `stopServer` first and returns true. */
  async function leave(stopServer: () => Promise<void>): Promise<boolean> {
    socket.ref();
    try {
      const last = await isLast();
      if (last) await stopServer();
      return last;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return { ensureDatabase, leave };
}
