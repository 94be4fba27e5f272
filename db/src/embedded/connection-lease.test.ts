import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { type Login, acquireLease } from './connection-lease.ts';
import { isPostmaster, readPidFile } from './postmaster.ts';

const directory = mkdtempSync(join(tmpdir(), 'marketplace-lease-'));
let postgres: EmbeddedPostgres;
let data: string;
let login: Login;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: directory, durable: false });
  data = realpathSync(postgres.location);
  const { port, password } = new URL(postgres.connectionString);
  login = { port: Number(port), password };
});
afterAll(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** What this process sees as another user without rights, where it may become one. */
function asStranger<T>(look: () => T): T {
  if (process.getuid?.() !== 0) return look();
  process.seteuid?.(65_534);
  try {
    return look();
  } finally {
    process.seteuid?.(0);
  }
}

test('a server is known by name, owner and directory', async () => {
  const pid = readPidFile(data)?.pid ?? 0;
  expect(isPostmaster(pid, data)).toBe(true);
  expect(isPostmaster(pid, directory)).toBe(false);
});

test('a process that only sits in its directory is no server', async () => {
  const shell = spawn('sleep', ['60'], { cwd: data, stdio: 'ignore' });
  await once(shell, 'spawn');
  expect(isPostmaster(shell.pid ?? 0, data)).toBe(false);
  shell.kill();
});

test('the process of another user, which cannot be looked into, is no server', () => {
  expect(asStranger(() => isPostmaster(1, data))).toBe(false);
});

test('a start waits while the last process stops the server, and does not adopt it', async () => {
  const watcher = new Client({ connectionString: postgres.connectionString });
  await watcher.connect();
  // The one that the start of this test holds.
  await watcher.query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'marketplace-lease'",
  );
  const last = await acquireLease(login, data);
  let stopped = false;
  const wasLast = await last.leave(async () => {
    let adopted = false;
    const late = acquireLease(login, data).then((lease) => {
      adopted = true;
      return lease;
    });
    const waiting = 'select from pg_locks where not granted';
    await vi.waitFor(async () =>
      expect((await watcher.query(waiting)).rowCount === 1 || adopted).toBe(true),
    );
    expect(adopted).toBe(false);
    await watcher.end();
    await Promise.all([expect(late).rejects.toThrow(/terminat|shut/), postgres.stop()]);
    stopped = true;
  });
  expect([wasLast, stopped]).toEqual([true, true]);
});
