import { jpegWithGps } from '@marketplace/server/features/media/images.fixtures';
import { expect, type Page, test } from '@playwright/test';
import { call, postListings, uploadPicture } from './api.ts';
import { newPage, waitForHydration, watchConsole } from './page.ts';
import { listen } from './screen-reader.ts';
import { signIn, signInAsAdmin } from './sign-in.ts';
import { fieldOf, logOf, say, twoPeople } from './two-people.ts';
import { enter, tabTo } from './keys.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * Checks that the focus is somewhere in the page, so that the next Tab does not start at the top.
 */
const focusIsKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

const upload = async ({ request }: Page) => uploadPicture(request, await jpegWithGps(800, 600));

test('a visitor can search, filter, open a listing, its photos and the map by keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'keys-shop@example.com');
  const images = [await upload(seller), await upload(seller)];
  const books = Array.from({ length: 27 }, (_, n) => ({ title: `Keyword book ${n}` }));
  const chair = { title: 'Keyword chair', category: 'furniture', price: '70', images };
  const shared = { price: '7', location: 'Valley Falls', category: 'books' };
  await postListings(
    seller.request,
    [...books, { title: 'Keyword lamp', category: 'furniture' }, chair].map((one) => ({
      ...shared,
      ...one,
    })),
  );
  await seller.context().close();

  const complaints = watchConsole(page);
  const { hears } = await listen(page);
  await page.goto('/');
  await waitForHydration(page);
  await page.keyboard.press('/');
  await expect(
    page.getByRole('main').getByRole('combobox', { name: 'Search listings' }),
  ).toBeFocused();
  await page.keyboard.type('keyword');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/listings\?search=keyword$/);
  await hears(/\b29\b/);
  await tabTo(page, 'Category');
  await page.keyboard.type('Furn');
  await expect(page).toHaveURL(/category=furniture/);
  await hears(/(?<!\d)2\b/);
  await expect(page.getByLabel('Category')).toBeFocused();
  await tabTo(page, 'Lowest price');
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await hears(/(?<!\d)1\b/);
  await enter(page, chair.title);
  await expect(page).toHaveURL(/\/listings\/[\w-]+$/);
  await expect(page.getByRole('main')).toBeFocused();

  const photos = page.getByRole('region', { name: 'Photos' });
  await tabTo(page, 'View full screen');
  await page.keyboard.press('ArrowRight');
  await hears('Photo 2 of 2');
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: /^Photos of / });
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('1 of 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(photos.getByRole('button', { name: 'View full screen' })).toBeFocused();

  await page.goBack();
  await expect(page).toHaveURL(/minPrice=50/);
  await enter(page, 'Map');
  await expect(page).toHaveURL(/\/map$/);
  await expect(page.getByRole('main')).toBeFocused();
  await enter(page, /^Rensselaer County, \d+ listings$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Rensselaer County' })).toBeVisible();
  await focusIsKept(page);
  await enter(page, /^Valley Falls, \d+ listings$/);
  await expect(page).toHaveURL(/\/listings\?location=Valley\+Falls$/);
  await expect(page.getByRole('main')).toBeFocused();
  expect(complaints).toEqual([]);
});

test('a seller can find a listing among many and change its price by keyboard', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'keys-many@example.com');
  const titles = Array.from({ length: 14 }, (_, n) => `Shelf ${n + 1}`);
  await postListings(
    page.request,
    titles.map((title) => ({ title, description: 'Pine.', price: '8', location: 'Troy, NY' })),
  );
  const { hears } = await listen(page);
  await page.goto('/my-listings');
  await tabTo(page, 'Search your listings');
  await page.keyboard.type('shelf 1');
  await hears('6 listings');
  await page.keyboard.press('End');
  await page.keyboard.type('4');
  await hears('1 listing');
  await enter(page, 'Edit Shelf 14');
  await expect(page.getByLabel('Title')).toHaveValue('Shelf 14');
  await tabTo(page, 'Price');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  const price = page.getByRole('textbox', { name: 'Price' });
  await expect(price).toBeFocused();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expect(price).toHaveAccessibleDescription(/Price is required/);
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await hears(/updated successfully/);
  await expect(page).toHaveURL('/my-listings');
  await focusIsKept(page);
  await enter(page, 'More actions for Shelf 14');
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText('$9');
  expect(complaints).toEqual([]);
});

test('a user can read, answer, report and block in a conversation by keyboard', async ({
  browser,
  baseURL,
}) => {
  const title = 'Keyed sideboard';
  const { seller, buyer, id, end } = await twoPeople(browser, baseURL, { title });
  await say(seller, id, 'Still interested?');
  const { hears } = await listen(buyer);
  await buyer.goto('/messages');
  await expect(buyer.getByRole('link', { name: /Keyed sideboard/ })).toBeVisible();
  await enter(buyer, /Keyed sideboard.*Still interested\?/);
  await expect(logOf(buyer).getByText('Still interested?')).toBeVisible();
  await tabTo(buyer, /^Message /);
  await buyer.keyboard.type('Yes. Can I come today?');
  await buyer.keyboard.press('Enter');
  await expect(logOf(buyer).getByText('Yes. Can I come today?')).toBeVisible();
  await expect(fieldOf(buyer)).toBeFocused();
  await say(seller, id, 'At six.');
  await hears(/: At six\.$/);

  await tabTo(buyer, 'Report message', 'Shift+Tab');
  await buyer.keyboard.press('Enter');
  const report = buyer.getByRole('dialog', { name: 'Report message' });
  await expect(report.getByText('At six.')).toBeVisible();
  await tabTo(buyer, 'Scam or fraud');
  await buyer.keyboard.press('Space');
  await enter(buyer, 'Send report');
  await hears(/^Report sent/);
  await expect(report).toBeHidden();
  await expect(buyer.getByRole('button', { name: 'Report message' }).last()).toBeFocused();

  await tabTo(buyer, 'More', 'Shift+Tab');
  await buyer.keyboard.press('Enter');
  await expect(buyer.getByRole('menuitem').first()).toBeFocused();
  await buyer.keyboard.press('End');
  await expect(buyer.getByRole('menuitem', { name: /^Block / })).toBeFocused();
  await buyer.keyboard.press('Enter');
  const block = buyer.getByRole('dialog', { name: /^Block / });
  await expect(block.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await enter(buyer, 'Block');
  await hears(/^Blocked/);
  await expect(buyer).toHaveURL('/messages');
  await focusIsKept(buyer);
  await end();
});

test('a user can rate a seller, change name and picture, and sign out by keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'keys-rated@example.com');
  const data = { title: 'Rated stool', price: '15', location: 'Troy' };
  const [listing] = await postListings(seller.request, [data]);
  await seller.context().close();
  await signIn(page, 'keys-rater@example.com');
  const { hears } = await listen(page);
  await page.goto(`/listings/${listing?.id}`);
  await waitForHydration(page);
  await enter(page, 'Rate Seller');
  const dialog = page.getByRole('dialog', { name: 'Rate Seller' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: /^3 of 5/ })).toBeChecked();
  await tabTo(page, 'Comment (optional)');
  await page.keyboard.type('On time.');
  await enter(page, 'Submit review');
  await hears(/^Review Submitted/);
  await expect(dialog).toBeHidden();
  await focusIsKept(page);

  await tabTo(page, /^Account menu for /, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type('Settings');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings/);
  await expect(page.getByRole('main')).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, 'Upload picture');
  await page.keyboard.press('Enter');
  const buffer = await jpegWithGps(640, 480);
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await hears('Saving your picture');
  await hears(/^Picture saved/);
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeFocused();
  await tabTo(page, 'First name');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await hears(/^Profile saved/);
  await expect(page.getByLabel('First name')).toBeFocused();

  await tabTo(page, /^Devices and sessions/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Devices and sessions' })).toBeFocused();
  await enter(page, 'Sign out');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await focusIsKept(page);
  expect(complaints).toEqual([]);
});

test('an admin can decide a report and find it in the audit log by keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'Keyed harmonica';
  const { buyer, conversation, end } = await twoPeople(browser, baseURL, { title });
  await call(buyer.request, 'moderation.report', {
    targetType: 'listing',
    targetId: conversation.listingId,
    reason: 'spam',
  });
  await end();
  await signInAsAdmin(page, 'gus.admin@example.com');
  const { hears } = await listen(page);
  await page.goto('/admin');
  await waitForHydration(page);
  await tabTo(page, 'Users');
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  for (const name of [/^Listings/, /^Messages/, /^Conversations/, /^Reports/]) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(name)).toBeFocused();
  }
  await expect(tab(/^Reports/)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('list', { name: 'Reports' })).toContainText(title);
  await enter(page, new RegExp(`^Listing ?${title}`));
  const view = page.getByRole('article', { name: title, exact: true });
  await expect(view).toBeVisible();
  await enter(page, /^Dismiss/);
  await expect(view.getByLabel('Dismiss: reason')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('It is music.');
  await page.keyboard.press('Control+Enter');
  await expect(view.getByText('Decided: dismissed.')).toBeVisible();
  await hears(/dismissed/i);
  await focusIsKept(page);

  await tabTo(page, /^Reports/, 'Shift+Tab');
  for (const name of [/^Rules/, /^Audit log/]) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(name)).toBeFocused();
  }
  await expect(tab(/^Audit log/)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row').filter({ hasText: 'It is music.' }).first()).toBeVisible();
});
