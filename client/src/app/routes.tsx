import { type ComponentType, use } from 'react';
import { matchRoutes } from 'react-router-dom';
import { readFilters } from '@marketplace/shared/listings/filters';
import { type PagePath, pages, type ProductPage } from '@marketplace/shared/paths';
import type { RouteContext } from '../api/prefetch.ts';
import { paths } from '../config/paths.ts';
import { browseTitle, fetchedListing } from '../features/listings/titles.ts';
import { userHead } from '../features/users/head.ts';
import { attempt } from '../ui/attempt.ts';

/** All page modules. Each exports its component as `Component`. */
const modules = import.meta.glob<{ Component: ComponentType }>([
  '../features/**/*Page.tsx',
  '../features/policies/*.md',
]);

/**
 * Returns the page of a feature, such as 'listings/browse/HomePage' or 'policies/terms.md'. Unlike
 * with React.lazy, a preloaded page renders without suspending, so that the server renders it in
 * one pass and the browser hydrates it. A failed preload is retried when the page opens. If that
 * fails too, the document reloads once.
 */
function lazyPage(name: string) {
  const file = name.endsWith('.md') ? name : `${name}.tsx`;
  const load = modules[`../features/${file}`];
  if (!load) throw new Error(`There is no page ${name}.`);
  let Loaded: ComponentType | undefined;
  let pending: Promise<void> | undefined;
  let opening: Promise<void> | undefined;
  const preload = () =>
    (pending ??= load().then(
      (module) => {
        Loaded = module.Component;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    ));
  const open = () =>
    preload().then(forgetReload, (error: unknown) => {
      if (!reloadOnce()) throw error;
      // Stay pending until the reload replaces the document.
      return new Promise<void>(() => undefined);
    });
  function View() {
    if (!Loaded) use((opening ??= open()));
    return Loaded ? <Loaded /> : null;
  }
  // The source is the key of the page in the build manifest.
  return { source: `src/features/${file}`, preload, View };
}

const storageKey = 'reloaded';

/** Reloads the page for the current release. Returns false if that was tried for this address. */
function reloadOnce(): boolean {
  const { href } = window.location;
  // Without storage, the page could reload forever.
  const isFirst = attempt(() => {
    const isKnown = sessionStorage.getItem(storageKey) === href;
    sessionStorage.setItem(storageKey, href);
    return !isKnown;
  });
  if (isFirst) window.location.reload();
  return isFirst === true;
}

/** Allows the next failure to reload again. Call it when a page's code has loaded. */
export function forgetReload(): void {
  attempt(() => sessionStorage.removeItem(storageKey));
}

export interface PageRoute {
  /** A page's path pattern; '*' matches all other paths. */
  path: PagePath | '*';
  page: ReturnType<typeof lazyPage>;
  /** Replaces `page` for a signed-in user. Rendered only in the browser. */
  signedInPage?: ReturnType<typeof lazyPage>;
  /** The tab's title, without the product's name; undefined for that name alone. */
  title: (context: RouteContext) => string | undefined;
}

const home = lazyPage('listings/browse/HomePage');
const listing = lazyPage('listings/detail/ListingPage');

const landingPage = { page: lazyPage('landing/LandingPage'), title: () => undefined };

/** Returns the route of a page. `title` is the title, or a function that returns it. */
function titled(path: PageRoute['path'], name: string, title: string | PageRoute['title']) {
  return { path, page: lazyPage(name), title: typeof title === 'string' ? () => title : title };
}

const notFound = titled('*', 'errors/NotFoundPage', 'Page Not Found');

const listingTitle = (context: RouteContext) => fetchedListing(context)?.data?.title;

/** All pages of the product. What only the server does for them is in `server-routes.ts`. */
export const routes: (PageRoute | { path: string; redirect: string })[] = [
  { path: '/', ...landingPage, signedInPage: home },
  { path: '/landing', ...landingPage },
  titled('/listings', 'listings/browse/BrowsePage', ({ search }) =>
    browseTitle(readFilters(search)),
  ),
  { path: '/listings/:id', page: listing, title: listingTitle },
  { path: '/listing/:id', page: listing, title: listingTitle },
  titled('/map', 'map/MapPage', 'Map'),
  titled('/users/:id', 'users/UserPage', (context) => userHead(context).title),
  titled('/privacy-policy', 'policies/privacy.md', 'Privacy Policy'),
  titled('/terms-of-service', 'policies/terms.md', 'Terms of Service'),
  titled('/community-guidelines', 'policies/guidelines.md', 'Community Guidelines'),
  titled('/community-figures', 'moderation/CommunityFiguresPage', 'Community Figures'),
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
  titled('/listing-link', 'listings/mine/ListingLinkPage', 'Your listing'),
  titled('/unsubscribe', 'notifications/UnsubscribePage', 'Unsubscribe'),
  titled('/decision', 'moderation/DecisionPage', 'Decision'),
  titled('/notifications', 'notifications/NotificationsPage', 'Notifications'),
  titled('/admin', 'admin/AdminPage', 'Admin Center'),
  titled('/admin/people/:id', 'admin/AdminPage', 'Person'),
  titled('/admin/initialize', 'admin/InitializePage', 'Admin Access Required'),
  titled('/admin/force-initialize', 'admin/InitializePage', 'Force Admin Initialization'),
  notFound,
];

export interface RouteMatch {
  route: PageRoute;
  access: ProductPage['access'];
  params: RouteContext['params'];
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
