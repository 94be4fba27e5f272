import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, openShelter, spawnOptions } from './account.ts';
import type { Log } from './embedded-postgres.ts';

export interface Binaries {
  /** The directory of `bin`, `lib` and `share`. */
  native: string;
  /** The version that data on disk must be of, such as "18". */
  major: string;
}

const platform = `${process.platform}-${process.arch}`;

/** The installed platform package: its version and the directory of its binaries. */
function findPackage(): { version: string; native: string } {
  const name = `@embedded-postgres/${platform}`;
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { version: String(version), native: join(root, 'native') };
  } catch (cause) {
    const message =
      `The embedded PostgreSQL for ${platform} (package ${name}) is not installed. ` +
      'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.';
    throw new Error(message, { cause });
  }
}

/** Makes the links between shared libraries that an install without scripts leaves out. */
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
      // A read-only install, or somebody was quicker; running the binary is the real test.
    }
  }
}

/** Why `account` cannot run the binaries under `native`, or undefined when it can. */
function whyNotRunnable(native: string, account: Account): string | undefined {
  const tried = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...spawnOptions(account),
    encoding: 'utf8',
  });
  if (tried.status === 0) return undefined;
  return tried.error?.message ?? (tried.stderr.trim() || `exit by ${tried.signal}`);
}

/** Copies `native` to `target` whole or not at all, readable to every user whatever the umask. */
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
    // Losing this race to another start is fine: its copy is the same.
    if (!existsSync(target)) renameSync(copy, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/**
 * PostgreSQL's binaries from the platform package, or a copy of them where `account` cannot run
 * them in place (a checkout under `/root`). Throws what to do when there is no package for this
 * platform or its binaries do not run here.
 */
export function prepareBinaries(account: Account, log: Log): Binaries {
  const { version, native } = findPackage();
  const major = version.split('.')[0] ?? version;
  linkLibraries(native);
  const reason = whyNotRunnable(native, account);
  if (reason === undefined) return { native, major };
  const copy = join(openShelter(account), `postgresql-${version}-${platform}`);
  if (!existsSync(copy)) {
    log(
      `PostgreSQL cannot run as ${account.name} from ${native} (${reason}): copying it to ${copy}`,
    );
    copyOpen(native, copy);
  }
  const still = whyNotRunnable(copy, account);
  if (still === undefined) return { native: copy, major };
  throw new Error(
    `The embedded PostgreSQL does not run on this system as ${account.name} ` +
      `(${copy}: ${still}). Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}
