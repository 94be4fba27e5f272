import { matchRoutes } from 'react-router-dom';
import { type PagePath, pages, type ProductPage } from '@marketplace/shared/paths';
import { paths } from '../config/paths.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import type { Head, HeadContext, PrefetchContext } from '../api/prefetch.ts';
import { browseTitle, fetchedListing } from '../features/listings/titles.ts';
import { mapHead } from '../features/map/head.ts';
import { userHead } from '../features/users/head.ts';

export interface PageRoute {
  /** One of the product's pages; '*' is for all other paths. */
  path: PagePath | '*';
  page: LazyPage;
  /** Takes the place of `page` for the signed-in, drawn in the browser. */
  signedInPage?: LazyPage;
  /** Fetches what the page shows before the server renders it. */
  prefetch?: (context: PrefetchContext) => Promise<void>;
  /** Browsers use its title alone. */
  head: (context: HeadContext) => Head;
  /** Takes the place of `head` on the server, where it is more than browsers should have to load. */
  fullHead?: (context: HeadContext) => Promise<Head>;
}

interface RedirectRoute {
  path: string;
  redirect: string;
}

const landing = lazyPage('landing/LandingPage');
const home = lazyPage('listings/browse/HomePage');
const listing = lazyPage('listings/detail/ListingPage');

const landingHead = ({ config }: HeadContext): Head => ({
  description: `Buy and sell locally in the Capital Region of New York. ${config.brand.productName} connects neighbors in Albany, Schenectady, Troy, and Saratoga Springs.`,
  canonical: paths.landing,
});

/** `/` and `/landing`. */
const landingPage = {
  page: landing,
  prefetch: async (context: PrefetchContext) =>
    (await import('../features/landing/prefetch.ts')).prefetchLanding(context),
  head: landingHead,
};

/** A page of the policies. */
function policy(path: PagePath, name: string, head: { title: string; description: string }) {
  return {
    path,
    page: lazyPage(`policies/${name}.md`),
    head: () => ({ ...head, canonical: path }),
  };
}

/** A page that search engines leave out. */
function hidden(path: PagePath, name: string, title: string) {
  return { path, page: lazyPage(name), head: () => ({ title, hidden: true }) };
}

const listingPages = () => import('../features/listings/server-pages.ts');

/**
 * Every screen of the product: the one table of routes. Imports within it are of code that only the
 * server runs, so that browsers need not fetch it with the table.
 */
export const routes: (PageRoute | RedirectRoute)[] = [
  { path: '/', ...landingPage, signedInPage: home },
  { path: '/landing', ...landingPage },
  {
    path: '/listings',
    page: lazyPage('listings/browse/BrowsePage'),
    prefetch: async (context) => (await listingPages()).prefetchBrowse(context),
    head: (context) => ({ title: browseTitle(context) }),
    fullHead: async (context) => (await listingPages()).browseHead(context),
  },
  ...(['/listings/:id', '/listing/:id'] as const).map((path): PageRoute => ({
    path,
    page: listing,
    prefetch: async (context) => (await listingPages()).prefetchListing(context),
    head: (context) => ({ title: fetchedListing(context)?.data?.title }),
    fullHead: async (context) => (await listingPages()).listingHead(context),
  })),
  {
    path: '/map',
    page: lazyPage('map/MapPage'),
    prefetch: async (context) => (await import('../features/map/prefetch.ts')).prefetchMap(context),
    head: mapHead,
  },
  {
    path: '/users/:id',
    page: lazyPage('users/UserPage'),
    prefetch: async (context) =>
      (await import('../features/users/prefetch.ts')).prefetchUser(context),
    head: userHead,
  },
  policy('/privacy-policy', 'privacy', {
    title: 'Privacy Policy',
    description: 'What we collect, why, and how to download or delete your data.',
  }),
  policy('/terms-of-service', 'terms', {
    title: 'Terms of Service',
    description: 'The rules between you and the operator of this marketplace.',
  }),
  policy('/community-guidelines', 'guidelines', {
    title: 'Community Guidelines',
    description: 'How we treat each other here: respect, honesty, safety, and a local focus.',
  }),
  policy('/shipping-policy', 'shipping', {
    title: 'Shipping & Returns',
    description: 'Shipping costs, delivery times, local pickup, and returns.',
  }),
  { path: '/home', page: home, head: () => ({ title: 'Home', hidden: true }) },
  { path: '/create-listing', redirect: paths.newListing },
  hidden('/edit-listing/new', 'listings/edit/EditListingPage', 'Create Listing'),
  hidden('/edit-listing/:id', 'listings/edit/EditListingPage', 'Edit Listing'),
  hidden('/favorites', 'listings/favorites/FavoritesPage', 'Favorites'),
  hidden('/my-listings', 'listings/mine/MyListingsPage', 'My Listings'),
  hidden('/messages', 'messaging/MessagesPage', 'Messages'),
  hidden('/profile', 'account/ProfilePage', 'Profile'),
  hidden('/orders', 'payments/OrdersPage', 'Orders'),
  hidden('/searches', 'searches/SearchesPage', 'Saved searches'),
  hidden('/settings', 'account/SettingsPage', 'Settings'),
  hidden('/unsubscribe', 'notifications/UnsubscribePage', 'Unsubscribe'),
  hidden('/notifications', 'notifications/NotificationsPage', 'Notifications'),
  hidden('/admin', 'admin/AdminPage', 'Admin Center'),
  hidden('/admin/initialize', 'admin/InitializePage', 'Admin Access Required'),
  hidden('/admin/force-initialize', 'admin/ForceInitializePage', 'Force Admin Initialization'),
  {
    path: '*',
    page: lazyPage('errors/NotFoundPage'),
    head: () => ({ title: 'Page Not Found', hidden: true, status: 404 }),
  },
];

export interface RouteMatch {
  route: PageRoute;
  access: ProductPage['access'];
  params: Record<string, string | undefined>;
}

const lastResort = routes.find(({ path }) => path === '*');

/** The page at a path, or the path that it redirects to. The last route takes every path left over. */
export function matchRoute(pathname: string): RouteMatch | { redirect: string } {
  const match = matchRoutes(routes, pathname)?.[0];
  // No pattern matches a line break, which only an address made by hand has in it.
  const route = match?.route ?? lastResort;
  if (!route) throw new Error('the table of routes has no last resort');
  const params = match?.params ?? {};
  if ('redirect' in route) return { redirect: route.redirect };
  return { route, params, access: route.path === '*' ? 'everybody' : pages[route.path].access };
}
