import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';

/**
 * Plays one round without Redis and one with it, from a seed that has most kinds of faults. `npm
 * run test:faults` plays any number of rounds.
 */
test('acknowledged messages arrive once and in order while parts are killed, cut and restarted', async () => {
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
