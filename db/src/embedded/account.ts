import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Who the database's processes run as. No uid and gid: as the user of this process. */
export interface Account {
  name: string;
  uid?: number;
  gid?: number;
}

const runsAsRoot = process.getuid?.() === 0;

/**
 * The account for the database's processes. PostgreSQL refuses root, so as root it is the owner of
 * the existing data (`ownerUid`), else `postgres`, else `nobody`; as anybody else oneself. Throws
 * when root finds none of these.
 */
export function chooseAccount(ownerUid?: number): Account {
  if (!runsAsRoot) return { name: 'the current user' };
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

/** What `spawn` needs to run something as `account`, from a directory every user can be in. */
export function spawnOptions(account: Account) {
  const identity = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid };
  return { ...identity, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
}

/** Whether `account` can go into `directory`; tried for real, since parents and ACLs count too. */
export function canEnter(account: Account, directory: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', '[ -x "$1" ]', 'sh', directory], spawnOptions(account));
  return tried.status === 0;
}

/** Directories for what has to move out of a place closed to the database's account, best first. */
export function shelters(): string[] {
  const product = 'capital-region-marketplace';
  const temporary = join(tmpdir(), `${product}-${process.getuid?.()}`);
  return runsAsRoot ? [join('/var/lib', product), temporary] : [temporary];
}

/**
 * The first shelter that `account` can enter and only this process's user can write to, made when
 * absent. Throws when there is none.
 */
export function openShelter(account: Account): string {
  for (const directory of shelters()) {
    try {
      mkdirSync(directory, { recursive: true });
      const found = lstatSync(directory);
      // Somebody else's directory of this name, or a link, is not to be trusted with binaries.
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue;
      chmodSync(directory, 0o755);
      if (canEnter(account, directory)) return directory;
    } catch {
      // Not writable here: the next one.
    }
  }
  throw new Error(
    `The embedded PostgreSQL needs a directory that ${account.name} can enter; tried ` +
      `${shelters().join(' and ')}. Make one of them writable, or set DATABASE_URL.`,
  );
}
