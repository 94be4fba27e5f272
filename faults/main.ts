import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';

/** Plays a fault campaign (`npm run test:faults -- --rounds 200 --seed 1`). */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

try {
  const start = performance.now();
  const summary = await runCampaign({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    log: (line) => console.log(line),
  });
  console.log(summary);
  console.log(
    `${Math.round((performance.now() - start) / 1000)} s: 0 lost, 0 doubled, 0 gaps, no contradiction`,
  );
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
