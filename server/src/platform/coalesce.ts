/** Runs `read`, or gives what another call with the same key is about to read. */
export type Coalesce = <Result>(key: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Lets those who ask for the same at once share one answer, without keeping any: while one read is
 * under way, all who come wait for the next, which begins after they have asked. So nobody gets what
 * was read before a change that they know of. A failure is shared in the same way.
 */
export function createCoalesce(): Coalesce {
  const reads = new Map<string, { now: Promise<unknown>; next?: Promise<unknown> }>();
  const begin = <Result>(key: string, read: () => Promise<Result>): Promise<Result> => {
    const now = read().finally(() => reads.delete(key));
    reads.set(key, { now });
    return now;
  };
  return <Result>(key: string, read: () => Promise<Result>) => {
    const current = reads.get(key);
    if (!current) return begin(key, read);
    const readNext = () => begin(key, read);
    current.next ??= current.now.then(readNext, readNext);
    // A key stands for one kind of result.
    return current.next as Promise<Result>;
  };
}
