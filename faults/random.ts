/** Choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to and without `end`. */
  below(end: number): number;
  /** True once in `n` times. */
  oneIn(n: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** A generator (mulberry32) for `seed`, a whole number. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    oneIn: (n) => below(n) === 0,
    pick<Item>(items: readonly Item[]) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
  };
}
