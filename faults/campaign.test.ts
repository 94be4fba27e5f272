import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';

/** A round without Redis and one with it, of a seed with faults of most kinds; `npm run test:faults` plays as many as one has time for. */
test('what was acknowledged arrives once and in order, whatever is killed, cut or restarted', async () => {
  const lines: string[] = [];
  const summary = await runCampaign({ rounds: 2, seed: 54, log: (line) => lines.push(line) }).catch(
    (error: unknown) => {
      throw new Error(lines.join('\n'), { cause: error });
    },
  );

  expect(summary.rounds).toBe(2);
  expect(summary.acknowledged).toBeGreaterThan(50);
  expect(summary.resets).toBe(0);
}, 240_000);
