import { plain } from '@marketplace/server/features/media/images.fixtures';
import { expect, type Page, test } from '@playwright/test';
import {
  judge,
  judgeDialog,
  judgeMenu,
  judgeOpened,
  judgeOpenRoute,
  judgeRoute,
  press,
} from './accessible.ts';
import { signIn } from './journey.ts';
import { postListings } from './listings.ts';
import { call, logOf, say, twoPeople } from './two-people.ts';

// A trace would store a copy of the page at each of the many steps.
test.use({ trace: 'off' });
// Each test visits dozens of pages and dialogs.
test.describe.configure({ timeout: 300_000 });

async function upload(page: Page): Promise<string> {
  const buffer = await plain(800, 600, [50, 120, 80]).jpeg().toBuffer();
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  const answer = await page.request.post('/api/upload', { multipart: { type: 'listing', file } });
  return ((await answer.json()) as { url: string }).url;
}

const settingsSections = [
  ...['privacy', 'blocked', 'notifications', 'appearance', 'devices', 'payments', 'data'],
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
  const admin = await (await browser.newContext({ baseURL })).newPage();
  await signIn(admin, 'nat.admin@example.com');
  await admin.request.post('/api/admin/force-initialize');
  await call(admin.request, 'admin.updateUser', { id: sellerId, canUsePaypal: true });
  await admin.context().close();
});
test.afterAll(() => people.end());

test("sellers' pages and dialogs are accessible", async () => {
  const { seller } = people;
  const own = ['home', 'my-listings', 'notifications', 'settings', 'profile', 'orders'];
  for (const path of [...own, 'messages', `edit-listing/${listingId}`]) {
    await judgeRoute(seller, `/${path}`);
  }
  for (const path of [people.chat, `/listings/${listingId}`]) await judgeRoute(seller, path);
  await press(seller, 'Reply');
  await expect(seller.getByLabel('Your reply')).toBeVisible();
  await judge(seller, 'a reply');

  await seller.goto('/my-listings');
  await press(seller, /^More actions for /);
  await judgeMenu(seller, 'actions of a listing');
  await press(seller, /^More actions for /);
  await seller.getByRole('menuitem', { name: 'Delete' }).click();
  await judgeDialog(seller, 'Delete listing');
  // On this page, no small control is half covered by what opens next.
  await seller.goto('/orders');
  await press(seller, /^Account menu for /);
  await judgeMenu(seller, 'user menu');
  await press(seller, /^Notifications/);
  await judgeDialog(seller, 'Notifications');
  await seller.getByRole('banner').getByRole('button', { name: 'Post Listing' }).click();
  const form = seller.getByRole('dialog', { name: 'Create New Listing' });
  await form.getByLabel('Title').fill('A chair');
  await form.getByRole('textbox', { name: 'Price' }).fill('-1');
  await judge(seller, 'the form of a new listing');
  await form.getByRole('textbox', { name: 'Price' }).fill('5');
  await form.getByRole('combobox', { name: 'Location' }).fill('Troy, NY');
  await form.getByRole('button', { name: /Preview/ }).click();
  await expect(form.getByRole('article', { name: 'Preview' })).toBeVisible();
  await judgeDialog(seller, /./);
  await seller.goto('/settings');
  for (const section of settingsSections) {
    const path = `/settings?section=${section}`;
    await seller.locator(`a[href="${path}"]`).click();
    await expect(seller).toHaveURL(path);
    await expect(seller.getByRole('region').first()).toBeVisible();
    await judgeOpenRoute(seller, path);
  }
  await seller.goto('/settings?section=data');
  await press(seller, 'Delete account');
  await judgeDialog(seller, 'Delete your account?');
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
    await judgeRoute(buyer, path);
  }
  await press(buyer, 'View full screen');
  await judgeDialog(buyer, /^Photos of /);
  await press(buyer, 'Contact Seller');
  await judgeDialog(buyer, 'Contact Seller');
  await press(buyer, 'Edit your rating');
  await judgeDialog(buyer, 'Rate Seller');
  await press(buyer, 'Report listing');
  await judgeDialog(buyer, /^Report/);
  await buyer.getByRole('region', { name: 'Seller Reviews' }).getByText('Delete').click();
  await judgeDialog(buyer, 'Delete review');
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
  await judge(buyer, 'the checkout');

  await buyer.goto('/listings');
  await press(buyer, /^Price/);
  await judgeOpened(buyer, buyer.getByRole('group', { name: 'Price' }), 'price filter');
  await press(buyer, /^Account menu for /);
  await judgeMenu(buyer, 'user menu on a phone');
  await judgeRoute(buyer, people.chat);
  await logOf(buyer).getByText('It is.').tap();
  await logOf(buyer).getByRole('button', { name: 'Report message' }).tap();
  await judgeDialog(buyer, 'Report message');
  await press(buyer, 'More');
  await judgeMenu(buyer, 'menu of a chat');
  await press(buyer, 'More');
  await buyer.getByRole('menuitem', { name: /^Block / }).click();
  await judgeDialog(buyer, /^Block /);
});
