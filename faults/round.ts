import type { Random } from './random.ts';
import { createRandom } from './random.ts';
import { compareWithServer } from './compare.ts';
import { findDatabaseFaults } from './database-checks.ts';
import type { Fault, Plan } from './plan.ts';
import { wakeAll } from './person.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** How long everything may take to recover after the last fault. */
const quietTimeoutMs = 60_000;

/** The durations of the parts of a round, in ms. */
export interface Times {
  /** From the start until all acts were done and all faults had struck. */
  acting: number;
  /** After that, until the instances served requests again. */
  healing: number;
  /** After that, until every page showed everything. */
  quieting: number;
}

/** Runs the planned acts and faults, restores everything, and waits for every page. */
export async function playRound(world: World, plan: Plan): Promise<Times> {
  const start = performance.now();
  const total = plan.acts.reduce((sum, acts) => sum + acts.length, 0);
  const waiting = [...plan.faults];
  const striking: Promise<void>[] = [];
  let done = 0;
  const strikeDue = () => {
    while (waiting[0] && waiting[0].after <= done) {
      const fault = waiting.shift();
      if (fault) striking.push(strike(world, fault));
    }
  };
  strikeDue();
  await Promise.all(
    world.people.map(async (person, n) => {
      for (const act of plan.acts[n] ?? []) {
        await person.act(act, world.people);
        done++;
        strikeDue();
      }
    }),
  );
  if (done !== total) throw new Error('Some acts were not done.');
  await Promise.all(striking);
  const acted = performance.now();
  await world.redis?.start();
  await world.healed();
  const healed = performance.now();
  for (const person of world.people) wakeAll(person);
  await Promise.all(world.people.map((person) => person.settled()));
  await until(() => findMissing(world), quietTimeoutMs);
  return {
    acting: Math.round(acted - start),
    healing: Math.round(healed - acted),
    quieting: Math.round(performance.now() - healed),
  };
}

async function strike(world: World, { kind, which }: Fault): Promise<void> {
  const { postgres, instances, proxy, redis } = world;
  const random: Random = createRandom(which);
  const one = random.pick(instances);
  const strikes: Record<Fault['kind'], () => Promise<void> | void> = {
    'instance killed': () => one.strike('SIGKILL'),
    'both instances killed': () => instances.forEach((instance) => instance.strike('SIGKILL')),
    'instance restarted': () => one.strike('SIGTERM'),
    'database killed': () => postgres.crash('SIGKILL'),
    'database stopped at once': () => postgres.crash('SIGQUIT'),
    'database connections ended': () => postgres.endConnections(),
    'listeners ended': () => postgres.endListeners(),
    'sockets cut': () => void proxy.cut(() => random.oneIn(2)),
    // `playRound` starts it again.
    'Redis stopped and started': () => redis?.stop(),
  };
  await strikes[kind]();
}

/** Returns what some page lacks, or null when all pages have everything from the database. */
async function findMissing({ postgres, people }: World): Promise<string | null> {
  const text = 'select user_id as "userId", last_seq as last from feeds';
  const feeds = await postgres.rows<{ userId: string; last: string }>(text);
  const last = new Map(feeds.map((feed) => [feed.userId, Number(feed.last)]));
  for (const { account, tabs } of people) {
    for (const tab of tabs) {
      const [position, newest] = [tab.position(), last.get(account.id)];
      if (position !== newest) return `${account.name} is at ${position} of ${newest}`;
      const missing = tab.missing();
      if (missing) return `${account.name}: ${missing}`;
    }
  }
  return null;
}

/** Returns all faults of a world after a round. */
export async function findFaults(world: World): Promise<string[]> {
  const tabs = world.people.flatMap((person) => person.tabs);
  const differences = await Promise.all(tabs.map(compareWithServer));
  const wrongFeeds = world.people.flatMap((person) => [
    ...person.faults,
    ...person.tabs.flatMap((tab) => tab.record.faults()),
  ]);
  return [
    ...(await findDatabaseFaults(world)),
    ...differences.flat(),
    ...wrongFeeds.map((fault) => `in a feed: ${fault}`),
    ...world.crashes,
  ];
}
