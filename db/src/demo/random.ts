const kinds = { user: 1, listing: 2, conversation: 3, message: 4, review: 5, image: 6 };

/** A stable UUID for the nth row of a kind, so that demo data can be found again. */
export function demoId(kind: keyof typeof kinds, index: number): string {
  return `de300000-000${kinds[kind]}-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** Random numbers from a seed: the same seed always gives the same sequence. */
export type Random = {
  /** A number in [0, 1). */
  next: () => number;
  /** A number in [low, high). */
  between: (low: number, high: number) => number;
  /** True with the given probability. */
  chance: (probability: number) => boolean;
  /** One entry of a non-empty list. */
  pick: <T>(list: readonly T[]) => T;
};

/** Makes a generator (mulberry32) from any 32-bit seed. */
export function createRandom(seed: number): Random {
  // Neighboring seeds would start alike without this mixing.
  let state = Math.imul(Math.imul(seed + 1, 0x85ebca6b) ^ (seed >>> 5), 0xc2b2ae35) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(next() * list.length)];
    if (chosen === undefined) throw new RangeError('Cannot pick from an empty list');
    return chosen;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick,
  };
}
