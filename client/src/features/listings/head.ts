import { getQueryKey } from '@trpc/react-query';
import type { ListingView, MissingListingView } from '@marketplace/shared/listings/views';
import { refusalOf } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import type { Head, HeadContext } from '../../api/prefetch.ts';
import { readFilters } from './browse/filters.ts';
import { listInput } from './browse/list-input.ts';
import { missingTitle } from './detail/missing-title.ts';
import { browseTitle, fetchedListing, indexedFilters } from './titles.ts';

/** What previews and search engines show of the browse page. */
export function browseHead({ search, config, queryClient }: HeadContext): Head {
  const filters = readFilters(search);
  const key = getQueryKey(trpc.listings.list, listInput(filters), 'infinite');
  const refusal = refusalOf(queryClient.getQueryState(key)?.error);
  if (refusal) return { title: 'Listings', status: refusal.status, hidden: true };
  const title = browseTitle({ search });
  return {
    title,
    description:
      title === 'Listings'
        ? 'Browse items and services for sale by people in the Capital Region of New York.'
        : `${title}: items and services for sale by people in the Capital Region of New York.`,
    canonical: paths.listings(indexedFilters(filters)),
    // Searches without number, and pages that change with every new listing.
    hidden: filters.search !== '' || filters.from !== '' || filters.featured !== '',
    jsonLd: [breadcrumbs(config.publicUrl, [['All Listings', paths.listings()]])],
  };
}

/** What previews and search engines show of a listing; 404 where there is none, 410 where there was one. */
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
    description: description || `${listing.title} in ${listing.location}`,
    canonical: path,
    image: listing.images[0],
    product: { price: listing.price, currency: 'USD' },
    hidden: !listing.isActive,
    jsonLd: [
      product(listing, publicUrl),
      breadcrumbs(publicUrl, [
        ['All Listings', paths.listings()],
        [listing.title, path],
      ]),
    ],
  };
}

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
      availability: 'https://schema.org/InStock',
      itemCondition: `https://schema.org/${condition === 'new' ? 'New' : 'Used'}Condition`,
      url: publicUrl + paths.listing(listing.id),
      seller: { '@type': 'Person', name: listing.sellerName },
      availableAtOrFrom: location ? { '@type': 'Place', name: location } : undefined,
    },
  };
}

/** The way to a page from the landing page, by name and path. */
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
