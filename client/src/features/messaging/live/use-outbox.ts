import { useCallback, useSyncExternalStore } from 'react';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { createOutbox, type Exclusively, type Outbox, type PendingMessage } from './outbox.ts';
import { createOutboxStore } from './outbox-store.ts';

/** One for each user who was signed in on this page. */
const outboxes = new Map<string, Outbox>();

/** The outbox of a user in this browser. */
export function outboxOf(userId: string): Outbox {
  const known = outboxes.get(userId);
  if (known) return known;
  const outbox = createOutbox({ userId, store: createOutboxStore(userId, shared()), exclusively });
  outboxes.set(userId, outbox);
  return outbox;
}

/** Takes a message that the server has stored out of its sender's outbox. */
export function takeFromOutbox({ senderId, clientId }: MessageView): void {
  outboxes.get(senderId)?.discard(clientId);
}

const none: readonly PendingMessage[] = [];

/** The outbox of `userId` as it is now, of all conversations; empty on the server. */
export function useOutbox(userId: string): readonly PendingMessage[] {
  const subscribe = useCallback(
    (listener: () => void) => outboxOf(userId).subscribe(listener),
    [userId],
  );
  return useSyncExternalStore(
    subscribe,
    () => outboxOf(userId).items(),
    () => none,
  );
}

function shared() {
  try {
    return { storage: window.localStorage, events: window };
  } catch {
    // Forbidden, or no browser at all.
    return null;
  }
}

/** Tabs without locks (plain http in a home network) rely on the server to drop doubles. */
const exclusively: Exclusively = (name, act) =>
  'locks' in navigator ? navigator.locks.request(name, act) : act();
