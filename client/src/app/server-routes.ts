import { getQueryKey } from '@trpc/react-query';
import { listInput, noFilters } from '@marketplace/shared/listings/filters';
import {
  type Head,
  type HeadContext,
  type PrefetchContext,
  prefetchFirstPage,
} from '../api/prefetch.ts';
import { trpc } from '../api/trpc.ts';
import { paths } from '../config/paths.ts';
import {
  browseHead,
  listingHead,
  prefetchBrowse,
  prefetchListing,
} from '../features/listings/server-pages.ts';
import { prefetchFigures } from '../features/moderation/prefetch-figures.ts';
import { mapHead, prefetchMap } from '../features/map/server-page.ts';
import { userHead } from '../features/users/head.ts';
import { prefetchUser } from '../features/users/prefetch.ts';
import type { PageRoute } from './routes.tsx';

/** The server's part of a route, separate from the table of routes, which browsers load too. */
interface ServerRoute {
  prefetch?: (context: PrefetchContext) => Promise<void>;
  head: (context: HeadContext) => Head;
}

const landing: ServerRoute = {
  async prefetch({ caller, queryClient }) {
    const input = listInput(noFilters);
    await prefetchFirstPage(queryClient, getQueryKey(trpc.listings.list, input, 'infinite'), () =>
      caller.listings.list(input),
    );
  },
  head: ({ config }) => ({
    description: `Buy and sell locally in the Capital Region of New York. ${config.brand.productName} connects neighbors in Albany, Schenectady, Troy, and Saratoga Springs.`,
    canonical: paths.landing,
  }),
};

const listing: ServerRoute = { prefetch: prefetchListing, head: listingHead };

/** The public pages. All but these and the policies are hidden from search engines. */
const routes: Partial<Record<PageRoute['path'], ServerRoute>> = {
  '/': landing,
  '/landing': landing,
  '/listings': { prefetch: prefetchBrowse, head: browseHead },
  '/listings/:id': listing,
  '/listing/:id': listing,
  '/map': { prefetch: prefetchMap, head: mapHead },
  '/users/:id': { prefetch: prefetchUser, head: userHead },
  '/community-figures': {
    prefetch: prefetchFigures,
    head: () => ({
      description: 'Listings, hand-overs, reports, and what became of them, month by month.',
      canonical: '/community-figures',
    }),
  },
  '*': { head: () => ({ hidden: true, status: 404 }) },
};

const policies: Partial<Record<PageRoute['path'], string>> = {
  '/privacy-policy': 'What we collect, why, and how to download or delete your data.',
  '/terms-of-service': 'The rules between you and the operator of this marketplace.',
  '/community-guidelines':
    'How we treat each other here: respect, honesty, safety, and a local focus.',
  '/shipping-policy': 'Shipping costs, delivery times, local pickup, and returns.',
};

/** Fetches a page's data into the query client. */
export async function prefetchRoute({ path }: PageRoute, context: PrefetchContext): Promise<void> {
  await routes[path]?.prefetch?.(context);
}

/** Returns the head of a page. Call it after `prefetchRoute`. */
export function headOf({ path, title }: PageRoute, context: HeadContext): Head {
  const description = policies[path];
  const policy = description ? { description, canonical: path } : { hidden: true };
  return { title: title(context), ...(routes[path]?.head(context) ?? policy) };
}
