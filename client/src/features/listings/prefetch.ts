import { getQueryKey } from '@trpc/react-query';
import type { ListingView } from '@marketplace/shared/listings/views';
import { reviewsPerPage } from '@marketplace/shared/reviews/constants';
import { trpc } from '../../api/trpc.ts';
import { prefetch, prefetchFirstPage, type PrefetchContext } from '../../app/prefetch.ts';
import { readFilters } from './filters.ts';
import { listInput } from './list-input.ts';

export async function prefetchBrowse({ caller, queryClient, search }: PrefetchContext) {
  const input = listInput(readFilters(search));
  await prefetchFirstPage(queryClient, getQueryKey(trpc.listings.list, input, 'infinite'), () =>
    caller.listings.list(input),
  );
}

export async function prefetchListing({ caller, queryClient, params }: PrefetchContext) {
  const input = { id: params.id ?? '' };
  const key = getQueryKey(trpc.listings.byId, input, 'query');
  await prefetch(queryClient, key, () => caller.listings.byId(input));
  const listing = queryClient.getQueryData<ListingView>(key);
  if (!listing) return;
  const ofSeller = { sellerId: listing.sellerId, limit: reviewsPerPage };
  await prefetchFirstPage(
    queryClient,
    getQueryKey(trpc.reviews.ofSeller, ofSeller, 'infinite'),
    () => caller.reviews.ofSeller(ofSeller),
  );
}
