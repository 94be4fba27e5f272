import { realpathSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, prepareBinaries } from './binaries.ts';
import {
  type Cluster,
  createCluster,
  dataOf,
  locateCluster,
  logFileOf,
  readPassword,
} from './cluster.ts';
import { acquireLease } from './connection-lease.ts';
import {
  findFreePort,
  isPostmaster,
  type Launched,
  launchPostmaster,
  readPidFile,
  stopPostmaster,
} from './postmaster.ts';

/** Receives, as a sentence, what an operator should know. */
export type Log = (message: string) => void;

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log?: Log;
  /** A free one by default, so that two checkouts run side by side. */
  port?: number;
  /**
   * False for tests: the data may be lost with the machine, and what had to move out of `dataDir`
   * is removed at the stop.
   */
  durable?: boolean;
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

const database = 'marketplace';
const startTimeoutMs = 120_000;
/** Temporary reasons: processes of the last server are still ending, or the port was just taken. */
const temporary =
  /postmaster\.pid|pre-existing shared memory|could not bind|Address already in use/;

interface Plan {
  cluster: Cluster;
  binaries: Binaries;
  password: string;
  port: number | undefined;
  durable: boolean;
}

/** Launches the cluster's server unless it is running, and connects to it. Retries temporary failures. */
async function run({ cluster, binaries, password, port, durable }: Plan) {
  const data = realpathSync(dataOf(cluster));
  const deadline = Date.now() + startTimeoutMs;
  let launched: Launched | undefined;
  let problem = 'it could not be run';
  while (Date.now() < deadline) {
    const found = readPidFile(data);
    if (found && isPostmaster(found.pid, data)) {
      try {
        const lease = await acquireLease({ ...found, password }, data);
        return { ...found, lease, adopted: found.pid !== launched?.pid };
      } catch (error) {
        problem = `process ${found.pid} has the data and does not answer: ${String(error)}`;
      }
    } else if (!launched) {
      launched = launchPostmaster({
        ...{ cluster, binaries, data, durable },
        ...{ port: port ?? (await findFreePort()), stalePid: found?.pid },
      });
    } else if (!launched.isRunning()) {
      problem = launched.complaint();
      launched = undefined;
      const isTaken = port !== undefined && /could not bind/.test(problem);
      if (isTaken || !temporary.test(problem)) break;
    }
    await delay(20);
  }
  if (launched?.pid && launched.isRunning()) await stopPostmaster(launched.pid, data);
  throw new Error(
    `The embedded PostgreSQL did not start with the data in ${data} as ` +
      `${cluster.account.name}: ${problem}\nIts log is ${logFileOf(cluster)}. ` +
      'Fix that, or set DATABASE_URL to your own PostgreSQL.',
  );
}

async function start(options: EmbeddedPostgresOptions) {
  const { dataDir, log = () => undefined, port, durable = true } = options;
  if (process.platform === 'win32') {
    throw new Error('There is no embedded PostgreSQL for Windows: use WSL, or set DATABASE_URL.');
  }
  const cluster = locateCluster(dataDir);
  if (cluster.sheltered) {
    log(`${cluster.account.name} cannot enter ${dataDir}: the database is in ${cluster.home}`);
  }
  const binaries = prepareBinaries(cluster.account, log);
  await createCluster(cluster, binaries, durable);
  const password = readPassword(cluster, binaries);
  const running = await run({ cluster, binaries, password, port, durable });
  if (running.adopted) log(`Found PostgreSQL running (process ${running.pid}) and adopted it`);
  await running.lease.ensureDatabase(database);

  async function stop(): Promise<void> {
    const isStopped = await running.lease.leave(() =>
      stopPostmaster(running.pid, realpathSync(dataOf(cluster))),
    );
    if (!isStopped) {
      log('PostgreSQL is still used by another process and goes on running');
      return;
    }
    if (cluster.sheltered && !durable) rmSync(cluster.home, { recursive: true, force: true });
  }

  let stopped: Promise<void> | undefined;
  return {
    /** Superuser login to the database `marketplace`. */
    connectionString: `postgresql://postgres:${password}@127.0.0.1:${running.port}/${database}`,
    /** Whether the server was found running, left behind by a process that was killed. */
    adopted: running.adopted,
    /** The directory of the data. */
    location: dataOf(cluster),
    /** Stops the server, an adopted one too, unless another process still uses it. */
    stop: () => (stopped ??= stop()),
  };
}

/**
 * Starts the PostgreSQL that keeps its data under `dataDir`, creating them on first use, on
 * 127.0.0.1 only. A server left running by a killed process is adopted; one that was killed
 * recovers. Starting twice gives both the same server, and the last to stop stops it. Throws an
 * Error that says what failed, where, and what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  try {
    return await start(options);
  } catch (error) {
    // Errors of the file system name a path but not what it was for.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const message =
      `The embedded PostgreSQL cannot use ${options.dataDir}: ${error.message}. ` +
      'Make it usable, or set another DATA_DIR, or DATABASE_URL.';
    throw new Error(message, { cause: error });
  }
}
