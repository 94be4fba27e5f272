import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readlinkSync,
  statSync,
} from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, spawnOptions } from './binaries.ts';
import { type Cluster, logFileOf } from './cluster.ts';

/** Reads `postmaster.pid`. Returns undefined when there is none or it is incomplete. */
export function readPidFile(data: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return pid > 0 ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether process `pid` is the running server of `data`. After a crash, the number may
 * belong to any other process, even this one, or to a zombie.
 */
export function isPostmaster(pid: number, data: string): boolean {
  try {
    const owner = statSync(data).uid;
    return process.platform === 'linux'
      ? isPostmasterInProc(`/proc/${pid}`, owner, data)
      : isPostmasterInPs(pid, owner, data);
  } catch {
    return false;
  }
}

function isPostmasterInProc(process: string, owner: number, data: string): boolean {
  const stat = readFileSync(`${process}/stat`, 'utf8');
  // The name is in parentheses and may contain parentheses. The state follows it.
  const end = stat.lastIndexOf(')');
  if (stat.slice(stat.indexOf('(') + 1, end) !== 'postgres') return false;
  if (/^[ZX]/.test(stat.slice(end + 2))) return false;
  if (statSync(process).uid !== owner) return false;
  try {
    // A server's working directory is always its data directory.
    return readlinkSync(`${process}/cwd`) === data;
  } catch (error) {
    // This user cannot see it, so the name and the owner have to be enough.
    return error instanceof Error && 'code' in error && error.code === 'EACCES';
  }
}

function isPostmasterInPs(pid: number, owner: number, data: string): boolean {
  const args = ['-o', 'uid=,stat=,command=', '-p', String(pid)];
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8' });
  const [, uid, state = '', command = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)/.exec(stdout) ?? [];
  return Number(uid) === owner && !state.startsWith('Z') && command.includes(`postgres -D ${data}`);
}

/** Returns a loopback port that nothing listens on now: `port`, or any. Throws if it is in use. */
export async function findFreePort(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

/** Returns PostgreSQL's cache in MB: a quarter of the memory, as its manual says, up to 2 GB. */
function cacheSize(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.round(Math.max(128, Math.min(2_048, memory / 4 / 1024 ** 2)));
}

const settings = (port: number, durable: boolean) => ({
  listen_addresses: '127.0.0.1',
  port,
  unix_socket_directories: '',
  // Tests run in several workers, and each worker has several pools.
  max_connections: durable ? 100 : 200,
  shared_buffers: durable ? `${cacheSize()}MB` : '128MB',
  // Data are on an SSD or in memory. No statement is long enough for JIT or parallel workers.
  random_page_cost: 1.1,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The application logs failed statements. In this log they could expose personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
});

export type Launched = ReturnType<typeof launchPostmaster>;

/**
 * Launches the server in its own session, so that it survives Ctrl-C and the end of this process.
 * `stalePid` is the number in a lock file that belongs to no server. Without it, PostgreSQL would
 * mistake any running process with that number for a server.
 */
export function launchPostmaster(
  { cluster, binaries, durable }: { cluster: Cluster; binaries: Binaries; durable: boolean },
  { data, port, stalePid }: { data: string; port: number; stalePid: number | undefined },
) {
  const logFile = logFileOf(cluster);
  const flags = Object.entries(settings(port, durable)).map(([name, value]) => `${name}=${value}`);
  const base = spawnOptions(cluster.account);
  const log = openSync(logFile, 'a', 0o600);
  if (fstatSync(log).size > 1_000_000) ftruncateSync(log);
  const { size } = fstatSync(log);
  let failure: string | undefined;
  const args = ['-D', data, ...flags.flatMap((flag) => ['-c', flag])];
  const child = spawn(join(binaries.native, 'bin/postgres'), args, {
    ...base,
    env: { ...base.env, PG_GRANDPARENT_PID: stalePid?.toString() },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));
  child.unref();
  return {
    pid: child.pid,
    isRunning: () => failure === undefined,
    /** Returns why the server ended or could not be run. */
    complaint() {
      const logged = readFileSync(logFile).subarray(size).toString().trim();
      return [failure, logged].filter(Boolean).join('\n');
    },
  };
}

/** Stops the server in an orderly way, and kills it after 30 s. Throws when even that fails. */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  for (const [signal, timeoutMs] of Object.entries({ SIGINT: 30_000, SIGQUIT: 5_000 })) {
    const deadline = Date.now() + timeoutMs;
    if (isPostmaster(pid, data)) process.kill(pid, signal);
    while (isPostmaster(pid, data) && Date.now() <= deadline) await delay(20);
    if (!isPostmaster(pid, data)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}, data in ${data}) does not stop. Kill it by hand.`);
}
