import { createRandom, type Random } from './random.ts';

/** An action of one person. A number selects one of the items that exist at that moment. */
export type Act =
  | { type: 'send'; to: number; content: string; waits: boolean }
  | { type: 'read'; in: number }
  | { type: 'deal'; in: number; step: number }
  | { type: 'open'; seller: number; content: string }
  | { type: 'block' | 'unblock'; other: number }
  | { type: 'reload'; tab: number }
  | { type: 'nap'; tab: number };

export const faultKinds = [
  'instance killed',
  'both instances killed',
  'instance restarted',
  'database killed',
  'database stopped at once',
  'database connections ended',
  'listeners ended',
  'sockets cut',
  'Redis stopped and started',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault. It strikes when `after` acts of the round are done. */
export interface Fault {
  kind: FaultKind;
  after: number;
  /** A random number that selects the instance or the sockets. */
  which: number;
}

/** All choices of one round. The same seed and round give the same plan. */
export interface Plan {
  /** The acts of each person, in order. */
  acts: Act[][];
  faults: Fault[];
}

export function planRound(
  seed: number,
  round: number,
  { people, hasRedis }: { people: number; hasRedis: boolean },
): Plan {
  const random = createRandom(seed * 100_003 + round);
  const acts = Array.from({ length: people }, (_, person) => {
    const count = 3 + random.below(6);
    return Array.from({ length: count }, (_, n) => planAct(random, `${round}.${person}.${n}`));
  });
  const total = acts.reduce((sum, own) => sum + own.length, 0);
  const kinds = hasRedis ? faultKinds : faultKinds.slice(0, -1);
  const faults = Array.from({ length: 2 + random.below(4) }, () => ({
    kind: random.pick(kinds),
    after: random.below(Math.floor(total * 0.8)),
    which: random.below(2 ** 30),
  }));
  return { acts, faults: faults.sort((one, other) => one.after - other.after) };
}

const ornaments = ['', ' ¿Todavía está?', '\nsecond line', ' 🪑🪑', ' it\'s "fine" \\ %s', ' 0️⃣'];

function planAct(random: Random, name: string): Act {
  const choice = random.below(100);
  const number = random.below(2 ** 30);
  if (choice < 44) {
    const content = `${name}${random.pick(ornaments)}${'x'.repeat(random.oneIn(10) ? 3000 : 0)}`;
    return { type: 'send', to: number, content, waits: !random.oneIn(3) };
  }
  if (choice < 68) return { type: 'deal', in: number, step: random.below(2 ** 30) };
  if (choice < 86) return { type: 'read', in: number };
  if (choice < 87) return { type: 'open', seller: number, content: `${name} Is it there?` };
  if (choice < 88) return { type: 'block', other: number };
  if (choice < 92) return { type: 'unblock', other: number };
  if (choice < 95) return { type: 'reload', tab: number };
  return { type: 'nap', tab: number };
}
