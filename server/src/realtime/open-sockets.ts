/** The users with a socket at this instance, and whether each of them lets others see it. */
export interface OpenSockets {
  /** Counts a socket until the returned function is called. Its user is not seen before `show`. */
  opened(userId: string): () => void;
  /**
   * From now on the user is seen, or not. Nothing happens for one without a socket here, nor by what
   * was read at a time, an earlier `now()`, since when the user has decided anew.
   */
  show(userId: string, isShown: boolean, readAt?: number): void;
  /** Counts the decisions so far. */
  now(): number;
  close(): void;
}

interface Count {
  open: number;
  isShown: boolean;
  decidedAt: number;
  leaving: NodeJS.Timeout | null;
}

/** Somebody who reloads the page does not go offline in between. */
const graceMs = 5_000;

/** Tells when somebody who is to be seen comes, and when they are to be seen no more. */
export function createOpenSockets(on: {
  appear(userId: string): void;
  vanish(userId: string): void;
}): OpenSockets {
  const counts = new Map<string, Count>();
  let now = 0;
  const show = (userId: string, isShown: boolean, readAt = Infinity) => {
    const count = counts.get(userId);
    if (!count || count.decidedAt > readAt) return;
    if (readAt === Infinity) count.decidedAt = ++now;
    if (count.isShown === isShown) return;
    count.isShown = isShown;
    if (isShown) on.appear(userId);
    else on.vanish(userId);
  };
  const left = (userId: string) => {
    show(userId, false);
    counts.delete(userId);
  };
  return {
    opened(userId) {
      const count = counts.get(userId) ?? { open: 0, isShown: false, decidedAt: 0, leaving: null };
      counts.set(userId, count);
      if (count.leaving) clearTimeout(count.leaving);
      count.leaving = null;
      count.open++;
      return () => {
        if (--count.open > 0) return;
        count.leaving = setTimeout(() => left(userId), graceMs);
      };
    },
    show,
    now: () => now,
    close() {
      for (const { leaving } of counts.values()) if (leaving) clearTimeout(leaving);
      counts.clear();
    },
  };
}
