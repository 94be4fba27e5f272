import { expect, test } from '@playwright/test';
import { jpegWithGps, metadataOf } from '@marketplace/server/features/media/images.fixtures';
import { watchConsole } from './page.ts';
import { signInHere } from './sign-in.ts';
import { uploadPhotos } from './photos.ts';

test('a buyer finds a listing by a misspelled word, and buyer and seller chat live', async ({
  browser,
  baseURL,
}) => {
  const contexts = await Promise.all([
    browser.newContext({ baseURL }),
    browser.newContext({ baseURL }),
  ]);
  const [seller, buyer] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!seller || !buyer) throw new Error('No pages.');
  const complaints = [seller, buyer].map(watchConsole);

  await seller.goto('/');
  await signInHere(seller, 'seller@example.com');
  await seller.goto('/edit-listing/new');
  const photo = await jpegWithGps(1600, 1200);
  expect((await metadataOf(photo)).hasGps).toBe(true);
  await uploadPhotos(seller, [{ name: 'bicycle.jpg', mimeType: 'image/jpeg', buffer: photo }]);
  await expect(seller.getByRole('img', { name: 'bicycle.jpg' })).toBeVisible();
  await seller.getByLabel('Title').fill('Blue touring bicycle');
  await seller.getByLabel('Description').fill('Serviced in spring, with lights and a rack.');
  await seller.getByRole('textbox', { name: 'Price' }).fill('240');
  await seller.getByRole('combobox', { name: 'Location' }).fill('troy');
  await seller.getByLabel('Category').selectOption('sports');
  await seller.getByRole('button', { name: 'Publish Listing' }).click();
  await expect(seller).toHaveURL(/\/my-listings$/);
  await expect(
    seller.getByRole('link', { name: 'Blue touring bicycle', exact: true }),
  ).toBeVisible();

  await buyer.goto('/');
  await signInHere(buyer, 'buyer@example.com');
  await buyer.goto('/listings');
  await buyer.getByRole('combobox', { name: 'Search listings' }).fill('bycicle');
  await buyer.getByRole('link', { name: 'Blue touring bicycle', exact: true }).click();
  await expect(buyer.getByRole('heading', { name: 'Blue touring bicycle' })).toBeVisible();
  await expect(buyer.getByText('Troy, NY').first()).toBeVisible();
  await expect(
    buyer.locator('header', { hasText: 'Blue touring' }).getByText('$240', { exact: true }),
  ).toBeVisible();
  const shown = await buyer.locator('img[src*="/media/"]').first().getAttribute('src');
  const stored = await buyer.request.get(shown ?? '');
  expect(stored.headers()['content-type']).toBe('image/webp');
  expect(await metadataOf(await stored.body())).toEqual({ hasExif: false, hasGps: false });

  await buyer.getByRole('button', { name: 'Contact Seller' }).first().click();
  await buyer.getByLabel(/^Message to /).fill('Hello, is it still available?');
  await buyer.getByRole('button', { name: 'Send message' }).click();
  await buyer.getByRole('button', { name: 'Keep browsing' }).click();
  await expect(buyer.getByRole('dialog', { name: 'Contact Seller' })).toBeHidden();

  // The seller's page updates without a reload.
  await expect(seller.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
  await seller.getByRole('link', { name: 'Messages, 1 unread' }).click();
  await expect(seller.getByText('Conversations (1)')).toBeVisible();
  await seller
    .getByRole('link', { name: /Blue touring bicycle/ })
    .first()
    .click();
  const sellerLog = seller.getByRole('region', { name: /^Messages with/ });
  await expect(sellerLog.getByText('Hello, is it still available?')).toBeVisible();
  await expect(seller.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();

  await buyer.goto('/messages');
  await buyer
    .getByRole('link', { name: /Blue touring bicycle/ })
    .first()
    .click();
  await seller.getByRole('textbox', { name: /message/i }).fill('Yes. Saturday at ten?');
  await seller.keyboard.press('Enter');
  await expect(
    buyer.getByRole('region', { name: /^Messages with/ }).getByText('Yes. Saturday at ten?'),
  ).toBeVisible();
  await buyer.getByRole('textbox', { name: /message/i }).fill('See you then.');
  await buyer.keyboard.press('Enter');
  await expect(sellerLog.getByText('See you then.')).toBeVisible();

  expect(complaints.flat()).toEqual([]);
  await Promise.all(contexts.map((context) => context.close()));
});
