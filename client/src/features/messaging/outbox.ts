import { useSyncExternalStore } from 'react';

/** A message on its way: shown at once, replaced by the stored one when that has arrived. */
export interface OutboxItem {
  /** The same for every try, so that the server stores it once (decisions: Sending twice). */
  clientId: string;
  conversationId: string;
  content: string;
  createdAt: string;
  /** Why it was not sent; undefined while it is on its way. */
  error?: string;
}

let items: readonly OutboxItem[] = [];
const listeners = new Set<() => void>();

function change(next: readonly OutboxItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

function setError(clientId: string, error: string | undefined): void {
  change(items.map((item) => (item.clientId === clientId ? { ...item, error } : item)));
}

/** What this page has sent and the server has not confirmed, oldest first. */
export const outbox = {
  items: () => items,
  add(item: OutboxItem): void {
    change([...items, item]);
  },
  /** A message that was stored after all is no longer here, and so stays unharmed. */
  fail: (clientId: string, error: string) => setError(clientId, error),
  retry: (clientId: string) => setError(clientId, undefined),
  remove(clientId: string): void {
    if (items.some((item) => item.clientId === clientId)) {
      change(items.filter((item) => item.clientId !== clientId));
    }
  },
  /** For the next user of this page. */
  clear(): void {
    if (items.length > 0) change([]);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

const none: readonly OutboxItem[] = [];

/** The outbox as it is now, of all conversations. */
export function useOutbox(): readonly OutboxItem[] {
  return useSyncExternalStore(outbox.subscribe, outbox.items, () => none);
}
