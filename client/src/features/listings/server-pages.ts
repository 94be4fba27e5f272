/* Data and heads of the public pages. Only the server imports this file. */
import type { InfiniteData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { Caller } from '@marketplace/server/rendering/page';
import {
  feedPath,
  isWholeList,
  listInput,
  filterInput,
  readFilters,
  withUnderstood,
} from '@marketplace/shared/listings/filters';
import type { ListingView, MissingListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { reviewsPerPage } from '@marketplace/shared/reviews/constants';
import { errorCode, refusalOf } from '../../api/errors.ts';
import {
  type Head,
  type HeadContext,
  prefetch,
  type PrefetchContext,
  prefetchFirstPage,
} from '../../api/prefetch.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { activeFilters } from './browse/active-filters.ts';
import { browseTitle, fetchedListing, indexedFilters, missingTitle } from './titles.ts';

type ListPage = Awaited<ReturnType<Caller['listings']['list']>>;

/**
 * Fetches the list, and its counts unless they are slow; the browser then fetches them. For an
 * empty list, also fetches what dropping a filter would bring.
 */
export async function prefetchBrowse({ caller, queryClient, search }: PrefetchContext) {
  const filters = readFilters(search);
  const input = listInput(filters);
  const narrow = filterInput(filters);
  const featuredKey = getQueryKey(trpc.listings.featured, undefined, 'query');
  const featured =
    isWholeList(filters) && prefetch(queryClient, featuredKey, () => caller.listings.featured());
  // The page does without the counts if they fail.
  const counting = caller.listings.facets(narrow).catch(() => undefined);
  const listKey = getQueryKey(trpc.listings.list, input, 'infinite');
  await prefetchFirstPage(queryClient, listKey, () => caller.listings.list(input));
  await featured;
  const list = queryClient.getQueryData<InfiniteData<ListPage>>(listKey);
  if (list?.pages[0]?.items.length === 0 && activeFilters(filters).length > 0) {
    const key = getQueryKey(trpc.listings.relaxations, narrow, 'query');
    await prefetch(queryClient, key, () => caller.listings.relaxations(narrow));
  }
  // The server waits at most 100 ms for the counts of a fetched list.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, 100));
  const counts = await Promise.race([counting, late]);
  if (counts) queryClient.setQueryData(getQueryKey(trpc.listings.facets, narrow, 'query'), counts);
}

const noReviewsSummary = { mean: 0, count: 0, counts: [0, 0, 0, 0, 0] };
const noReviews = { items: [], nextCursor: null, summary: noReviewsSummary };

export async function prefetchListing({ caller, queryClient, params, signedIn }: PrefetchContext) {
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
  const seller = { id: listing.sellerId };
  const profileKey = getQueryKey(trpc.account.profile, seller, 'query');
  const ofSeller = { sellerId: listing.sellerId, limit: reviewsPerPage };
  const reviewsKey = getQueryKey(trpc.reviews.ofSeller, ofSeller, 'infinite');
  const line = { listingId: listing.id };
  const lineKey = getQueryKey(trpc.deals.line, line, 'query');
  await Promise.all([
    prefetch(queryClient, profileKey, () => caller.account.profile(seller)),
    prefetchFirstPage(queryClient, reviewsKey, async () =>
      // Three of the four statements are for reviews, which most sellers do not have.
      listing.sellerReviewCount > 0 ? caller.reviews.ofSeller(ofSeller) : noReviews,
    ),
    signedIn &&
      listing.availability === 'reserved' &&
      prefetch(queryClient, lineKey, () => caller.deals.line(line)),
  ]);
}

/** Returns the head of the browse page, for link previews and search engines. */
export function browseHead({ search, config, queryClient }: HeadContext): Head {
  const filters = readFilters(search);
  const key = getQueryKey(trpc.listings.list, listInput(filters), 'infinite');
  const { data, error } = queryClient.getQueryState<InfiniteData<ListPage>>(key) ?? {};
  const refusal = refusalOf(error);
  if (refusal) return { title: 'Listings', status: refusal.status, hidden: true };
  const title = browseTitle(withUnderstood(filters, data?.pages[0]?.understood));
  return {
    title,
    description:
      title === 'Listings'
        ? 'Browse items and services for sale by people in the Capital Region of New York.'
        : `${title}: items and services for sale by people in the Capital Region of New York.`,
    canonical: paths.listings(indexedFilters(filters)),
    feed: feedPath(filters),
    // Hides the endless number of searches, and pages that change with every new listing.
    hidden: filters.search !== '' || filters.after !== '' || filters.featured !== '',
    jsonLd: [breadcrumbs(config.publicUrl, [['All Listings', paths.listings()]])],
  };
}

/** Returns the head of a listing; with status 404 for an unknown one, 410 for a removed one. */
export function listingHead(context: HeadContext): Head {
  const { data: listing, error } = fetchedListing(context) ?? {};
  if (!listing) {
    const key = getQueryKey(trpc.listings.missing, { id: context.params.id ?? '' }, 'query');
    return {
      title: missingTitle(context.queryClient.getQueryData<MissingListingView>(key)),
      status: refusalOf(error)?.status ?? 404,
      hidden: true,
    };
  }
  const { publicUrl } = context.config;
  const path = paths.listing(listing.id);
  const description = listing.description.replace(/\s+/g, ' ').trim().slice(0, 160);
  return {
    title: listing.title,
    description: description || `${isolated(listing.title)} in ${listing.location}`,
    canonical: path,
    image: listing.images[0],
    ...(listing.kind === 'offer' && {
      product: {
        ...{ price: listing.price, currency: 'USD' },
        availability: availabilities[listing.availability].openGraph,
      },
    }),
    hidden: !listing.isActive,
    jsonLd: [
      listing.kind === 'wanted' ? demand(listing, publicUrl) : product(listing, publicUrl),
      breadcrumbs(publicUrl, [
        ['All Listings', paths.listings()],
        [listing.title, path],
      ]),
    ],
  };
}

/** Availabilities in the terms of Open Graph and schema.org. */
const availabilities = {
  available: { openGraph: 'in stock', schema: 'InStock' },
  reserved: { openGraph: 'pending', schema: 'LimitedAvailability' },
  sold: { openGraph: 'out of stock', schema: 'SoldOut' },
  expired: { openGraph: 'out of stock', schema: 'Discontinued' },
};

function product(listing: ListingView, publicUrl: string) {
  const { title, description, category, condition, images, location } = listing;
  return {
    '@type': 'Product',
    name: title,
    description: description || title,
    category: category || undefined,
    image: images.map((image) => new URL(image, publicUrl).href),
    offers: {
      '@type': 'Offer',
      price: listing.price,
      priceCurrency: 'USD',
      availability: `https://schema.org/${availabilities[listing.availability].schema}`,
      itemCondition: `https://schema.org/${condition === 'new' ? 'New' : 'Used'}Condition`,
      url: publicUrl + paths.listing(listing.id),
      seller: { '@type': 'Person', name: listing.sellerName },
      availableAtOrFrom: location ? { '@type': 'Place', name: location } : undefined,
    },
  };
}

/** Returns a wanted item, with the most that the buyer would pay. */
function demand(listing: ListingView, publicUrl: string) {
  const { title, description, price, location } = listing;
  return {
    '@type': 'Demand',
    url: publicUrl + paths.listing(listing.id),
    itemOffered: { '@type': 'Product', name: title, description: description || title },
    priceSpecification: { '@type': 'PriceSpecification', maxPrice: price, priceCurrency: 'USD' },
    areaServed: location ? { '@type': 'Place', name: location } : undefined,
  };
}

/** Returns the path from the landing page to a page, by name and address. */
function breadcrumbs(publicUrl: string, trail: [name: string, path: string][]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', paths.landing] as const, ...trail].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}
