import { LRUCache } from 'lru-cache';

export type Coalesce = ReturnType<typeof createCoalesce>;

/**
 * Lets concurrent callers share one read, without caching. Callers that arrive during a read share
 * the next read, which begins after their call. So nobody gets a result from before a change that
 * they know of. A failure is shared in the same way.
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

/** How long an answer is cached, in milliseconds: 20 times its reading time within these limits. */
const minLifeMs = 1_000;
const maxLifeMs = 4_000;

interface CachedAnswer {
  answer: Promise<unknown>;
  /** The time by `performance.now()` after which the next call reads again. */
  freshUntil: number;
}

const caches = new WeakMap<object, LRUCache<string, CachedAnswer>>();

/**
 * Runs `read`, or returns its last answer under the same name for the same `source`. An answer is
 * cached for at least 1 s and at most 4 s, so that reading takes at most a twentieth of the time if
 * possible. Concurrent callers share one read. They do not wait for it while the previous answer is
 * at most two reading times out of date. A failure is not cached.
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
      const freshFor = Math.min(maxLifeMs, Math.max(minLifeMs, 20 * (now - start)));
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
    if (until < performance.now()) made = undefined;
    if (made) return made;
    until = performance.now() + lifeMs;
    made = make().catch((error: unknown) => {
      until = 0;
      throw error;
    });
    return made;
  };
}
