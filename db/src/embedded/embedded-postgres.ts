import { realpathSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, type Log, prepareBinaries } from './binaries.ts';
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

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log?: Log;
  /** A free port by default, so that two checkouts can run at the same time. */
  port?: number;
  /** False for tests: a crash may lose the data, and a stop deletes data outside `dataDir`. */
  durable?: boolean;
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

const database = 'marketplace';
const startTimeoutMs = 120_000;
/** Failures that pass: the previous server is ending, or another program got the port. */
const temporary =
  /postmaster\.pid|pre-existing shared memory|could not bind|Address already in use/;

type Plan = { cluster: Cluster; binaries: Binaries; password: string; durable: boolean };

/** Connects to the cluster's server. Launches it if necessary. Retries temporary failures. */
async function run({ cluster, binaries, password, durable }: Plan, port?: number) {
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
      const at = { data, port: port ?? (await findFreePort()), stalePid: found?.pid };
      launched = launchPostmaster({ cluster, binaries, durable }, at);
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
  const running = await run({ cluster, binaries, password, durable }, port);
  if (running.adopted) log(`Found PostgreSQL running (process ${running.pid}) and adopted it`);
  await running.lease.ensureDatabase(database);

  async function stop(): Promise<void> {
    const isStopped = await running.lease.leave(() =>
      stopPostmaster(running.pid, realpathSync(dataOf(cluster))),
    );
    if (!isStopped) log('PostgreSQL is still used by another process and goes on running');
    else if (cluster.sheltered && !durable) {
      rmSync(cluster.home, { recursive: true, force: true });
    }
  }

  let stopped: Promise<void> | undefined;
  return {
    /** The superuser's login to the database `marketplace`. */
    connectionString: `postgresql://postgres:${password}@127.0.0.1:${running.port}/${database}`,
    /** True when the server was running before this start. */
    adopted: running.adopted,
    location: dataOf(cluster),
    /** Stops the server, even an adopted one, unless another process uses it. */
    stop: () => (stopped ??= stop()),
  };
}

/**
 * Starts PostgreSQL on 127.0.0.1 with its data, which the first start creates, under `dataDir`.
 * Adopts a server that a killed process left running. Starting twice gives both the same server,
 * and the last to stop stops it. Throws an Error that says what failed, where, and what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  try {
    return await start(options);
  } catch (error) {
    // File system errors name a path but not its purpose.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const message =
      `The embedded PostgreSQL cannot use ${options.dataDir}: ${error.message}. ` +
      'Make it usable, or set another DATA_DIR, or DATABASE_URL.';
    throw new Error(message, { cause: error });
  }
}
