import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Account,
  type Binaries,
  canEnter,
  chooseAccount,
  openShelter,
  shelters,
  spawnOptions,
} from './binaries.ts';

/** A database cluster's location on disk, and the account that runs it. */
export interface Cluster {
  /** The directory that contains `data`, the password and the server's log. */
  home: string;
  account: Account;
  /** True when the cluster is outside DATA_DIR, because its account cannot enter DATA_DIR. */
  sheltered: boolean;
}

export const dataOf = (cluster: Cluster): string => join(cluster.home, 'data');
export const logFileOf = (cluster: Cluster): string => join(cluster.home, 'server.log');

/** The names that identify a data directory: one in use contains at least one of them. */
const contents = ['postgres', 'session-secret', 'objects'];

/** Creates the data directory for its owner only. Closes an open one that has known contents. */
export function ensurePrivateDirectory(directory: string): void {
  mkdirSync(dirname(directory), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(directory);
  const isOpen = (mode & 0o007) !== 0 && uid === process.getuid?.();
  if (isOpen && contents.some((name) => existsSync(join(directory, name)))) {
    chmodSync(directory, 0o700);
  }
}

const isCluster = (home: string) => existsSync(join(home, 'data/PG_VERSION'));

/**
 * Lets the account's group, and nobody else, pass through DATA_DIR. Does so only when no other
 * directory is in the way, and when DATA_DIR grants nothing to a group yet.
 */
function openToGroup(directory: string, account: Account): void {
  const { uid, mode } = statSync(directory);
  if (account.gid === undefined || uid !== 0 || (mode & 0o070) !== 0) return;
  if (!canEnter(account, join(directory, '..'))) return;
  chownSync(directory, uid, account.gid);
  chmodSync(directory, (mode & 0o777) | 0o010);
}

/**
 * Returns the location of the cluster for `dataDir`: inside it, or in a shelter if the database's
 * account cannot enter it. Throws when there are data that the account cannot use.
 */
export function locateCluster(dataDir: string): Cluster {
  ensurePrivateDirectory(dataDir);
  const directory = realpathSync(dataDir);
  const inside = join(directory, 'postgres');
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 12);
  const key = `${directory.replaceAll(/[^\w]+/g, '-').slice(1, 60)}-${hash}`;
  const outside = shelters().map((shelter) => join(shelter, key));
  const found = existsSync(inside) ? inside : outside.find(isCluster);
  const owner = found ? statSync(join(found, 'data'), { throwIfNoEntry: false })?.uid : undefined;
  const account = chooseAccount(owner);
  if (found && found !== inside) return { home: found, account, sheltered: true };
  if (!canEnter(account, directory)) openToGroup(directory, account);
  const enters = canEnter(account, directory);
  const owns = account.uid !== undefined || owner === undefined || owner === process.getuid?.();
  if (enters && owns) return { home: inside, account, sheltered: false };
  if (found) {
    throw new Error(
      `The database in ${found} belongs to user ${owner} and ${account.name} cannot use it. ` +
        'Start as its owner or as root, let its owner enter the directories above it, ' +
        'or set another DATA_DIR.',
    );
  }
  return { home: join(openShelter(account), key), account, sheltered: true };
}

function giveTo({ uid, gid }: Pick<Account, 'uid' | 'gid'>, ...paths: string[]): void {
  if (uid === undefined || gid === undefined) return;
  for (const path of paths) chownSync(path, uid, gid);
}

/**
 * Runs initdb with a new password unless the cluster exists. The cluster appears completely or not
 * at all. Throws an error that contains what initdb printed.
 */
export async function createCluster(
  cluster: Cluster,
  { native }: Binaries,
  durable: boolean,
): Promise<void> {
  const { home, account } = cluster;
  if (isCluster(home)) return;
  const making = mkdtempSync(`${home}-new-`);
  const secret = join(making, 'password');
  const data = join(making, 'data');
  const flags = [
    ...['--pgdata', data, '--username', 'postgres', '--pwfile', secret],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    writeFileSync(secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
    mkdirSync(data, { mode: 0o700 });
    // The account owns only the data, so that it cannot replace the log by a link.
    chmodSync(making, 0o711);
    giveTo(account, data, secret);
    await promisify(execFile)(join(native, 'bin/initdb'), flags, spawnOptions(account));
    giveTo({ uid: process.getuid?.(), gid: process.getgid?.() }, secret);
    renameSync(making, home);
  } catch (cause) {
    rmSync(making, { recursive: true, force: true });
    // Another first start at the same time has created the cluster.
    if (isCluster(home)) return;
    const said = cause instanceof Error ? cause.message : String(cause);
    const problem = `Could not create the embedded database in ${home} as ${account.name}`;
    throw new Error(`${problem}: ${said}`, { cause });
  }
}

/** Returns the superuser's password. Throws if another version of PostgreSQL made the data. */
export function readPassword({ home }: Cluster, { major }: Binaries): string {
  const made = readFileSync(join(home, 'data/PG_VERSION'), 'utf8').trim();
  if (made === major) return readFileSync(join(home, 'password'), 'utf8').trim();
  throw new Error(
    `The data in ${home} were made by PostgreSQL ${made}, the embedded one is ${major}. ` +
      `Reach them with a PostgreSQL ${made} through DATABASE_URL, or set another DATA_DIR.`,
  );
}
