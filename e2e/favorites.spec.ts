import { devices, expect, type Page, test } from '@playwright/test';
import { call, postListings } from './api.ts';
import { newPage, waitForHydration, watchConsole } from './page.ts';
import { listen } from './screen-reader.ts';
import { fillSignIn, signIn } from './sign-in.ts';
import { checkAccessibility } from './accessibility.ts';

const { viewport, hasTouch, isMobile } = devices['iPhone 13'];

const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const heartOf = (page: Page, title: string) =>
  cardOf(page, title).getByRole('button', { name: /favorites$/ });

test("a visitor's favorites survive the sign-in and show price drops and sales live", async ({
  browser,
  baseURL,
}) => {
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'favored-seller@example.com');
  const titles = ['Favored lamp', 'Favored desk', 'Favored chair'];
  const [lamp, desk, chair] = await postListings(
    seller.request,
    titles.map((title) => ({ title, price: '50', location: 'Troy, NY' })),
  );
  const context = await browser.newContext({ baseURL, viewport, hasTouch, isMobile });
  const phone = await context.newPage();
  const complaints = watchConsole(phone);
  const { hears } = await listen(phone);
  await phone.goto('/listings?search=favored');
  await waitForHydration(phone);
  const box = await heartOf(phone, 'Favored lamp').boundingBox();
  expect(box).toMatchObject({ width: 44, height: 44 });
  await expect(heartOf(phone, 'Favored lamp')).toHaveAttribute('aria-pressed', 'false');
  await heartOf(phone, 'Favored lamp').tap();
  await hears('Favored lamp saved to favorites');
  await expect(phone.getByText('Sign in to see them on all your devices.')).toBeVisible();

  // Two tabs share their favorites.
  const tab = await context.newPage();
  await tab.goto(`/listings/${desk?.id}`);
  await tab.getByRole('button', { name: 'Add to favorites' }).first().tap();
  await expect(heartOf(phone, 'Favored desk')).toHaveAttribute('aria-pressed', 'true');
  await tab.close();

  await phone.getByRole('link', { name: 'Favorites' }).tap();
  await expect(phone.getByRole('heading', { level: 1, name: 'Favorites' })).toBeVisible();
  await expect(phone.getByRole('article').getByRole('heading')).toHaveText([
    'Favored desk',
    'Favored lamp',
  ]);
  await phone.getByRole('main').getByRole('button', { name: 'Sign in' }).tap();
  await fillSignIn(phone, phone.getByRole('dialog'), 'favored-fan@example.com');
  await phone.keyboard.press('Escape');
  const merged = phone.getByRole('article').getByRole('heading');
  await expect(merged).toHaveText(['Favored desk', 'Favored lamp']);
  await expect(phone.getByText('Kept in this browser.')).toBeHidden();
  const kept = () => phone.evaluate(() => localStorage.getItem('favorites'));
  await expect.poll(kept).toBeNull();

  // A card stays in the list after its removal from the favorites.
  await heartOf(phone, 'Favored lamp').tap();
  await hears('Favored lamp removed from favorites');
  const stored = phone.waitForResponse(/favorites\.add/);
  await heartOf(phone, 'Favored lamp').tap();
  await stored;

  await call(seller.request, 'listings.update', { id: lamp?.id, title: titles[0], price: '35' });
  await expect(cardOf(phone, 'Favored lamp').locator('s')).toContainText('$50');
  await expect(cardOf(phone, 'Favored lamp')).toContainText('$35');
  await phone.getByRole('link', { name: 'Notifications, 1 unread' }).tap();
  await phone.getByRole('link', { name: 'Price drop: Favored lamp' }).tap();
  await expect(phone).toHaveURL(`/listings/${lamp?.id}`);
  await phone.goto('/favorites');

  await call(seller.request, 'deals.markSold', { listingId: desk?.id });
  await expect(cardOf(phone, 'Favored desk')).toContainText(/Sold on [A-Z][a-z]{2} \d/);
  await call(seller.request, 'listings.remove', { id: lamp?.id });
  await phone.reload();
  await expect(cardOf(phone, 'Favored lamp')).toContainText('This listing was removed.');
  await expect(heartOf(phone, 'Favored lamp')).toHaveAttribute('aria-pressed', 'true');
  await checkAccessibility(phone, 'favorites, one sold and one removed');

  await call(phone.request, 'favorites.add', { listingId: chair?.id });
  await seller.goto('/my-listings');
  const row = seller.getByRole('listitem').filter({ hasText: 'Favored chair' });
  await expect(row).toContainText('Saved by 1');
  await seller.goto(`/listings/${chair?.id}`);
  await expect(seller.getByRole('main')).toContainText('Saved by 1');
  expect(complaints).toEqual([]);
  await Promise.all([context.close(), seller.context().close()]);
});
