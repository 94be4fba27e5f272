import type { QueryClient } from '@tanstack/react-query';
import { keepConversations } from './keep-conversations.ts';

/** Readies this browser for times without a connection. Does nothing where browsers offer no such thing. */
export function startOffline(queryClient: QueryClient): void {
  // Over plain http to another machine, and in some private windows, there is neither.
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  // Refused, it is tried again with the next page.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  keepConversations(queryClient);
}
