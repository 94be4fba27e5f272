import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';
import { hasKept } from './kept-conversations.ts';

/** Prepares this browser for times without a connection, where it offers the means. */
export async function startOffline(queryClient: QueryClient): Promise<void> {
  // Both are missing over plain http to another machine, and in some private windows.
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  // A refused registration is tried again with the next page.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  // A visitor of whom nothing is kept needs no more code.
  if (!(await hasKept())) await signedIn(queryClient);
  (await import('./keep-conversations.ts')).keepConversations(queryClient);
}

/** Resolves once the user of the page is known. */
function signedIn(queryClient: QueryClient): Promise<void> {
  const keyOfMe = getQueryKey(trpc.auth.me, undefined, 'query');
  return new Promise((resolve) => {
    const look = () => {
      if (!queryClient.getQueryData(keyOfMe)) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}
