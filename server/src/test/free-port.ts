import { randomInt } from 'node:crypto';
import { findFreePort } from '@marketplace/db/embedded/postmaster';

/**
 * Each worker and program has a separate range, because a server may open its port seconds after
 * the port was found free.
 */
const firstPort = 20_000 + 1_000 * (Number(process.env['VITEST_POOL_ID'] ?? process.pid) % 12);
const given = new Set<number>();

/**
 * Returns a free port of this machine that this process has not returned before. It is below the
 * range of outgoing connections, one of which could otherwise use it before its server does.
 */
export async function freePort(): Promise<number> {
  while (true) {
    const port = firstPort + randomInt(1_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return findFreePort(port).then(
    () => true,
    () => false,
  );
}
