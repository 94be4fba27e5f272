import { getQueryKey } from '@trpc/react-query';
import type { ListingView } from '@marketplace/shared/listings/views';
import { reviewsPerPage } from '@marketplace/shared/reviews/constants';
import { errorCode } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { prefetch, prefetchFirstPage, type PrefetchContext } from '../../api/prefetch.ts';
import { isWholeList, readFilters } from './browse/filters.ts';
import { listInput, narrowInput } from './browse/list-input.ts';

/** How long a list that is there waits for its counts, in ms. */
const timeoutMs = 20;

/** The list, and how many there are where that is counted as fast; browsers ask for it otherwise. */
export async function prefetchBrowse({ caller, queryClient, search }: PrefetchContext) {
  const filters = readFilters(search);
  const input = listInput(filters);
  const narrow = narrowInput(filters);
  const featured = isWholeList(filters)
    ? prefetch(queryClient, getQueryKey(trpc.listings.featured, undefined, 'query'), () =>
        caller.listings.featured(),
      )
    : undefined;
  // Without counts the page is whole.
  const counting = caller.listings.facets(narrow).catch(() => undefined);
  await prefetchFirstPage(queryClient, getQueryKey(trpc.listings.list, input, 'infinite'), () =>
    caller.listings.list(input),
  );
  await featured;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  const counts = await Promise.race([counting, late]);
  if (counts) queryClient.setQueryData(getQueryKey(trpc.listings.facets, narrow, 'query'), counts);
}

export async function prefetchListing({ caller, queryClient, params }: PrefetchContext) {
  const input = { id: params.id ?? '' };
  const key = getQueryKey(trpc.listings.byId, input, 'query');
  await prefetch(queryClient, key, () => caller.listings.byId(input));
  const listing = queryClient.getQueryData<ListingView>(key);
  if (!listing) {
    const missing = getQueryKey(trpc.listings.missing, input, 'query');
    if (errorCode(queryClient.getQueryState(key)?.error) === 'NOT_FOUND') {
      await prefetch(queryClient, missing, () => caller.listings.missing(input));
    }
    return;
  }
  const ofSeller = { sellerId: listing.sellerId, limit: reviewsPerPage };
  await prefetchFirstPage(
    queryClient,
    getQueryKey(trpc.reviews.ofSeller, ofSeller, 'infinite'),
    () => caller.reviews.ofSeller(ofSeller),
  );
}
