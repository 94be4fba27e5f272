interface CollectorOptions<Item> {
  /** How long items are collected, and how long after a failure they are tried again. */
  delayMs: number;
  retryMs?: number;
  /** Items in one call of `flush`. */
  perBatch?: number;
  /** Items of one key are one item: the first, or what `combine` makes of both. */
  keyOf(item: Item): string;
  combine?(one: Item, other: Item): Item;
  /** Called for one batch at a time. Items of a call that fails are collected again. */
  flush(items: Item[]): Promise<unknown>;
  onError?(error: unknown): void;
}

/** Collects items for a while, so that many at once cost one statement or one message. */
export function createCollector<Item>(options: CollectorOptions<Item>) {
  const { delayMs, retryMs = delayMs, perBatch = Infinity } = options;
  const { keyOf, combine = (one) => one, flush, onError } = options;
  let waiting = new Map<string, Item>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();
  let isClosed = false;

  const collect = (item: Item) => {
    const key = keyOf(item);
    const known = waiting.get(key);
    waiting.set(key, known === undefined ? item : combine(known, item));
  };
  const flushAll = async () => {
    const items = [...waiting.values()];
    waiting = new Map();
    let nextMs = delayMs;
    for (let at = 0; at < items.length; at += perBatch) {
      try {
        await flush(items.slice(at, at + perBatch));
      } catch (error) {
        onError?.(error);
        items.slice(at).forEach(collect);
        nextMs = retryMs;
        break;
      }
    }
    timer = undefined;
    if (waiting.size > 0) schedule(nextMs);
  };
  const schedule = (ms: number) => {
    if (isClosed) return;
    // Stays set until the flush has ended, so that flushes never overlap.
    timer ??= setTimeout(() => {
      flushing = flushAll();
    }, ms);
  };

  return {
    /** Returns at once and never throws. */
    add(item: Item) {
      collect(item);
      schedule(delayMs);
    },
    /** Passes on what is left, and ends. What fails then is lost. */
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await flushing;
      await flushAll();
    },
  };
}
