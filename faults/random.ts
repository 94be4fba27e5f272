/** Random choices. The same seed gives the same choices. */
export interface Random {
  /** Returns a whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** Returns true once in `n` calls on average. */
  oneIn(n: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates a random number generator (mulberry32). `seed` is a whole number. */
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
