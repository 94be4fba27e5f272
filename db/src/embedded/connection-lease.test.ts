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

/** Returns what `look` sees as an unprivileged user. Only root can become one; others just look. */
function asStranger<T>(look: () => T): T {
  if (process.getuid?.() !== 0) return look();
  process.seteuid?.(65_534);
  try {
    return look();
  } finally {
    process.seteuid?.(0);
  }
}

test('recognizes a server by its name, owner and directory', async () => {
  const pid = readPidFile(data)?.pid ?? 0;
  expect(isPostmaster(pid, data)).toBe(true);
  expect(isPostmaster(pid, directory)).toBe(false);
});

test('does not mistake another program in the data directory for a server', async () => {
  const shell = spawn('sleep', ['60'], { cwd: data, stdio: 'ignore' });
  await once(shell, 'spawn');
  expect(isPostmaster(shell.pid ?? 0, data)).toBe(false);
  shell.kill();
});

test("does not mistake another user's process, which it cannot inspect, for a server", () => {
  expect(asStranger(() => isPostmaster(1, data))).toBe(false);
});

test('a start waits while the last process stops the server, and does not adopt that server', async () => {
  const watcher = new Client({ connectionString: postgres.connectionString });
  await watcher.connect();
  // Ends the lease that `beforeAll` holds, so that this test's lease is the only one.
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
