import { getQueryKey } from '@trpc/react-query';
import { listingsPerPage } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { reviewsPerPage } from '@marketplace/shared/reviews/constants';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../app/paths.ts';
import { type ListingFilters, readFilters } from './filters.ts';
import {
  type Head,
  type HeadContext,
  prefetch,
  prefetchFirstPage,
  type PrefetchContext,
} from '../../app/prefetch.ts';

/** What narrows a list, and the counts beside the options. */
export function narrowInput(filters: ListingFilters) {
  return {
    search: filters.search || undefined,
    category: filters.category || undefined,
    location: filters.location || undefined,
    minPrice: filters.minPrice || undefined,
    maxPrice: filters.maxPrice || undefined,
    condition: filters.condition || undefined,
  };
}

/** The input of a list narrowed by filters. The page and the server use this one, so that what was rendered is found. */
export function listInput(filters: ListingFilters) {
  const { sort, near } = filters;
  // Until a town is chosen there is nothing to be near to.
  const ready = sort !== 'nearest' || near !== '';
  return {
    ...narrowInput(filters),
    sort: (ready && sort) || undefined,
    near: near || undefined,
    limit: listingsPerPage,
  };
}

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

/** What previews and search engines show of a listing; 404 when there is none. */
export function listingHead({ queryClient, params, config }: HeadContext): Head {
  const id = params.id ?? '';
  const listing = queryClient.getQueryData<ListingView>(
    getQueryKey(trpc.listings.byId, { id }, 'query'),
  );
  if (!listing) return { title: 'Listing not found', status: 404, hidden: true };
  const description = listing.description.replace(/\s+/g, ' ').trim().slice(0, 160);
  return {
    title: listing.title,
    description: description || `${listing.title} in ${listing.location}`,
    canonical: paths.listing(id),
    image: listing.images[0],
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: listing.title,
      description: listing.description || listing.title,
      image: listing.images.map((image) => new URL(image, config.publicUrl).href),
      offers: {
        '@type': 'Offer',
        price: listing.price,
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: `${config.publicUrl}${paths.listing(id)}`,
        seller: { '@type': 'Person', name: listing.sellerName },
      },
    },
  };
}
