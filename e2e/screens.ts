import { randomUUID } from 'node:crypto';
import { demoData } from '@marketplace/db/demo/demo-data';
import { type Browser, expect, type Page } from '@playwright/test';

/** The users of the screens, by the email address of a demo user. A visitor has none. */
export const people = {
  visitor: '',
  buyer: 'buyer01@example.org',
  seller: 'seller01@example.com',
  // These three have deals in the demo data.
  dealSeller: 'seller20@example.com',
  reservedBuyer: 'buyer08@example.org',
  pastBuyer: 'buyer06@example.org',
  admin: 'admin@example.com',
};

export interface Screen {
  name: string;
  as: keyof typeof people;
  path: string;
  /** Opens a dialog or another state of the page. */
  open?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
/** Presses a button that opens a dialog, and waits for the dialog. */
const opens = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').waitFor();
};
const dialogOpens = (page: Page) => page.getByRole('dialog').waitFor();
const fillEmail = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('new.neighbor@example.com');
  await dialog.getByLabel('Email').press('Enter');
  await dialog.getByLabel('Verification code').waitFor();
};
const inMenu = (button: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(button)(page);
  await page.getByRole('menuitem', { name: item }).click();
};

/** A demo listing with three pictures. */
const listing = '/listings/de300000-0002-4000-8000-00000000002f';
const reserved = '/listings/de300000-0002-4000-8000-000000000076';
const sold = '/listings/de300000-0002-4000-8000-000000000088';

/** A demo chat about a listing of `seller`. */
const chatOfSeller = '/messages?c=de300000-0003-4000-8000-000000000027';

const offeredChat = '/messages?c=de300000-0003-4000-8000-000000000016';
const reservedChat = '/messages?c=de300000-0003-4000-8000-000000000018';
const soldChat = '/messages?c=de300000-0003-4000-8000-00000000001e';

/** Returns the screen of a dialog that the menu of a deal opens. */
const ofDeal = (name: string, who: Pick<Screen, 'as' | 'path'>, item: string): Screen => ({
  ...{ name: `deal-${name}`, ...who },
  open: async (page) => {
    await inMenu(/^Deal$/, item)(page);
    await dialogOpens(page);
    await expect(page.getByLabel('Loading your code')).toHaveCount(0);
  },
});

/** Makes an offer as the buyer of the open chat. */
async function makeOffer(page: Page) {
  const { origin: baseURL, searchParams } = new URL(page.url());
  const browser = page.context().browser() as Browser;
  const storageState = await signInToDemo(browser, baseURL, people.pastBuyer);
  const context = await browser.newContext({ baseURL, storageState });
  const data = { conversationId: searchParams.get('c'), amount: '95', clientId: randomUUID() };
  await context.request.post('/trpc/deals.makeOffer', { data });
  await context.close();
}

export const screens: Screen[] = [
  { name: 'landing', as: 'visitor', path: '/' },
  { name: 'listings', as: 'visitor', path: '/listings' },
  { name: 'listings-filtered', as: 'visitor', path: '/listings?category=electronics' },
  { name: 'listings-empty', as: 'visitor', path: '/listings?search=saxophone&maxPrice=1' },
  { name: 'listing', as: 'visitor', path: listing },
  {
    name: 'listing-viewer',
    as: 'visitor',
    path: listing,
    open: opens(/full screen/),
  },
  { name: 'listings-reserved', as: 'visitor', path: '/listings?availability=all&search=tent' },
  { name: 'listing-reserved', as: 'visitor', path: reserved },
  { name: 'listing-sold', as: 'visitor', path: sold },
  { name: 'map', as: 'visitor', path: '/map' },
  { name: 'sign-in', as: 'visitor', path: '/?signin=1', open: dialogOpens },
  { name: 'sign-in-code', as: 'visitor', path: '/?signin=1', open: fillEmail },
  {
    name: 'contact-signed-out',
    as: 'visitor',
    path: listing,
    open: opens('Contact Seller'),
  },
  { name: 'post-signed-out', as: 'visitor', path: '/edit-listing/new' },
  { name: 'privacy', as: 'visitor', path: '/privacy-policy' },
  { name: 'terms', as: 'visitor', path: '/terms-of-service' },
  { name: 'guidelines', as: 'visitor', path: '/community-guidelines' },
  { name: 'shipping', as: 'visitor', path: '/shipping-policy' },
  { name: 'community-figures', as: 'visitor', path: '/community-figures' },
  { name: 'not-found', as: 'visitor', path: '/no/such/page' },
  { name: 'listing-missing', as: 'visitor', path: '/listings/none' },
  { name: 'force-admin-signed-out', as: 'visitor', path: '/admin/force-initialize' },

  { name: 'home', as: 'buyer', path: '/' },
  { name: 'landing-signed-in', as: 'buyer', path: '/landing' },
  { name: 'contact', as: 'buyer', path: listing, open: opens('Contact Seller') },
  { name: 'rate', as: 'buyer', path: listing, open: opens('Rate Seller') },
  { name: 'report', as: 'buyer', path: listing, open: opens('Report listing') },
  { name: 'messages', as: 'buyer', path: '/messages' },
  {
    name: 'chat',
    as: 'buyer',
    path: '/messages',
    open: async (page) => {
      await page.locator('a[href^="/messages?c="]').first().click();
      await page.getByRole('region', { name: /^Messages with/ }).waitFor();
    },
  },
  { name: 'make-offer', as: 'buyer', path: listing, open: opens('Make an offer') },
  { name: 'messages-archived', as: 'buyer', path: '/messages?archived=1' },
  { name: 'notifications', as: 'buyer', path: '/notifications' },
  { name: 'profile', as: 'buyer', path: '/profile' },
  { name: 'settings', as: 'buyer', path: '/settings' },
  ...[
    'standing',
    'privacy',
    'blocked',
    'hidden',
    'notifications',
    'vacation',
    'appearance',
    'security',
    'devices',
    'data',
    'developer',
  ].map((section): Screen => ({
    name: `settings-${section}`,
    as: 'buyer',
    path: `/settings?section=${section}`,
  })),
  {
    name: 'delete-account',
    as: 'buyer',
    path: '/settings?section=data',
    open: opens(/^Delete (my )?account/),
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
  {
    name: 'listing-stats',
    as: 'seller',
    path: '/my-listings',
    open: inMenu(/^More actions/, "How it's doing"),
  },
  {
    name: 'price-plan',
    as: 'seller',
    path: '/my-listings',
    open: inMenu(/^More actions/, 'Lower the price…'),
  },
  {
    name: 'selected-listings',
    as: 'seller',
    path: '/my-listings',
    open: (page) => page.getByLabel('Select all').check(),
  },
  { name: 'import', as: 'seller', path: '/my-listings', open: opens('Import and export') },
  {
    name: 'import-preview',
    as: 'seller',
    path: '/my-listings',
    async open(page) {
      await opens('Import and export')(page);
      const buffer = Buffer.from('title,price,location\nLamp,15,Troy\nDesk,1.200,Albany\n');
      const file = { name: 'listings.csv', mimeType: 'text/csv', buffer };
      await page.locator('[role=dialog] input[type=file]').setInputFiles(file);
      await page.getByRole('heading', { name: file.name }).waitFor();
    },
  },
  { name: 'post', as: 'seller', path: '/home', open: opens('Post Listing') },
  { name: 'create-listing', as: 'seller', path: '/edit-listing/new' },
  {
    name: 'similar-listing',
    as: 'seller',
    path: '/my-listings',
    open: async (page) => {
      await inMenu(/^More actions/, 'Sell a similar one')(page);
      await page.getByText(/^Saved at/).waitFor();
    },
  },
  { name: 'poster', as: 'seller', path: `${listing}/poster` },
  { name: 'listing-link', as: 'visitor', path: '/listing-link?token=incomplete' },
  { name: 'decision-link', as: 'visitor', path: '/decision?token=incomplete' },
  { name: 'decisions', as: 'seller', path: '/settings?section=decisions' },
  { name: 'card-menu', as: 'buyer', path: '/listings', open: press(/^More actions for/) },
  { name: 'drafts', as: 'seller', path: '/my-listings?status=drafts' },
  {
    name: 'own-listing',
    as: 'seller',
    path: '/my-listings',
    open: (page) => page.getByRole('main').locator('a[href^="/listings/"]').first().click(),
  },
  { name: 'seller-messages', as: 'seller', path: '/messages' },
  ...['Reserve for', 'Suggest a meetup', 'Mark as sold'].map((item) =>
    ofDeal(item.toLowerCase().replaceAll(' ', '-'), { as: 'seller', path: chatOfSeller }, item),
  ),
  {
    name: 'deal-counteroffer',
    as: 'seller',
    path: offeredChat,
    open: async (page) => {
      const counter = page.getByRole('button', { name: 'Counter', exact: true });
      if (!(await counter.isVisible())) await makeOffer(page);
      await counter.click();
      await dialogOpens(page);
    },
  },
  { name: 'seller-profile', as: 'seller', path: '/profile' },

  ofDeal('enter-code', { as: 'dealSeller', path: reservedChat }, 'Enter code'),
  ofDeal('review-of-buyer', { as: 'dealSeller', path: soldChat }, 'Leave a review'),
  ofDeal('show-code', { as: 'reservedBuyer', path: reservedChat }, 'Show code'),
  ofDeal('review-of-seller', { as: 'pastBuyer', path: soldChat }, 'Leave a review'),

  ...[
    'users',
    'listings',
    'messages',
    'conversations',
    'reports',
    'rules',
    'audit',
    'templates',
    'spots',
    'numbers',
  ].map((tab): Screen => ({
    name: `admin-${tab}`,
    as: 'admin',
    path: `/admin?tab=${tab}`,
  })),
  {
    name: 'admin-case',
    as: 'admin',
    path: '/admin?tab=reports',
    open: (page) => page.keyboard.press('j'),
  },
  {
    name: 'admin-row-menu',
    as: 'admin',
    path: '/admin?tab=users',
    open: press(/^More actions/),
  },
  { name: 'force-admin', as: 'admin', path: '/admin/force-initialize' },
];

/** Opens a screen in a signed-in browser, and waits until it is complete. */
export async function openScreen(page: Page, { path, open }: Screen): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await open?.(page);
  await page.waitForLoadState('networkidle');
}

/**
 * Signs in with the code from /dev/mail, which shows emails when there is no mail server. Returns
 * the cookies.
 */
export async function signInToDemo(browser: Browser, baseURL: string, email: string) {
  const context = await browser.newContext({ baseURL });
  const { request } = context;
  const sent = await request.post('/api/auth/send-code', { data: { email } });
  const { token } = (await sent.json()) as { token: string };
  const letter = new RegExp(`To ${email},[^]*?<pre>[^]*?\\b(\\d{6})\\b`);
  const findCode = async () => letter.exec(await (await request.get('/dev/mail')).text())?.[1];
  await expect.poll(findCode).toBeDefined();
  const data = { token, code: await findCode() };
  const verified = await request.post('/api/auth/verify', { data });
  expect(verified.ok(), await verified.text()).toBe(true);
  const cookies = await context.storageState();
  await context.close();
  return cookies;
}

/** Waits until the demo has all its pictures. A portrait comes last. */
export async function waitForPictures(baseURL: string): Promise<void> {
  const last = demoData(new Date()).users.findLast(({ portraitId }) => portraitId);
  const hasLast = async () => {
    const profile = await fetch(`${baseURL}/users/${last?.id}`);
    return (await profile.text()).includes(`${last?.portraitId}`);
  };
  await expect.poll(hasLast, { timeout: 60_000 }).toBe(true);
}
