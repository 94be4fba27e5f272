import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of this machine that was free a moment ago. It is below those that systems give to outgoing
 * connections, one of which could take it before its server does.
 */
export async function freePort(): Promise<number> {
  while (true) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
