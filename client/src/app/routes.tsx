import type { PagePath, pages } from '@marketplace/shared/paths';
import { paths } from '../config/paths.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import type { Head, HeadContext, PrefetchContext } from '../api/prefetch.ts';
import { browseTitle, fetchedListing } from '../features/listings/titles.ts';
import { mapHead } from '../features/map/head.ts';
import { userHead } from '../features/users/head.ts';

/** A page of the table of the product's pages, or the one for all other paths. */
type PageOfTable =
  | { [Path in PagePath]: { path: Path; access: (typeof pages)[Path]['access'] } }[PagePath]
  | { path: '*'; access: 'everybody' };

export type PageRoute = PageOfTable & {
  page: LazyPage;
  /** Takes the place of `page` for the signed-in, drawn in the browser. */
  signedInPage?: LazyPage;
  /** Fetches what the page shows before the server renders it. */
  prefetch?: (context: PrefetchContext) => Promise<void>;
  /** Browsers use its title alone. */
  head: (context: HeadContext) => Head;
  /** Takes the place of `head` on the server, where it is more than browsers should have to load. */
  fullHead?: (context: HeadContext) => Promise<Head>;
};

interface RedirectRoute {
  path: string;
  redirect: string;
}

const landing = lazyPage(
  'landing/LandingPage',
  () => import('../features/landing/LandingPage.tsx'),
);
const home = lazyPage(
  'listings/browse/HomePage',
  () => import('../features/listings/browse/HomePage.tsx'),
);
const listing = lazyPage(
  'listings/detail/ListingPage',
  () => import('../features/listings/detail/ListingPage.tsx'),
);

/** Run by the server alone, so browsers need not fetch it with the table. */
const listingOnServer = {
  prefetch: async (context: PrefetchContext) =>
    (await import('../features/listings/server-pages.ts')).prefetchListing(context),
  fullHead: async (context: HeadContext) =>
    (await import('../features/listings/server-pages.ts')).listingHead(context),
};

const listingTitle = (context: HeadContext): Head => ({
  title: fetchedListing(context)?.data?.title,
});

const landingHead = ({ config }: HeadContext): Head => ({
  description: `Buy and sell locally in the Capital Region of New York: ${config.brand.productName} brings neighbors in Albany, Schenectady, Troy and Saratoga Springs together.`,
  canonical: paths.landing,
});

/** Every screen of the product: the one table of routes. */
export const routes: (PageRoute | RedirectRoute)[] = [
  { path: '/', page: landing, signedInPage: home, access: 'everybody', head: landingHead },
  { path: '/landing', page: landing, access: 'everybody', head: landingHead },
  {
    path: '/listings',
    page: lazyPage(
      'listings/browse/BrowsePage',
      () => import('../features/listings/browse/BrowsePage.tsx'),
    ),
    access: 'everybody',
    prefetch: async (context) =>
      (await import('../features/listings/server-pages.ts')).prefetchBrowse(context),
    head: (context) => ({ title: browseTitle(context) }),
    fullHead: async (context) =>
      (await import('../features/listings/server-pages.ts')).browseHead(context),
  },
  {
    path: '/listings/:id',
    page: listing,
    access: 'everybody',
    head: listingTitle,
    ...listingOnServer,
  },
  {
    path: '/listing/:id',
    page: listing,
    access: 'everybody',
    head: listingTitle,
    ...listingOnServer,
  },
  {
    path: '/map',
    page: lazyPage('map/MapPage', () => import('../features/map/MapPage.tsx')),
    access: 'everybody',
    prefetch: async (context) => (await import('../features/map/prefetch.ts')).prefetchMap(context),
    head: mapHead,
  },
  {
    path: '/users/:id',
    page: lazyPage('users/UserPage', () => import('../features/users/UserPage.tsx')),
    access: 'everybody',
    // The server alone runs it, so browsers need not fetch it with the table.
    prefetch: async (context) =>
      (await import('../features/users/prefetch.ts')).prefetchUser(context),
    head: userHead,
  },
  {
    path: '/privacy-policy',
    page: lazyPage('policies/PrivacyPage', () => import('../features/policies/PrivacyPage.tsx')),
    access: 'everybody',
    head: () => ({
      title: 'Privacy Policy',
      description: 'What we collect about you, what for, and how to have it back or deleted.',
      canonical: paths.privacyPolicy,
    }),
  },
  {
    path: '/terms-of-service',
    page: lazyPage('policies/TermsPage', () => import('../features/policies/TermsPage.tsx')),
    access: 'everybody',
    head: () => ({
      title: 'Terms of Service',
      description: 'The rules between you and the operator of this marketplace.',
      canonical: paths.termsOfService,
    }),
  },
  {
    path: '/community-guidelines',
    page: lazyPage(
      'policies/GuidelinesPage',
      () => import('../features/policies/GuidelinesPage.tsx'),
    ),
    access: 'everybody',
    head: () => ({
      title: 'Community Guidelines',
      description: 'How we treat each other here: respect, honesty, safety and a local focus.',
      canonical: paths.communityGuidelines,
    }),
  },
  {
    path: '/shipping-policy',
    page: lazyPage('policies/ShippingPage', () => import('../features/policies/ShippingPage.tsx')),
    access: 'everybody',
    head: () => ({
      title: 'Shipping & Returns',
      description: 'Shipping costs, delivery times, local pickup and returns.',
      canonical: paths.shippingPolicy,
    }),
  },
  {
    path: '/home',
    page: home,
    access: 'user',
    head: () => ({ title: 'Home', hidden: true }),
  },
  { path: '/create-listing', redirect: paths.newListing },
  {
    path: '/edit-listing/new',
    page: lazyPage(
      'listings/edit/EditListingPage',
      () => import('../features/listings/edit/EditListingPage.tsx'),
    ),
    access: 'shell',
    head: () => ({ title: 'Create Listing', hidden: true }),
  },
  {
    path: '/edit-listing/:id',
    page: lazyPage(
      'listings/edit/EditListingPage',
      () => import('../features/listings/edit/EditListingPage.tsx'),
    ),
    access: 'user',
    head: () => ({ title: 'Edit Listing', hidden: true }),
  },
  {
    path: '/my-listings',
    page: lazyPage(
      'listings/edit/MyListingsPage',
      () => import('../features/listings/edit/MyListingsPage.tsx'),
    ),
    access: 'user',
    head: () => ({ title: 'My Listings', hidden: true }),
  },
  {
    path: '/messages',
    page: lazyPage(
      'messaging/MessagesPage',
      () => import('../features/messaging/MessagesPage.tsx'),
    ),
    access: 'user',
    head: () => ({ title: 'Messages', hidden: true }),
  },
  {
    path: '/profile',
    page: lazyPage('account/ProfilePage', () => import('../features/account/ProfilePage.tsx')),
    access: 'user',
    head: () => ({ title: 'Profile', hidden: true }),
  },
  {
    path: '/orders',
    page: lazyPage('payments/OrdersPage', () => import('../features/payments/OrdersPage.tsx')),
    access: 'user',
    head: () => ({ title: 'Orders', hidden: true }),
  },
  {
    path: '/settings',
    page: lazyPage('account/SettingsPage', () => import('../features/account/SettingsPage.tsx')),
    access: 'user',
    head: () => ({ title: 'Settings', hidden: true }),
  },
  {
    path: '/unsubscribe',
    page: lazyPage(
      'notifications/UnsubscribePage',
      () => import('../features/notifications/UnsubscribePage.tsx'),
    ),
    access: 'shell',
    head: () => ({ title: 'Unsubscribe', hidden: true }),
  },
  {
    path: '/notifications',
    page: lazyPage(
      'notifications/NotificationsPage',
      () => import('../features/notifications/NotificationsPage.tsx'),
    ),
    access: 'user',
    head: () => ({ title: 'Notifications', hidden: true }),
  },
  {
    path: '/admin',
    page: lazyPage('admin/AdminPage', () => import('../features/admin/AdminPage.tsx')),
    access: 'user',
    head: () => ({ title: 'Admin Center', hidden: true }),
  },
  {
    path: '/admin/initialize',
    page: lazyPage('admin/InitializePage', () => import('../features/admin/InitializePage.tsx')),
    access: 'shell',
    head: () => ({ title: 'Admin Access Required', hidden: true }),
  },
  {
    path: '/admin/force-initialize',
    page: lazyPage(
      'admin/ForceInitializePage',
      () => import('../features/admin/ForceInitializePage.tsx'),
    ),
    access: 'shell',
    head: () => ({ title: 'Force Admin Initialization', hidden: true }),
  },
  {
    path: '*',
    page: lazyPage('errors/NotFoundPage', () => import('../features/errors/NotFoundPage.tsx')),
    access: 'everybody',
    head: () => ({ title: 'Page Not Found', hidden: true, status: 404 }),
  },
];
