import { plain } from '@marketplace/server/features/media/images.fixtures';
import { expect, type Page, test } from '@playwright/test';
import {
  checkAccessibility,
  checkDialog,
  checkMenu,
  checkOpened,
  checkOpenRoute,
  checkRoute,
  press,
} from './accessibility.ts';
import { call, postListings, uploadPicture } from './api.ts';
import { logOf, say, twoPeople } from './two-people.ts';
import { newPage } from './page.ts';
import { signInAsAdmin } from './sign-in.ts';

// A trace would store a copy of the page at each of the many steps.
test.use({ trace: 'off' });
// Each test visits dozens of pages and dialogs.
test.describe.configure({ timeout: 300_000 });

async function upload(page: Page): Promise<string> {
  return uploadPicture(page.request, await plain(800, 600, [50, 120, 80]).jpeg().toBuffer());
}

const settingsSections = [
  ...['privacy', 'blocked', 'hidden', 'notifications', 'appearance', 'devices', 'payments', 'data'],
  'developer',
];

let people: Awaited<ReturnType<typeof twoPeople>>;
let listingId: string;
let sellerOfIt: string;

test.beforeAll(async ({ browser, baseURL }) => {
  people = await twoPeople(browser, baseURL, {
    // A retry after a failure needs new people.
    title: `Judged armchair ${Date.now()}`,
    onPhone: true,
  });
  const { seller, buyer, conversation } = people;
  await say(buyer, conversation.id, 'Is it still there?');
  await say(seller, conversation.id, 'It is.');
  const images = [await upload(seller), await upload(seller)];
  const data = { title: 'Judged lamp', price: '20', location: 'Albany, NY', images };
  const [{ id = '', sellerId = '' } = {}] = await postListings(seller.request, [data]);
  [listingId, sellerOfIt] = [id, sellerId];
  const review = { sellerId, listingId: id, rating: 4, comment: 'On time.' };
  await call(buyer.request, 'reviews.submit', review);
  const admin = await newPage(browser, baseURL);
  await signInAsAdmin(admin, 'nat.admin@example.com');
  await call(admin.request, 'admin.updateUser', { id: sellerId, canUsePaypal: true });
  await admin.context().close();
});
test.afterAll(() => people.end());

test("sellers' pages and dialogs are accessible", async () => {
  const { seller } = people;
  const own = ['home', 'my-listings', 'notifications', 'settings', 'profile', 'orders'];
  for (const path of [...own, 'messages', `edit-listing/${listingId}`]) {
    await checkRoute(seller, `/${path}`);
  }
  for (const path of [people.chat, `/listings/${listingId}`]) await checkRoute(seller, path);
  await press(seller, 'Reply');
  await expect(seller.getByLabel('Your reply')).toBeVisible();
  await checkAccessibility(seller, 'a reply');

  await seller.goto('/my-listings');
  await press(seller, /^More actions for /);
  await checkMenu(seller, 'actions of a listing');
  await press(seller, /^More actions for /);
  await seller.getByRole('menuitem', { name: 'Lower the price…' }).click();
  await checkDialog(seller, 'Lower the price over time');
  await press(seller, /^More actions for /);
  await seller.getByRole('menuitem', { name: 'Delete' }).click();
  await checkDialog(seller, 'Delete listing');
  await press(seller, 'Import and export');
  const buffer = Buffer.from('title,price,location\nLamp,15,Troy\nDesk,1.200,Albany\n');
  const file = { name: 'listings.csv', mimeType: 'text/csv', buffer };
  await seller.locator('[role=dialog] input[type=file]').setInputFiles(file);
  await expect(seller.getByRole('heading', { name: file.name })).toBeVisible();
  await checkDialog(seller, 'Import and export');
  // On this page, no small control is half covered by what opens next.
  await seller.goto('/orders');
  // An open menu or dialog may affect the page behind it, so two are checked with their page.
  await press(seller, /^Account menu for /);
  await expect(seller.getByRole('menu')).toBeVisible();
  await checkAccessibility(seller, 'a page with a menu');
  await checkMenu(seller, 'user menu');
  await press(seller, /^Notifications/);
  await expect(seller.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await checkAccessibility(seller, 'a page with a dialog');
  await checkDialog(seller, 'Notifications');
  await seller.getByRole('banner').getByRole('button', { name: 'Post Listing' }).click();
  const form = seller.getByRole('dialog', { name: 'Create New Listing' });
  await form.getByLabel('Title').fill('A chair');
  await form.getByRole('textbox', { name: 'Price' }).fill('-1');
  await checkAccessibility(seller, 'the form of a new listing');
  await form.getByRole('textbox', { name: 'Price' }).fill('5');
  await form.getByRole('combobox', { name: 'Location' }).fill('Troy, NY');
  await form.getByRole('button', { name: /Preview/ }).click();
  await expect(form.getByRole('article', { name: 'Preview' })).toBeVisible();
  await checkDialog(seller, /./);
  await seller.goto('/settings');
  for (const section of settingsSections) {
    const path = `/settings?section=${section}`;
    await seller.locator(`a[href="${path}"]`).click();
    await expect(seller).toHaveURL(path);
    await expect(seller.getByRole('region').first()).toBeVisible();
    await checkOpenRoute(seller, path);
  }
  await seller.goto('/settings?section=data');
  await press(seller, 'Delete account');
  await checkDialog(seller, 'Delete your account?');
});

test("buyers' pages and dialogs are accessible on a phone", async () => {
  const { buyer } = people;
  for (const path of [
    '/',
    '/listings',
    '/messages',
    '/home',
    '/settings',
    '/settings?section=devices',
    '/settings?section=developer',
    `/users/${sellerOfIt}`,
    `/listings/${listingId}`,
  ]) {
    await checkRoute(buyer, path);
  }
  await press(buyer, 'View full screen');
  await checkDialog(buyer, /^Photos of /);
  await press(buyer, 'Contact Seller');
  await checkDialog(buyer, 'Contact Seller');
  await press(buyer, 'Edit your rating');
  await checkDialog(buyer, 'Rate Seller');
  await press(buyer, 'Report listing');
  await checkDialog(buyer, /^Report/);
  await buyer.getByRole('region', { name: 'Seller Reviews' }).getByText('Delete').click();
  await checkDialog(buyer, 'Delete review');
  await buyer.route('https://www.paypal.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'paypal = { createInstance: async () => ({ createPayPalOneTimePaymentSession: () => ({}) }) }',
    }),
  );
  await press(buyer, 'Buy Now with PayPal');
  await expect(buyer.getByRole('button', { name: /^Pay .* with PayPal$/ })).toBeEnabled();
  // Scrolls to the top, where the header cannot cover half of a gallery button.
  await buyer.evaluate(() => window.scrollTo(0, 0));
  await checkAccessibility(buyer, 'the checkout');

  await buyer.goto('/listings');
  await press(buyer, /^Price/);
  await checkOpened(buyer, buyer.getByRole('group', { name: 'Price' }), 'price filter');
  await press(buyer, /^Account menu for /);
  await checkMenu(buyer, 'user menu on a phone');
  await checkRoute(buyer, people.chat);
  await logOf(buyer).getByText('It is.').tap();
  await logOf(buyer).getByRole('button', { name: 'Report message' }).tap();
  await checkDialog(buyer, 'Report message');
  await press(buyer, 'More');
  await checkMenu(buyer, 'menu of a chat');
  await press(buyer, 'More');
  await buyer.getByRole('menuitem', { name: /^Block / }).click();
  await checkDialog(buyer, /^Block /);
});
