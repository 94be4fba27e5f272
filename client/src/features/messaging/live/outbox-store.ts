import { attempt } from '../../../ui/attempt.ts';

/** A message being sent. The chat shows it at once and replaces it with the stored message. */
export interface OutboxItem {
  /** The same for every attempt, so that the server stores the message once. */
  clientId: string;
  conversationId: string;
  content: string;
  createdAt: string;
  /** Items are sent in ascending order. */
  order: number;
  /** The time of the user's last retry, in epoch ms. */
  retriedAt?: number;
  /** Why the message was refused. It then waits until the user retries or discards it. */
  error?: string | undefined;
  /** True if the server found the text invalid, so that a retry would fail, too. */
  isInvalid?: boolean | undefined;
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

interface Shared {
  storage: Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;
  /** Emits `storage` events for the changes of other tabs. */
  events: Pick<EventTarget, 'addEventListener'>;
}

/**
 * Creates a user's outbox in the storage that the tabs of a browser share. Each message has its own
 * key, so that tabs that write at the same time do not overwrite each other. If storage is full or
 * forbidden (`null`), a message lives as long as the page.
 */
export function createOutboxStore(
  userId: string,
  shared: Shared | null = attempt(() => ({ storage: window.localStorage, events: window })) ?? null,
) {
  const prefix = `outbox:${userId}:`;
  const unstored = new Map<string, OutboxItem>();
  return {
    /** Returns all messages in the order in which they were written. */
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
        // The key is null when the whole storage was cleared.
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
