import { getQueryKey } from '@trpc/react-query';
import { listingsPerPage } from '@marketplace/shared/listings/constants';
import { reviewsPerPage } from '@marketplace/shared/reviews/constants';
import type { ProfileView } from '@marketplace/shared/users/views';
import { trpc } from '../../api/trpc.ts';
import { prefetch, prefetchFirstPage, type PrefetchContext } from '../../api/prefetch.ts';

/** The input of a seller's list: the page and the server use this one. */
export function listingsOfSeller(sellerId: string) {
  return { sellerId, availability: 'all' as const, limit: listingsPerPage };
}

export async function prefetchUser({ caller, queryClient, params }: PrefetchContext) {
  const input = { id: params.id ?? '' };
  const key = getQueryKey(trpc.account.profile, input, 'query');
  await prefetch(queryClient, key, () => caller.account.profile(input));
  const profile = queryClient.getQueryData<ProfileView>(key);
  if (!profile) return;
  const listings = listingsOfSeller(profile.id);
  const reviews = { sellerId: profile.id, limit: reviewsPerPage };
  await Promise.all([
    prefetchFirstPage(queryClient, getQueryKey(trpc.listings.list, listings, 'infinite'), () =>
      caller.listings.list(listings),
    ),
    prefetchFirstPage(queryClient, getQueryKey(trpc.reviews.ofSeller, reviews, 'infinite'), () =>
      caller.reviews.ofSeller(reviews),
    ),
  ]);
}
