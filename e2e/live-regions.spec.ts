import { jpegWithGps } from '@marketplace/server/features/media/images.fixtures';
import { expect, test } from '@playwright/test';
import { postListings } from './api.ts';
import { waitForHydration } from './page.ts';
import { listen } from './screen-reader.ts';
import { signIn } from './sign-in.ts';
import { choosePhotos, uploadPhotos } from './photos.ts';

const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await jpegWithGps(800, 600),
});

const impostor = { name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('<html>') };

test('screen readers announce photos that are chosen, moved, removed, stored or refused', async ({
  page,
}) => {
  const { hears } = await listen(page);
  await page.goto('/edit-listing/new');
  await waitForHydration(page);
  const files = page.getByRole('main').locator('input[type="file"]');
  await files.setInputFiles([await photo('one.jpg'), await photo('two.jpg')]);
  await hears('2 of 5 photos');
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).press('Enter');
  await hears(/^Photo moved to position 1 of 2/);
  await page.getByRole('button', { name: 'Remove photo 1' }).press('Enter');
  await hears('1 of 5 photos');
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await hears('0 of 5 photos');
  await expect(page.getByRole('button', { name: 'Add photos' })).toBeFocused();
  await files.setInputFiles([impostor, ...Array(5).fill(await photo('many.jpg'))]);
  await hears(/^Too many images/);

  await signIn(page, 'heard-uploads@example.com');
  await page.reload();
  await waitForHydration(page);
  await uploadPhotos(page, [await photo('three.jpg')]);
  await hears(/1 image/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await choosePhotos(page, [impostor]);
  await page.getByRole('button', { name: /^Upload \d/ }).click();
  await hears(/bad\.png/);
});

test('screen readers announce more results, and the first of them gets the focus', async ({
  page,
}) => {
  await signIn(page, 'heard-results@example.com');
  const titles = Array.from({ length: 30 }, (_, n) => `Heard tile ${n}`);
  await postListings(
    page.request,
    titles.map((title) => ({ title, price: '2', location: 'Troy' })),
  );
  const { hears } = await listen(page);
  // The list loads further pages when they are about to scroll into view. The first try fails.
  await page.route(/listings\.list.*cursor/, (route) => route.abort());
  await page.goto('/listings?search=heard+tile');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  const shown = await cards.count();
  const more = page.getByRole('link', { name: 'Load more' });
  await more.scrollIntoViewIfNeeded();
  await hears("We couldn't load more.");
  await more.press('Enter');
  await hears("We couldn't load more.");
  await expect(more).toBeFocused();
  await page.unroute(/listings\.list.*cursor/);
  await page.keyboard.press('Enter');
  await hears('30 shown');
  await expect(cards.nth(shown).getByRole('link').first()).toBeFocused();
});

test('an invalid form focuses the first wrong field, which says what is wrong', async ({
  page,
}) => {
  const { hears } = await listen(page);
  await page.goto('/edit-listing/new');
  await waitForHydration(page);
  const title = page.getByLabel('Title');
  await page.getByRole('textbox', { name: 'Price' }).fill('-1');
  await page.getByRole('textbox', { name: 'Price' }).press('Enter');
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription(/Title is required/);
  await hears(/Please fill in all required fields/);
  await title.fill('Ladder');
  await expect(title).not.toHaveAttribute('aria-invalid', 'true');

  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: /^Sign in to / });
  const email = dialog.getByLabel('Email');
  await email.fill('nobody');
  await email.press('Enter');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/^Enter an address/);
  await email.fill('heard-code@example.com');
  await email.press('Enter');
  const code = dialog.getByLabel('Verification code');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await expect(code).toHaveAccessibleDescription(/incorrect|wrong|invalid|isn't/i);
  await expect(code).toBeFocused();
});
