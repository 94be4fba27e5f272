/** Milliseconds for which an answer is kept; longer where reading it took more than a twentieth of it. */
const life = 1_000;

/** Milliseconds after which even an answer that took long is read again: it must not stay wrong. */
const maxLife = 5_000;

const maxKept = 32;

interface Kept {
  answer: Promise<unknown>;
  expires: number;
}

const keptOf = new WeakMap<object, Map<string, Kept>>();

/**
 * Runs `read`, or gives what it gave a moment ago under the same name for the same `source`: at
 * least 1 s and at most 5 s, so that reading takes a twentieth of the time if it can. Concurrent
 * callers share one read. A failure is not kept.
 */
export function keepBriefly<Answer>(
  source: object,
  name: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const kept = keptOf.get(source) ?? new Map<string, Kept>();
  keptOf.set(source, kept);
  const known = kept.get(name);
  // A name stands for one kind of answer.
  if (known && known.expires > performance.now()) return known.answer as Promise<Answer>;
  const answer = read();
  const entry = { answer, expires: Infinity };
  kept.delete(name);
  kept.set(name, entry);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  const start = performance.now();
  answer.then(
    () => {
      const now = performance.now();
      entry.expires = now + Math.min(maxLife, Math.max(life, 20 * (now - start)));
    },
    () => {
      entry.expires = 0;
    },
  );
  return answer;
}
