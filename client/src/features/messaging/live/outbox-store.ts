/** A message on its way: shown at once, replaced by the stored one when that has arrived. */
export interface OutboxItem {
  /** The same for every try, so that the server stores it once. */
  clientId: string;
  conversationId: string;
  content: string;
  createdAt: string;
  /** Items go in ascending order. */
  order: number;
  /** When its writer last asked to try again, in ms since 1970. */
  retriedAt?: number;
  /** Why it was refused: it waits until its writer retries or discards it. */
  error?: string | undefined;
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

interface Shared {
  storage: Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;
  /** Tells of the changes of other tabs by `storage` events. */
  events: Pick<EventTarget, 'addEventListener'>;
}

/**
 * A user's outbox in the storage that the tabs of a browser share. Each message has a key of its
 * own, so that two tabs which write at once undo nothing. Where storage is full or forbidden (`null`)
 * a message lives as long as the page.
 */
export function createOutboxStore(
  userId: string,
  shared: Shared | null = attempt(() => ({ storage: window.localStorage, events: window })) ?? null,
) {
  const prefix = `outbox:${userId}:`;
  const unstored = new Map<string, OutboxItem>();
  return {
    /** In the order in which they were written. */
    read(): OutboxItem[] {
      const stored = (shared && attempt(() => readStored(shared.storage, prefix))) ?? [];
      return [...stored, ...unstored.values()].sort((one, other) => one.order - other.order);
    },
    write(item: OutboxItem): void {
      const isStored = attempt(() => {
        shared?.storage.setItem(prefix + item.clientId, JSON.stringify(item));
        return Boolean(shared);
      });
      if (isStored) unstored.delete(item.clientId);
      else unstored.set(item.clientId, item);
    },
    remove(clientId: string): void {
      unstored.delete(clientId);
      attempt(() => shared?.storage.removeItem(prefix + clientId));
    },
    /** Calls `listener` after another tab has changed something. */
    onForeignChange(listener: () => void): void {
      shared?.events.addEventListener('storage', (event) => {
        const { key } = event as StorageEvent;
        // Null when all was cleared.
        if (key === null || key.startsWith(prefix)) listener();
      });
    },
  };
}

function readStored(storage: Shared['storage'], prefix: string): OutboxItem[] {
  const items: OutboxItem[] = [];
  for (let n = 0; n < storage.length; n += 1) {
    const key = storage.key(n);
    if (!key?.startsWith(prefix)) continue;
    const item = attempt(() => JSON.parse(storage.getItem(key) ?? '') as OutboxItem);
    if (item) items.push(item);
  }
  return items;
}

/** Undefined where the browser refuses. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
