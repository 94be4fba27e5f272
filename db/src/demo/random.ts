const kinds = { user: 1, listing: 2, conversation: 3, message: 4, review: 5, image: 6 };

/** A stable UUID for the nth row of a kind, so that demo data can be found again. */
export function demoId(kind: keyof typeof kinds, index: number): string {
  return `de300000-000${kinds[kind]}-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** Random numbers (mulberry32): the same 32-bit seed always gives the same sequence. */
export function createRandom(seed: number) {
  // Neighboring seeds would start alike without this mixing.
  let state = Math.imul(Math.imul(seed + 1, 0x85ebca6b) ^ (seed >>> 5), 0xc2b2ae35) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** A number in [0, 1). */
    next,
    /** A number in [low, high). */
    between: (low: number, high: number) => low + next() * (high - low),
    /** True with the given probability. */
    chance: (probability: number) => next() < probability,
    /** One entry of a non-empty list. */
    pick<T>(list: readonly T[]): T {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new RangeError('Cannot pick from an empty list');
      return chosen;
    },
  };
}
