interface Call<Item, Result> {
  item: Item;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

interface Queue<Item, Result> {
  waiting: Call<Item, Result>[];
  isWorking: boolean;
}

/**
 * Calls in one batch: half of what a full server has in work, so that it answers the calls of one batch
 * while the database works on the next.
 */
const perBatch = 30;
/** How long the next batch waits for the previous one: one that hangs must not block all others. */
const batchTimeoutMs = 100;

/**
 * Makes a function for one call from one for many. Calls that come while a batch is running form the
 * next one, so that a busy server runs few statements for many calls, and an idle one makes nobody
 * wait. `run` returns the results in the order of the items, or throws for all of them. Calls with
 * the same key (by default, the item itself) are never in one batch. Each `source` has its own queue.
 */
export function createBatcher<Source extends object, Item, Result>(
  run: (source: Source, items: Item[]) => Promise<(Result | Promise<Result>)[]>,
  keyOf: (item: Item) => unknown = (item) => item,
): (source: Source, item: Item) => Promise<Result> {
  const queues = new WeakMap<Source, Queue<Item, Result>>();

  const takeSome = ({ waiting }: Queue<Item, Result>) => {
    const batch = new Map<unknown, Call<Item, Result>>();
    for (const call of waiting.splice(0)) {
      const key = keyOf(call.item);
      if (batch.size < perBatch && !batch.has(key)) batch.set(key, call);
      else waiting.push(call);
    }
    return [...batch.values()];
  };
  const runBatch = async (source: Source, calls: Call<Item, Result>[]) => {
    try {
      const items = calls.map(({ item }) => item);
      const results = await run(source, items);
      // Once the next batch has been sent: what follows may keep this process busy for long.
      setImmediate(() => {
        calls.forEach(({ resolve }, n) => resolve(results[n] as Result | Promise<Result>));
      });
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };
  const work = async (source: Source, queue: Queue<Item, Result>) => {
    while (queue.waiting.length > 0) {
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, batchTimeoutMs);
      await Promise.race([runBatch(source, takeSome(queue)), isLate]);
      clearTimeout(timer);
    }
    queue.isWorking = false;
  };

  return (source, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(source) ?? { waiting: [], isWorking: false };
      queues.set(source, queue);
      queue.waiting.push({ item, resolve, reject });
      if (queue.isWorking) return;
      queue.isWorking = true;
      // After everything that has arrived by now has been read.
      setImmediate(() => void work(source, queue));
    });
}
