import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';
import { hasCopies } from './offline-copies.ts';

/** Registers the service worker and starts storing offline copies, if the browser supports both. */
export async function startOffline(queryClient: QueryClient): Promise<void> {
  // Both are missing over plain http to another machine, and in some private windows.
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  // The next page load retries a failed registration.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  // Without copies to update or delete, no more code is needed until a user is signed in.
  if (!(await hasCopies())) await signedIn(queryClient);
  (await import('./store-copies.ts')).storeCopies(queryClient);
}

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
