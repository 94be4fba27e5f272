import { expect, test } from '@playwright/test';
import { jpegWithGps } from '@marketplace/server/features/media/images.fixtures';
import { openPostDialog } from './page.ts';
import { signIn } from './sign-in.ts';

// Runs only with a language model. See playwright.config.ts.
test(
  'a description is generated from a picture, and failures are reported',
  { tag: '@s3' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'describe@example.com');
    await page.goto('/');
    const dialog = await openPostDialog(page);
    const describe = dialog.getByRole('button', { name: 'AI Description' });

    await describe.click();
    await expect(page.getByText('No Image Available')).toBeVisible();
    await expect(
      page.getByText('Please upload an image first to generate a description'),
    ).toBeVisible();

    const buffer = await jpegWithGps(1600, 1200);
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'chair.jpg', mimeType: 'image/jpeg', buffer });
    await describe.click();
    await expect(page.getByText('Description Generated!')).toBeVisible();
    await expect(
      page.getByText('AI has analyzed your image and generated a description'),
    ).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('A chair.');

    await page.route('**/trpc/listings.describe*', (route) => route.abort());
    await describe.click();
    await expect(page.getByText('Failed to generate description. Please try again.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('A chair.');

    await dialog.getByRole('button', { name: 'Remove photo 1' }).click();
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'torn.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, 100) });
    await describe.click();
    await expect(
      page.getByText('Failed to process image for description generation'),
    ).toBeVisible();
  },
);
