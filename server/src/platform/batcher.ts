interface Call<Item, Result> {
  item: Item;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

interface Queue<Item, Result> {
  waiting: Call<Item, Result>[];
  running: Set<Map<unknown, Call<Item, Result>>>;
}

/** More calls share a statement's fixed cost, but delay the first call's answer. */
const perBatch = 40;
const atOnce = 2;
/** How long a batch blocks the next one. A batch that hangs must not block all others. */
const batchTimeoutMs = 100;

/**
 * Turns a function for many calls into a function for one call. Calls that arrive while a batch
 * runs form the next batch, so that a busy server runs few statements and an idle server adds no
 * delay. A full batch runs in parallel with the first. `run` returns the results in the order of
 * the items, or throws for all of them. Calls with the same key (by default, the item itself) run
 * one after the other. Each `source` has its own queue.
 */
export function createBatcher<Source extends object, Item, Result>(
  run: (source: Source, items: Item[]) => Promise<(Result | Promise<Result>)[]>,
  keyOf: (item: Item) => unknown = (item) => item,
): (source: Source, item: Item) => Promise<Result> {
  const queues = new WeakMap<Source, Queue<Item, Result>>();

  const nextBatch = ({ waiting, running }: Queue<Item, Result>) => {
    const batch = new Map<unknown, Call<Item, Result>>();
    for (const call of waiting.splice(0)) {
      const key = keyOf(call.item);
      const isRunning = [...running].some((other) => other.has(key));
      if (batch.size < perBatch && !batch.has(key) && !isRunning) batch.set(key, call);
      else waiting.push(call);
    }
    return batch;
  };
  const runBatch = async (source: Source, calls: Call<Item, Result>[]) => {
    try {
      const items = calls.map(({ item }) => item);
      const results = await run(source, items);
      // The code behind a call may take long, so each has its own turn, after the next batch is sent.
      calls.forEach(({ resolve }, n) => setImmediate(resolve, results[n] as Result));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };
  const mayStart = ({ waiting, running }: Queue<Item, Result>) =>
    running.size < atOnce && waiting.length >= (running.size === 0 ? 1 : perBatch);
  const start = (source: Source, queue: Queue<Item, Result>) => {
    while (mayStart(queue)) {
      const batch = nextBatch(queue);
      if (batch.size === 0) return;
      queue.running.add(batch);
      const end = () => {
        clearTimeout(timer);
        if (queue.running.delete(batch)) start(source, queue);
      };
      const timer = setTimeout(end, batchTimeoutMs);
      void runBatch(source, [...batch.values()]).then(end);
    }
  };

  return (source, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(source) ?? { waiting: [], running: new Set() };
      queues.set(source, queue);
      queue.waiting.push({ item, resolve, reject });
      // Waits one turn, so that all calls that have arrived are in the queue.
      if (mayStart(queue)) setImmediate(start, source, queue);
    });
}
