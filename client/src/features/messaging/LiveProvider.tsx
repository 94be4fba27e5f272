import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { isLocalPath } from '@marketplace/shared/auth/next-path';
import { createRefetchRetrier } from '../../api/refetch.ts';
import { trpc } from '../../api/trpc.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { addStoredMessage, createFeedCache, followFeed } from './live/feed.ts';
import { messageSender } from './live/send-message.ts';
import { outboxOf } from './live/send-queue.ts';

const SuspensionBanner = lazyPart(
  async () => (await import('../admin/person/SuspensionBanner.tsx')).SuspensionBanner,
);

/**
 * Runs while a user is signed in. Applies live events to the query cache, sends the messages in the
 * outbox, and opens the pages of tapped notifications. Shows a suspended user that the account is
 * read-only.
 */
export function LiveProvider() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const user = useCurrentUser();
  const me = user?.id;
  usePushedPages();
  const isLeaving = useIsMutating({ predicate: ({ meta }) => meta?.endsSession === true }) > 0;
  useEffect(() => {
    if (!me || isLeaving) return undefined;
    const { client } = utils;
    const onSignedOut = () => void utils.auth.me.invalidate();
    const outbox = outboxOf(me);
    const stopSending = outbox.start(
      messageSender({
        client,
        me,
        onStored: (message) => addStoredMessage(queryClient, message),
        onSignedOut,
      }),
    );
    const retrier = createRefetchRetrier(queryClient);
    const unfollow = followFeed({
      client,
      me,
      feed: createFeedCache(queryClient, me),
      onLive() {
        outbox.wake();
        retrier.wake();
      },
      onSignedOut,
    });
    window.addEventListener('online', outbox.wake);
    return () => {
      window.removeEventListener('online', outbox.wake);
      unfollow();
      retrier.stop();
      stopSending();
    };
  }, [queryClient, utils, me, isLeaving]);
  return user?.suspension ? <SuspensionBanner {...user.suspension} /> : null;
}

/** Opens the page of a tapped notification when the service worker sends it to this window. */
function usePushedPages(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Undefined over plain http to another machine, and in some private windows.
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    const onMessage = ({ data, ports }: MessageEvent) => {
      const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
      if (type !== 'open-page' || typeof path !== 'string' || !isLocalPath(path)) return;
      ports[0]?.postMessage('opened');
      void navigate(path);
    };
    workers?.addEventListener('message', onMessage);
    return () => workers?.removeEventListener('message', onMessage);
  }, [navigate]);
}
