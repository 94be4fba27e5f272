import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Each worker or program has its own, as a server may take its port seconds after it was found free. */
const firstPort = 20_000 + 1_000 * (Number(process.env['VITEST_POOL_ID'] ?? process.pid) % 12);
const given = new Set<number>();

/**
 * A port of this machine that was free a moment ago, and that this process has not given before. It is below
 * those that systems give to outgoing connections, one of which could take it before its server does.
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
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
