import { getQueryKey } from '@trpc/react-query';
import { isolated } from '@marketplace/shared/direction';
import { userFeedPath } from '@marketplace/shared/paths';
import type { ProfileView } from '@marketplace/shared/users/views';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import type { Head, RouteContext } from '../../api/prefetch.ts';

/** What previews show of a user. Search engines leave people out; 404 where there is nobody. */
export function userHead({ queryClient, params }: RouteContext): Head {
  const id = params.id ?? '';
  const profile = queryClient.getQueryData<ProfileView>(
    getQueryKey(trpc.account.profile, { id }, 'query'),
  );
  if (!profile) return { title: 'User not found', status: 404, hidden: true };
  return {
    title: profile.displayName,
    description: `Listings and reviews for ${isolated(profile.displayName)}`,
    canonical: paths.user(id),
    feed: userFeedPath(profile.id),
    hidden: true,
  };
}
