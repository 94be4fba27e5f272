interface CollectorOptions<Item> {
  /** How long items are collected, and how long a failed flush waits for a retry. */
  delayMs: number;
  retryMs?: number;
  /** The most items in one call of `flush`. Unlimited by default. */
  perBatch?: number;
  /** Items with the same key count as one. The first one stays, or `combine` merges the two. */
  keyOf?(item: Item): unknown;
  combine?(one: Item, other: Item): Item;
  /** Handles one batch at a time. If it fails, the remaining items are collected again. */
  flush(items: Item[]): Promise<unknown>;
  onError?(error: unknown): void;
}

/** Collects items for a short time, so that a burst costs one statement or one message. */
export function createCollector<Item>(options: CollectorOptions<Item>) {
  const { delayMs, retryMs = delayMs, perBatch = Infinity } = options;
  const { keyOf = (item) => item, combine = (one) => one, flush, onError } = options;
  let waiting = new Map<unknown, Item>();
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
    // `timer` stays set until the flush ends, so that flushes never overlap.
    timer ??= setTimeout(() => (flushing = flushAll()), ms);
  };

  return {
    /** Adds an item. Returns at once and never throws. */
    add(item: Item) {
      collect(item);
      schedule(delayMs);
    },
    /** Flushes the remaining items and stops. Items of a failed flush are lost. */
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await flushing;
      await flushAll();
    },
  };
}
