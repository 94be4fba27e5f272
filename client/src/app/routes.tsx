import { matchRoutes } from 'react-router-dom';
import { type PagePath, pages, type ProductPage } from '@marketplace/shared/paths';
import type { RouteContext } from '../api/prefetch.ts';
import { paths } from '../config/paths.ts';
import { readFilters } from '../features/listings/browse/filters.ts';
import { browseTitle, fetchedListing } from '../features/listings/titles.ts';
import { userHead } from '../features/users/head.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

export interface PageRoute {
  /** A page's path pattern; '*' matches all other paths. */
  path: PagePath | '*';
  page: LazyPage;
  /** Replaces `page` for a signed-in user. Rendered only in the browser. */
  signedInPage?: LazyPage;
  /** The tab's title, without the product's name; undefined for that name alone. */
  title: (context: RouteContext) => string | undefined;
}

const home = lazyPage('listings/browse/HomePage');
const listing = lazyPage('listings/detail/ListingPage');

/** The route of `/` and `/landing`. */
const landingPage = { page: lazyPage('landing/LandingPage'), title: () => undefined };

/** Returns the route of a page with a fixed title. */
function titled(path: PageRoute['path'], name: string, title: string): PageRoute {
  return { path, page: lazyPage(name), title: () => title };
}

const notFound = titled('*', 'errors/NotFoundPage', 'Page Not Found');

const listingTitle = (context: RouteContext) => fetchedListing(context)?.data?.title;

/** All pages of the product. What only the server does for them is in `server-routes.ts`. */
export const routes: (PageRoute | { path: string; redirect: string })[] = [
  { path: '/', ...landingPage, signedInPage: home },
  { path: '/landing', ...landingPage },
  {
    path: '/listings',
    page: lazyPage('listings/browse/BrowsePage'),
    title: ({ search }) => browseTitle(readFilters(search)),
  },
  { path: '/listings/:id', page: listing, title: listingTitle },
  { path: '/listing/:id', page: listing, title: listingTitle },
  titled('/map', 'map/MapPage', 'Map'),
  {
    path: '/users/:id',
    page: lazyPage('users/UserPage'),
    title: (context) => userHead(context).title,
  },
  titled('/privacy-policy', 'policies/privacy.md', 'Privacy Policy'),
  titled('/terms-of-service', 'policies/terms.md', 'Terms of Service'),
  titled('/community-guidelines', 'policies/guidelines.md', 'Community Guidelines'),
  titled('/shipping-policy', 'policies/shipping.md', 'Shipping & Returns'),
  { path: '/home', page: home, title: () => 'Home' },
  { path: '/create-listing', redirect: paths.newListing },
  titled('/edit-listing/new', 'listings/edit/EditListingPage', 'Create Listing'),
  titled('/edit-listing/:id', 'listings/edit/EditListingPage', 'Edit Listing'),
  titled('/favorites', 'listings/favorites/FavoritesPage', 'Favorites'),
  titled('/my-listings', 'listings/mine/MyListingsPage', 'My Listings'),
  titled('/messages', 'messaging/MessagesPage', 'Messages'),
  titled('/profile', 'account/ProfilePage', 'Profile'),
  titled('/orders', 'payments/OrdersPage', 'Orders'),
  titled('/searches', 'searches/SearchesPage', 'Saved searches'),
  titled('/settings', 'account/SettingsPage', 'Settings'),
  titled('/unsubscribe', 'notifications/UnsubscribePage', 'Unsubscribe'),
  titled('/notifications', 'notifications/NotificationsPage', 'Notifications'),
  titled('/admin', 'admin/AdminPage', 'Admin Center'),
  titled('/admin/initialize', 'admin/InitializePage', 'Admin Access Required'),
  titled('/admin/force-initialize', 'admin/ForceInitializePage', 'Force Admin Initialization'),
  notFound,
];

export interface RouteMatch {
  route: PageRoute;
  access: ProductPage['access'];
  params: Record<string, string | undefined>;
}

/** Returns the page at a path, or the path to redirect to. */
export function matchRoute(pathname: string): RouteMatch | { redirect: string } {
  const match = matchRoutes(routes, pathname)?.[0];
  // No pattern matches a path with a line break, not even '*'.
  const route = match?.route ?? notFound;
  const params = match?.params ?? {};
  if ('redirect' in route) return { redirect: route.redirect };
  return { route, params, access: route.path === '*' ? 'everybody' : pages[route.path].access };
}
