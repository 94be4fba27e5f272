import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a data directory that is in use has at least one of. */
const contents = ['postgres', 'session-secret', 'objects'];

/**
 * Makes the data directory for its owner alone, and closes one that others could enter. A directory
 * of other things, or of another user, stays as it is.
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
