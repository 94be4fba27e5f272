import { LRUCache } from 'lru-cache';

export type Coalesce = ReturnType<typeof createCoalesce>;

/**
 * Lets concurrent callers share one read, without caching: while a read is running, all new callers
 * wait for the next, which begins after they asked. So nobody gets what was read before a change that
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
    // A key stands for one kind of result.
    return current.next as Promise<Result>;
  };
}

/** Milliseconds that an answer is kept, or 20 times as long as reading it took if that is more. */
const life = 1_000;

/** Milliseconds after which even a slow answer is read again, so that it does not stay wrong. */
const maxLife = 4_000;

interface Kept {
  answer: Promise<unknown>;
  /** By `performance.now()`. The first call after that reads it again. */
  freshUntil: number;
}

const caches = new WeakMap<object, LRUCache<string, Kept>>();

/**
 * Runs `read`, or returns what it returned a moment ago under the same name for the same `source`: for
 * at least 1 s and at most 4 s, so that reading takes at most a twentieth of the time if possible.
 * Concurrent callers share one read, and do not wait for it while the answer before it is no older than
 * another two reads take. A failure is not kept.
 */
export function keepBriefly<Answer>(
  source: object,
  name: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const cache = caches.get(source) ?? new LRUCache<string, Kept>({ max: 32 });
  caches.set(source, cache);
  const start = performance.now();
  const kept = cache.get(name);
  // A name stands for one kind of answer.
  if (kept && start < kept.freshUntil) return kept.answer as Promise<Answer>;
  const answer = read();
  const meanwhile = kept ?? { answer, freshUntil: Infinity };
  meanwhile.freshUntil = Infinity;
  if (!kept) cache.set(name, meanwhile);
  answer.then(
    () => {
      const now = performance.now();
      const freshFor = Math.min(maxLife, Math.max(life, 20 * (now - start)));
      const ttl = freshFor + 2 * (now - start);
      cache.set(name, { answer, freshUntil: now + freshFor }, { ttl });
    },
    () => cache.delete(name),
  );
  return meanwhile.answer as Promise<Answer>;
}

/** Makes a value when it is first asked for, and again after a failure or `lifeMs` milliseconds. */
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
