import type { Page } from '@playwright/test';

/** Who looks at the demo marketplace: email addresses of its people; a visitor has none. */
export const people = {
  visitor: '',
  buyer: 'buyer01@example.org',
  seller: 'seller01@example.com',
  admin: 'admin@example.com',
};

export interface Screen {
  name: string;
  as: keyof typeof people;
  path: string;
  /** Goes from the page to a dialog or another state of it. */
  open?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
const first = (page: Page) => page.getByRole('main').locator('a[href^="/listings/"]').first();
const fillEmail = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('new.neighbor@example.com');
  await dialog.getByLabel('Email').press('Enter');
  await dialog.getByLabel('Verification code').waitFor();
};
/** Opens the first listing of a list, and then something on its page. */
const onListing = (then?: (page: Page) => Promise<void>) => async (page: Page) => {
  await first(page).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await then?.(page);
};
const inMenu = (button: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(button)(page);
  await page.getByRole('menuitem', { name: item }).click();
};

/** Every screen and dialog. */
export const screens: Screen[] = [
  { name: 'landing', as: 'visitor', path: '/' },
  { name: 'listings', as: 'visitor', path: '/listings' },
  { name: 'listings-filtered', as: 'visitor', path: '/listings?category=electronics' },
  { name: 'listings-empty', as: 'visitor', path: '/listings?search=saxophone&maxPrice=1' },
  { name: 'listing', as: 'visitor', path: '/listings', open: onListing() },
  {
    name: 'listing-viewer',
    as: 'visitor',
    path: '/listings',
    open: onListing(press(/full screen/)),
  },
  { name: 'map', as: 'visitor', path: '/map' },
  { name: 'sign-in', as: 'visitor', path: '/?signin=1' },
  { name: 'sign-in-code', as: 'visitor', path: '/?signin=1', open: fillEmail },
  {
    name: 'contact-signed-out',
    as: 'visitor',
    path: '/listings',
    open: onListing(press('Contact Seller')),
  },
  { name: 'post-signed-out', as: 'visitor', path: '/edit-listing/new' },
  { name: 'privacy', as: 'visitor', path: '/privacy-policy' },
  { name: 'terms', as: 'visitor', path: '/terms-of-service' },
  { name: 'guidelines', as: 'visitor', path: '/community-guidelines' },
  { name: 'shipping', as: 'visitor', path: '/shipping-policy' },
  { name: 'not-found', as: 'visitor', path: '/no/such/page' },
  { name: 'listing-missing', as: 'visitor', path: '/listings/none' },
  { name: 'force-admin-signed-out', as: 'visitor', path: '/admin/force-initialize' },

  { name: 'home', as: 'buyer', path: '/' },
  { name: 'landing-signed-in', as: 'buyer', path: '/landing' },
  { name: 'contact', as: 'buyer', path: '/listings', open: onListing(press('Contact Seller')) },
  { name: 'rate', as: 'buyer', path: '/listings', open: onListing(press('Rate Seller')) },
  { name: 'report', as: 'buyer', path: '/listings', open: onListing(press('Report listing')) },
  { name: 'messages', as: 'buyer', path: '/messages' },
  {
    name: 'chat',
    as: 'buyer',
    path: '/messages',
    open: (page) => page.locator('a[href^="/messages?"]').first().click(),
  },
  { name: 'notifications', as: 'buyer', path: '/notifications' },
  { name: 'profile', as: 'buyer', path: '/profile' },
  { name: 'settings', as: 'buyer', path: '/settings' },
  {
    name: 'delete-account',
    as: 'buyer',
    path: '/settings',
    open: press(/^Delete (my )?account/),
  },
  { name: 'orders', as: 'buyer', path: '/orders' },
  { name: 'my-listings-empty', as: 'buyer', path: '/my-listings' },

  { name: 'my-listings', as: 'seller', path: '/my-listings' },
  {
    name: 'delete-listing',
    as: 'seller',
    path: '/my-listings',
    open: inMenu(/^More actions/, 'Delete'),
  },
  { name: 'post', as: 'seller', path: '/home', open: press('Post Listing') },
  { name: 'create-listing', as: 'seller', path: '/edit-listing/new' },
  { name: 'own-listing', as: 'seller', path: '/my-listings', open: onListing() },
  { name: 'seller-messages', as: 'seller', path: '/messages' },
  { name: 'seller-profile', as: 'seller', path: '/profile' },

  ...['users', 'listings', 'messages', 'conversations', 'reports', 'audit'].map((tab): Screen => ({
    name: `admin-${tab}`,
    as: 'admin',
    path: `/admin?tab=${tab}`,
  })),
  { name: 'force-admin', as: 'admin', path: '/admin/force-initialize' },
];
