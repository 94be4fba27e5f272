import { LRUCache } from 'lru-cache';

export type Coalesce = ReturnType<typeof createCoalesce>;

/**
 * Lets concurrent callers share one read, or its failure, without caching. Callers that arrive
 * during a read share the next one, so that nobody gets a result from before a change they know of.
 */
export function createCoalesce() {
  const reads = new Map<string, { now: Promise<unknown>; next?: Promise<unknown> }>();
  const begin = <Result>(key: string, read: () => Promise<Result>): Promise<Result> => {
    const now = read().finally(() => reads.delete(key));
    reads.set(key, { now });
    return now;
  };
  return <Result>(key: string, read: () => Promise<Result>): Promise<Result> => {
    const current = reads.get(key);
    if (!current) return begin(key, read);
    const readNext = () => begin(key, read);
    current.next ??= current.now.then(readNext, readNext);
    // Each key is used for one type of result.
    return current.next as Promise<Result>;
  };
}

/** After `freshUntil`, by `performance.now()`, the next call reads again. */
type CachedAnswer = { answer: Promise<unknown>; freshUntil: number };

const caches = new WeakMap<object, LRUCache<string, CachedAnswer>>();

/**
 * Runs `read`, or returns its last answer under the same name for the same `source`. An answer is
 * cached for 20 times its reading time, between 1 s and 4 s. Concurrent callers share one read.
 * They do not wait for it until the answer is two reading times out of date. Failures are not
 * cached.
 */
export function cacheBriefly<Answer>(
  source: object,
  name: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const cache = caches.get(source) ?? new LRUCache<string, CachedAnswer>({ max: 32 });
  caches.set(source, cache);
  const start = performance.now();
  const cached = cache.get(name);
  // Each name is used for one type of answer.
  if (cached && start < cached.freshUntil) return cached.answer as Promise<Answer>;
  const answer = read();
  const current = cached ?? { answer, freshUntil: Infinity };
  current.freshUntil = Infinity;
  if (!cached) cache.set(name, current);
  answer.then(
    () => {
      const now = performance.now();
      const freshFor = Math.min(4_000, Math.max(1_000, 20 * (now - start)));
      const ttl = freshFor + 2 * (now - start);
      cache.set(name, { answer, freshUntil: now + freshFor }, { ttl });
    },
    () => cache.delete(name),
  );
  return current.answer as Promise<Answer>;
}

/** Returns a function that makes a value once, and again after a failure or `lifeMs`. */
export function makeOnce<Value>(make: () => Promise<Value>, lifeMs = Infinity) {
  let made: Promise<Value> | undefined;
  let until = 0;
  return (): Promise<Value> => {
    if (made && performance.now() <= until) return made;
    until = performance.now() + lifeMs;
    made = make().catch((error: unknown) => {
      until = 0;
      throw error;
    });
    return made;
  };
}
