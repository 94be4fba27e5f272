import type { FaultKind } from './plan.ts';
import { faultKinds, planRound } from './plan.ts';
import { createRandom } from './random.ts';
import { findFaults, playRound, type Times } from './round.ts';
import { startWorld, type World } from './world.ts';

export interface Summary {
  rounds: number;
  /** How many of the rounds used Redis for the wake-ups. */
  roundsWithRedis: number;
  acknowledged: number;
  refused: number;
  events: number;
  faults: Record<FaultKind, number>;
  socketsOpened: number;
  resets: number;
  longestToQuietMs: number;
}

interface Options {
  rounds: number;
  seed: number;
  log: (line: string) => void;
}

/**
 * Plays the rounds, the first half with PostgreSQL for the wake-ups and the second half with Redis,
 * and compares everything after each round. Throws at the first fault, with the seed and the round
 * that reproduce it.
 */
export async function runCampaign({ rounds, seed, log }: Options): Promise<Summary> {
  const summary: Summary = {
    ...{ rounds, roundsWithRedis: 0, acknowledged: 0, refused: 0, events: 0 },
    faults: Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Summary['faults'],
    ...{ socketsOpened: 0, resets: 0, longestToQuietMs: 0 },
  };
  const half = Math.ceil(rounds / 2);
  for (const [first, last, useRedis] of [
    [1, half, false],
    [half + 1, rounds, true],
  ] as const) {
    if (first > last) continue;
    const world = await startWorld(createRandom(seed + first), useRedis);
    try {
      if (useRedis && !world.redis) log('There is no Redis here: the second half goes without it.');
      for (let round = first; round <= last; round++) {
        await play(world, { rounds, seed, round, summary, log });
      }
      count(world, summary);
    } catch (error) {
      log(`The logs of the instances are in ${world.directory}`);
      await world.close(true);
      throw error;
    }
    await world.close(false);
  }
  return summary;
}

interface Playing extends Options {
  round: number;
  summary: Summary;
}

async function play(world: World, { rounds, seed, round, summary, log }: Playing): Promise<void> {
  const plan = planRound(seed, round, {
    people: world.people.length,
    hasRedis: world.redis !== null,
  });
  const struck = plan.faults.map(({ kind, after }) => `${kind} (${after})`).join(', ');
  const again = `--seed ${seed} --rounds ${rounds}, round ${round}: ${struck}`;
  let times: Times;
  try {
    times = await playRound(world, plan);
  } catch (error) {
    throw new Error(`${again}\nIt did not come to rest.`, { cause: error });
  }
  const faults = await findFaults(world);
  if (faults.length > 0) throw new Error(`${again}\n${faults.slice(0, 20).join('\n')}`);
  for (const { kind } of plan.faults) summary.faults[kind]++;
  if (world.redis) summary.roundsWithRedis++;
  summary.longestToQuietMs = Math.max(summary.longestToQuietMs, times.quieting);
  log(`${again}; ${JSON.stringify(times)} ms`);
}

function count({ people }: World, summary: Summary): void {
  for (const { sentMessages, tabs, closed } of people) {
    for (const { state } of sentMessages) {
      if (state === 'acknowledged') summary.acknowledged++;
      if (state === 'refused') summary.refused++;
    }
    summary.socketsOpened += closed.opened + tabs.reduce((sum, tab) => sum + tab.opened(), 0);
    summary.events += closed.events + tabs.reduce((sum, tab) => sum + tab.record.count(), 0);
    summary.resets += closed.resets + tabs.reduce((sum, tab) => sum + tab.record.count('reset'), 0);
  }
}
