import { parseArgs } from 'node:util';
import { runRolling } from './campaign.ts';
import type { ProxyName } from './proxies.ts';

/** Tests rolling restarts (`npm run test:rolling -- --restarts 2 --rate 200 --sockets 200`). */
const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '2' },
    rate: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '200' },
    proxy: { type: 'string', default: 'nginx,HAProxy' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

let failed = false;
for (const proxy of values.proxy.split(',') as ProxyName[]) {
  const figures = await runRolling({
    proxies: [proxy],
    requestsPerSecond: Number(values.rate),
    socketsPerProxy: Number(values.sockets),
    restarts: Number(values.restarts),
    log: (line) => console.log(`${proxy}: ${line}`),
  });
  if (!figures) {
    failed = true;
    continue;
  }
  const { failures, ...counts } = figures;
  for (const failure of failures.slice(0, 50)) console.log(`${proxy}: FAILED ${failure}`);
  console.log(`${proxy}: ${JSON.stringify(counts)}, ${failures.length} failed`);
  failed ||= failures.length > 0;
}
process.exit(failed ? 1 : 0);
