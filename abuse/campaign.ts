import { startTarget } from '../attacks/target.ts';
import { banEvader, dealRing, reportBrigade, reviewRing } from './accounts.ts';
import { flooder, photoThief, scamSeller } from './listings.ts';
import { accountFarm, phisher } from './messages.ts';
import type { Outcome } from './scene.ts';
import {
  beginDay,
  countHindrances,
  fillTown,
  type HonestActs,
  liveInTown,
  settleTown,
} from './town.ts';

const attackers = [
  phisher,
  accountFarm,
  reportBrigade,
  dealRing,
  reviewRing,
  scamSeller,
  photoThief,
  flooder,
  banEvader,
];

/** The largest share of honest acts that may be hindered. */
export const mostHindered = 0.01;

/**
 * Lets attackers loose on a town of honest people while these go about their day, on a fresh server
 * with its default limits. Each attacker brings `size` accounts.
 */
export async function runCampaign(options: {
  people: number;
  size: number;
  databaseUrl?: string;
}): Promise<{ outcomes: Outcome[]; honest: HonestActs }> {
  const { people, size, databaseUrl } = options;
  const target = await startTarget(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  try {
    // In databases of tests, everyone begins as a member.
    await target.pool.query('alter table users alter column standing set default 0');
    const town = await settleTown(target, people);
    const day = beginDay(target, town);
    await fillTown(day);
    const scene = { target, town, size };
    const [outcomes] = await Promise.all([
      Promise.all(attackers.map((attack) => attack(scene))),
      liveInTown(day),
    ]);
    await countHindrances(day);
    return { outcomes: outcomes.flat(), honest: day.acts };
  } finally {
    await target.stop();
  }
}

/** Returns the share of honest acts that were refused, wait for a moderator or carry a warning. */
export function hindered({ done, refused, held, warned }: HonestActs): number {
  return (refused.length + held.length + warned.length) / done;
}
