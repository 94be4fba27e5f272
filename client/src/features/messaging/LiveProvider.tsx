import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { createFeedCache } from './live/feed-cache.ts';
import { followFeed } from './live/follow-feed.ts';
import { createRefetchRetrier } from './refetch-retrier.ts';
import { messageSender } from './live/send-message.ts';
import { outboxOf } from './live/use-outbox.ts';

/**
 * Keeps the cache in step with what happens to the signed-in user, and sends what they have written;
 * mounted while signed in.
 */
export function LiveProvider() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const me = useCurrentUser()?.id;
  const isLeaving = useIsMutating({ predicate: ({ meta }) => meta?.endsSession === true }) > 0;
  useEffect(() => {
    if (!me || isLeaving) return undefined;
    const { client } = utils;
    const onSignedOut = () => void utils.auth.me.invalidate();
    const outbox = outboxOf(me);
    const stopSending = outbox.start(messageSender({ client, queryClient, me, onSignedOut }));
    const trying = createRefetchRetrier(queryClient);
    const unfollow = followFeed({
      client,
      me,
      feed: createFeedCache(queryClient, me),
      onLive() {
        outbox.wake();
        trying.wake();
      },
      onSignedOut,
    });
    window.addEventListener('online', outbox.wake);
    return () => {
      window.removeEventListener('online', outbox.wake);
      unfollow();
      trying.stop();
      stopSending();
    };
  }, [queryClient, utils, me, isLeaving]);
  return null;
}
