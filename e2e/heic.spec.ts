import { expect, test } from '@playwright/test';
import { heicFile } from '@marketplace/server/features/media/heic.fixtures';
import { watchConsole, waitForHydration } from './page.ts';
import { choosePhotos, uploadPhotos } from './photos.ts';
import { signIn } from './sign-in.ts';
import { fieldOf, logOf, twoPeople } from './two-people.ts';

/** A photo of a phone, as a system that does not know HEIC announces it. */
const photo = { name: 'IMG_3578.HEIC', mimeType: '', buffer: await heicFile('phone') };

test('a seller uploads a HEIC photo, and sees it in the form and in the listing', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'heic@example.com');
  await page.goto('/edit-listing/new');
  await uploadPhotos(page, [photo]);
  const tile = page.getByRole('img', { name: photo.name });
  // This browser cannot show HEIC, so the server's picture replaces the file.
  await expect(tile).toHaveAttribute('src', /^\/media\/.*\/640\.webp$/);
  await expect(tile).toHaveJSProperty('naturalWidth', 512);
  await page.getByRole('button', { name: 'Rotate photo 1' }).click();
  await expect(tile).toHaveJSProperty('naturalHeight', 512);
  await page.getByLabel('Title').fill('Color chart');
  await page.getByLabel('Description').fill('Clean and complete.');
  await page.getByRole('textbox', { name: 'Price' }).fill('25');
  await page.getByRole('button', { name: 'Publish Listing' }).click();
  await expect(page).toHaveURL(/\/my-listings$/);
  await page.getByRole('link', { name: 'Color chart', exact: true }).click();
  const shown = page.getByRole('img', { name: /Color chart/ }).first();
  const ratio = () =>
    shown.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
  await expect.poll(ratio).toBeCloseTo(2);
  expect(complaints).toEqual([]);
});

test('a HEIC file without a photo is refused with advice', async ({ page }) => {
  await signIn(page, 'heic-film@example.com');
  await page.goto('/edit-listing/new');
  await choosePhotos(page, [{ ...photo, name: 'film.heic', buffer: await heicFile('x265-film') }]);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  const advice = "We can't read a photo in film.heic. Save it as JPEG and try again.";
  await expect(page.getByText(advice).first()).toBeVisible();
});

test("a visitor's HEIC photo has its name in the form until it is stored", async ({ page }) => {
  await page.goto('/edit-listing/new');
  await waitForHydration(page);
  await page.locator('input[type="file"]').setInputFiles([photo]);
  await expect(page.getByRole('listitem').filter({ hasText: photo.name })).toBeVisible();
});

test('a HEIC photo is dropped into a conversation and sent', async ({ browser, baseURL }) => {
  const { buyer, chat, end } = await twoPeople(browser, baseURL, { title: 'Color wheel' });
  await buyer.goto(chat);
  await expect(fieldOf(buyer)).toBeVisible();
  const files = await buyer.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], 'IMG_3578.HEIC'));
      return transfer;
    },
    [...photo.buffer],
  );
  await buyer.dispatchEvent('body', 'drop', { dataTransfer: files });
  const list = buyer.getByRole('list', { name: 'Photos to send' });
  await expect(list.getByText(photo.name)).toBeVisible();
  await buyer.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = logOf(buyer).getByRole('button', { name: /from you$/ });
  await expect(sent.getByRole('img', { includeHidden: true })).toHaveJSProperty('complete', true);
  await end();
});
