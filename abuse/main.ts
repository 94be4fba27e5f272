import { parseArgs } from 'node:util';
import { hindered, mostHindered, runCampaign } from './campaign.ts';

/** Plays the abuse of a town (`npm run test:abuse -- --people 50 --size 10`). */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '50' },
    size: { type: 'string', default: '10' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const { outcomes, honest } = await runCampaign({
  people: Number(values.people),
  size: Number(values.size),
});
for (const { attacker, tried, through, allowed, visibleMs } of outcomes) {
  const visible =
    visibleMs === undefined ? '' : `, visible for at most ${Math.round(visibleMs)} ms`;
  const mark = through > allowed ? 'BROKEN' : 'held  ';
  console.log(
    `${mark} ${attacker}: ${tried}: ${through} got through (at most ${allowed})${visible}`,
  );
}
const share = (hindered(honest) * 100).toFixed(2);
console.log(
  `${honest.done} honest acts: ${honest.refused.length} refused, ${honest.held.length} held, ` +
    `${honest.warned.length} with a warning (${share} %); ` +
    `${honest.requests} conversations began as a request`,
);
for (const line of [...honest.refused, ...honest.held, ...honest.warned]) console.log(`  ${line}`);
const isBroken = outcomes.some(({ through, allowed }) => through > allowed);
process.exit(isBroken || hindered(honest) > mostHindered ? 1 : 0);
