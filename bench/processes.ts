import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { freePort } from '@marketplace/server/test/free-port';
import { until } from '../faults/until.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
// Long, because `npm test` runs the quick benchmarks at the lowest priority.
const startTimeoutMs = 120_000;

/** A server in a separate process. */
export interface Measured {
  /** The server's address without a trailing slash. */
  url: string;
  /** Returns the resident memory in bytes, after a garbage collection. */
  memory(): Promise<number>;
  /** Returns the resident memory in bytes, without a garbage collection. */
  memoryNow(): Promise<number>;
  stop(): Promise<void>;
}

export const sessionSecret = 'the secret of the benchmarks, which is long enough';

/** Starts the marketplace as in production, by default without its worker. */
export function startMarketplace(
  databaseUrl: string,
  directory: string,
  flags = ['--no-worker'],
): Promise<Measured> {
  return start([pathOf('../server/src/main.ts'), ...flags], {
    NODE_ENV: 'production',
    // No server listens here, because no benchmark sends email.
    SMTP_URL: 'smtp://127.0.0.1:9',
    DRAIN_SECONDS: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    SESSION_SECRET: sessionSecret,
    RATE_LIMIT_FACTOR: '100000',
    SEED_DEMO: 'false',
    LOG_LEVEL: 'error',
  });
}

/** Starts one of the bare servers in `floors/`, which import nothing from the marketplace. */
export function startFloor(
  name: 'lists' | 'messages' | 'posting',
  databaseUrl: string,
  directory = '',
): Promise<Measured> {
  return start([pathOf(`floors/${name}.ts`)], { DATABASE_URL: databaseUrl, DATA_DIR: directory });
}

async function start(program: string[], environment: Record<string, string>): Promise<Measured> {
  const port = await freePort();
  const flags = ['--expose-gc', '--import', pathOf('memory-on-request.ts')];
  const child = spawn(process.execPath, [...flags, ...program], {
    cwd: pathOf('.'),
    env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const killOnExit = () => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => ((await fetch(`${url}/readyz`)).ok ? null : 'not ready'), startTimeoutMs);
  return {
    url,
    memory: () => askMemory(child),
    memoryNow: () => residentOf(child.pid ?? 0),
    async stop() {
      process.off('exit', killOnExit);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function askMemory(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message');
  child.send('memory');
  const [answer] = await answered;
  return (answer as { rss: number }).rss;
}

async function residentOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}
