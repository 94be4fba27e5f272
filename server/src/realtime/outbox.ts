/** Wake-ups on their way to the other instances. */
export interface Outbox {
  add(userId: string): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** How long users are gathered, so that a busy server sends one message and not hundreds. */
const gatherMs = 15;

/**
 * Gathers users and gives them to `publish`, at most `perMessage` and one batch at a time: while one is under way the
 * next grows, so that a slow bus gets fewer and fuller messages.
 */
export function createOutbox(
  perMessage: number,
  publish: (userIds: string[]) => Promise<void>,
): Outbox {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let sending = Promise.resolve();

  const flush = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, perMessage);
      for (const userId of batch) waiting.delete(userId);
      await publish(batch);
    }
    timer = null;
  };
  return {
    add(userId) {
      waiting.add(userId);
      timer ??= setTimeout(() => {
        sending = flush();
      }, gatherMs);
    },
    async close() {
      if (timer) clearTimeout(timer);
      await sending;
      await flush();
    },
  };
}
