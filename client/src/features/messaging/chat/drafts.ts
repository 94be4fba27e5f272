import { useSyncExternalStore } from 'react';

const key = (conversationId: string) => `message-draft:${conversationId}`;
const listeners = new Set<() => void>();

/** What was typed in a conversation and not sent, in this tab; '' when there is nothing. */
export function readDraft(conversationId: string): string {
  try {
    return sessionStorage.getItem(key(conversationId)) ?? '';
  } catch {
    // A browser may forbid storage: the draft then lives as long as the page.
    return '';
  }
}

/** Keeps what is typed; '' drops it. */
export function writeDraft(conversationId: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key(conversationId), text);
    else sessionStorage.removeItem(key(conversationId));
  } catch {
    // Full or forbidden: typing goes on without a copy.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The draft of a conversation, as it is typed. */
export function useDraft(conversationId: string): string {
  return useSyncExternalStore(
    subscribe,
    () => readDraft(conversationId),
    () => '',
  );
}
