import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { createFeedCache } from './feed-cache.ts';
import { followFeed } from './follow-feed.ts';
import { outbox } from './outbox.ts';

/** Keeps the cache in step with what happens to the signed-in user; mounted while signed in. */
export function LiveProvider() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const me = useCurrentUser()?.id;
  useEffect(() => {
    if (!me) return undefined;
    const unfollow = followFeed({
      client: utils.client,
      feed: createFeedCache(queryClient, me),
      onSignedOut: () => void utils.auth.me.invalidate(),
    });
    return () => {
      unfollow();
      outbox.clear();
    };
  }, [queryClient, utils, me]);
  return null;
}
