import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const directory = mkdtempSync(join(tmpdir(), 'marketplace-postgres-'));
/**
 * Two clusters that the tests share, because creating one is slow. The first test that uses a
 * cluster creates it.
 */
const usual = join(directory, 'usual');
const other = join(directory, 'other');
const started: EmbeddedPostgres[] = [];

beforeAll(() => {
  // Opens the directory as on a real server. A temporary directory is closed to other users.
  chmodSync(directory, 0o755);
});

afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop();
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

async function start(dataDir = usual, durable = false): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable });
  started.push(postgres);
  return postgres;
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Stores a new row and returns a function that checks whether a database contains it. */
async function keep(
  postgres: EmbeddedPostgres,
): Promise<(later: EmbeddedPostgres) => Promise<boolean>> {
  const token = randomUUID();
  await query(postgres, 'create table if not exists kept (token uuid)');
  await query(postgres, `insert into kept values ('${token}')`);
  return async (later) => {
    const found = await query(later, `select count(*)::int from kept where token = '${token}'`);
    return found[0] === 1;
  };
}

function postmasterPid(postgres: EmbeddedPostgres): number {
  return Number(readFileSync(join(postgres.location, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Starts the database from a separate process, which then waits until it is killed. */
async function startElsewhere(dataDir: string) {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))};
    const options = { dataDir: ${JSON.stringify(dataDir)}, durable: false };
    const { connectionString } = await startEmbeddedPostgres(options);
    console.log(connectionString);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(child.stdout, 'data');
  return {
    connectionString: String(chunk).trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('the data survive a stop and a start', async () => {
  const first = await start();
  const isKept = await keep(first);
  await first.stop();
  await expect(query(first, 'select 1')).rejects.toThrow('ECONNREFUSED');

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await isKept(second)).toBe(true);
});

test('the database uses UTF-8, sorts by code point, uses UTC and listens on loopback only', async () => {
  const postgres = await start();
  expect(
    await query(
      postgres,
      `select pg_encoding_to_char(encoding), datlocale, current_setting('TimeZone'),
         current_setting('listen_addresses')
       from pg_database where datname = current_database()`,
    ),
  ).toEqual(['UTF8', 'C.UTF-8', 'UTC', '127.0.0.1']);
});

test("the data directory is closed to everyone except its owner and the database's account", async () => {
  await start();
  const { mode, gid } = statSync(usual);
  const runsAsRoot = process.getuid?.() === 0;
  expect((mode & 0o777).toString(8)).toBe(runsAsRoot ? '710' : '700');
  expect(gid === process.getgid?.()).toBe(!runsAsRoot);
});

test('a wrong password is refused', async () => {
  const { connectionString } = await start();
  const url = new URL(connectionString);
  url.password = 'guess';
  const client = new Client({ connectionString: url.href });
  await expect(client.connect()).rejects.toThrow('password authentication failed');
});

test('the data survive when the database server is killed', async () => {
  const first = await start(usual, true);
  const isKept = await keep(first);
  process.kill(postmasterPid(first), 'SIGKILL');

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await isKept(second)).toBe(true);
});

test('a start adopts the database of a killed process and stops it at the end', async () => {
  const elsewhere = await startElsewhere(usual);
  await elsewhere.kill();

  const postgres = await start();
  expect(postgres.adopted).toBe(true);
  expect(postgres.connectionString).toBe(elsewhere.connectionString);
  // The server may need a moment to notice that the killed process has gone.
  const leases = `select count(*)::int from pg_stat_activity where application_name = 'marketplace-lease'`;
  await vi.waitFor(async () => expect(await query(postgres, leases)).toEqual([1]));
  await postgres.stop();
  await expect(query(postgres, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('a lock file that names an unrelated running process does not prevent a start', async () => {
  const first = await start();
  const isKept = await keep(first);
  const lock = join(first.location, 'postmaster.pid');
  const lines = readFileSync(lock, 'utf8').split('\n');
  await first.stop();
  writeFileSync(lock, [process.pid, ...lines.slice(1)].join('\n'));

  expect(await isKept(await start())).toBe(true);
});

test('two simultaneous starts get the same database, and the last stop ends it', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one.connectionString).toBe(two.connectionString);
  await one.stop();
  expect(await query(two, 'select 1')).toEqual([1]);
  await two.stop();
  await expect(query(two, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('two simultaneous stops end the database', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  await Promise.all([one.stop(), two.stop()]);
  await expect(query(two, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('two data directories run side by side', async () => {
  const isKept = await keep(await start());
  await expect(isKept(await start(other))).rejects.toThrow('"kept" does not exist');
});

test('a data directory inside one that is closed to other users works, and a later start finds its data', async () => {
  const dataDir = join(directory, 'closed/data');
  mkdirSync(join(directory, 'closed'), { mode: 0o700 });
  const first = await start(dataDir, true);
  try {
    const isKept = await keep(first);
    await first.stop();
    const second = await start(dataDir, true);
    expect(second.location).toBe(first.location);
    expect(await isKept(second)).toBe(true);
    await second.stop();
  } finally {
    rmSync(dirname(first.location), { recursive: true, force: true });
  }
});

test('a data directory that is a file is refused with its name and a remedy', async () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  await expect(start(file)).rejects.toThrow(/cannot use .*file: .*DATABASE_URL/);
});

test('data of another PostgreSQL version are refused and left alone', async () => {
  const first = await start();
  await first.stop();
  const version = join(first.location, 'PG_VERSION');
  writeFileSync(version, '17\n');
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17, the embedded one is 18/);
  writeFileSync(version, '18\n');
});

test('the error for a server that cannot start contains its output', async () => {
  const first = await start();
  await first.stop();
  const access = join(first.location, 'pg_hba.conf');
  renameSync(access, `${access}.away`);
  await expect(start()).rejects.toThrow(/did not start .*could not open.*pg_hba.conf/s);
  renameSync(`${access}.away`, access);
});

test('a port in use is reported at once', async () => {
  const port = Number(new URL((await start()).connectionString).port);
  const second = startEmbeddedPostgres({ dataDir: other, port, durable: false });
  await expect(second).rejects.toThrow('could not bind');
});
