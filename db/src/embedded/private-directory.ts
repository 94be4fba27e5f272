import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The names that identify a data directory: one in use contains at least one of them. */
const contents = ['postgres', 'session-secret', 'objects'];

/**
 * Creates the data directory for its owner only, and closes one that others could enter. Leaves a
 * directory unchanged if it has other contents or belongs to another user.
 */
export function ensurePrivateDirectory(directory: string): void {
  mkdirSync(dirname(directory), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(directory);
  const isOpen = (mode & 0o007) !== 0 && uid === process.getuid?.();
  if (isOpen && contents.some((name) => existsSync(join(directory, name)))) {
    chmodSync(directory, 0o700);
  }
}
