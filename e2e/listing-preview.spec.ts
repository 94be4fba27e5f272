import { expect, test } from '@playwright/test';
import { jpegWithGps } from '@marketplace/server/features/media/images.fixtures';
import { openPostDialog, phone, waitForHydration, waitForToast, watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';
import { countTaps } from './touch.ts';

test('a seller adds, changes and removes details', async ({ page }) => {
  await signIn(page, 'form-details@example.com');
  await page.goto('/');
  const dialog = await openPostDialog(page);
  await dialog.getByLabel('Title').fill('Road bicycle');
  await dialog.getByLabel('Description').fill('Color: blue\nRides well.');
  await dialog.getByRole('textbox', { name: 'Price' }).fill('80');
  await dialog.getByRole('combobox', { name: 'Location' }).fill('Troy');
  await dialog.getByRole('button', { name: 'Add a detail' }).click();
  await expect(dialog.getByLabel('Detail 1 name')).toBeFocused();
  await page.keyboard.type('Frame');
  await dialog.getByRole('button', { name: 'Add a value for Frame. (click to go' }).click();
  await expect(dialog.getByLabel('Detail 1 name')).toBeFocused();
  await dialog.getByLabel('Detail 1 value').fill('steel');
  await dialog.getByRole('button', { name: 'Add another' }).click();
  await page.keyboard.type('Age');
  await dialog.getByLabel('Detail 2 value').fill('4 years');
  await dialog.getByRole('button', { name: 'Preview Listing' }).click();
  const preview = dialog.getByRole('article', { name: 'Preview' });
  await expect(preview).toContainText('Color: blue\nRides well.');
  await expect(preview).toContainText('Framesteel');
  await dialog.getByRole('button', { name: 'Publish Listing' }).click();
  await waitForToast(page, 'Your listing has been created successfully!');

  await page.goto('/my-listings');
  await page.getByRole('link', { name: 'Edit Road bicycle' }).click();
  await expect(page.getByLabel('Detail 2 name')).toHaveValue('Age');
  await page.getByRole('button', { name: 'Remove detail 1' }).click();
  await expect(page.getByRole('button', { name: 'Add another' })).toBeFocused();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await waitForToast(page, 'Listing updated successfully');
  await page.getByRole('link', { name: 'Road bicycle', exact: true }).click();
  const details = page.getByRole('region', { name: 'Listing Details' });
  await expect(details).toContainText('Age4 years');
  await expect(details).not.toContainText('Frame');
  await expect(page.getByText('Color: blue')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the forms mark optional fields, and the preview matches the published listing', async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    await signIn(page, 'form-preview@example.com');
    await page.goto('/');
    const dialog = await openPostDialog(page);
    await expect(dialog.getByLabel('Description (optional)')).toBeVisible();
    const needed = dialog.getByRole('combobox', { name: 'Location', exact: true });
    await expect(needed).toHaveAccessibleDescription('Buyers search by town.');
    await expect(dialog.getByRole('button', { name: 'Preview Listing' })).toBeInViewport();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.goto('/edit-listing/new');
    await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toBeVisible();
    await expect(page.getByLabel('Location (optional)')).toHaveAccessibleDescription(
      'Leave empty to list for the whole Capital Region.',
    );
    await page.getByLabel('Title').fill('Cedar chest');
    await page
      .getByLabel('Description')
      .fill('From my\nattic.\n\nColor: red\n\nSize does not matter here.');
    await page.getByRole('textbox', { name: 'Price' }).fill('0');
    await page.getByRole('button', { name: 'Preview Listing' }).click();
    const preview = page.getByRole('article', { name: 'Preview' });
    await expect(preview).toBeInViewport();
    const shown = ['From my attic.', 'Size does not matter here.', 'Colorred', 'Free'];
    for (const text of [...shown, 'Capital Region, NY']) await expect(preview).toContainText(text);
    await page.getByRole('button', { name: 'Edit Listing' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Cedar chest');
    await page.getByRole('button', { name: 'Preview Listing' }).click();
    await page.getByRole('button', { name: 'Publish Listing' }).click();
    await waitForToast(page, 'Listing created successfully');
    await page.getByRole('link', { name: 'Cedar chest', exact: true }).click();
    for (const text of shown) await expect(page.getByRole('main')).toContainText(text);
    expect(complaints).toEqual([]);
  });
});

test("a new listing starts with its seller's town", async ({ page }) => {
  await signIn(page, 'form-town@example.com');
  const changed = await page.request.post('/trpc/account.update', { data: { town: 'troy' } });
  expect(changed.ok(), await changed.text()).toBe(true);
  await page.goto('/');
  const dialog = await openPostDialog(page);
  await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Troy, NY');
  await expect(dialog.getByText('2 required fields')).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use(phone);

  test("a photo becomes a published listing in eight taps, plus two in the phone's file chooser", async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    await signIn(page, 'eight-taps@example.com');
    const taps = await countTaps(page);
    await page.goto('/');
    await waitForHydration(page);

    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('button', { name: 'Post Listing' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Create New Listing' });
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Add photos' }).tap();
    const buffer = await jpegWithGps(1600, 1200);
    await (await chooser).setFiles([{ name: 'chair.jpg', mimeType: 'image/jpeg', buffer }]);
    await expect(dialog.getByRole('img', { name: 'chair.jpg' })).toBeVisible();
    await dialog.getByLabel('Title').tap();
    await page.keyboard.type('Eight tap chair');
    await dialog.getByRole('textbox', { name: 'Price' }).tap();
    await page.keyboard.type('45');
    await dialog.getByRole('combobox', { name: 'Location' }).tap();
    await page.keyboard.type('tr');
    await page.getByRole('option', { name: 'Troy, NY' }).tap();
    await dialog.getByRole('button', { name: 'Preview Listing' }).tap();
    await dialog.getByRole('button', { name: 'Publish Listing' }).tap();
    await waitForToast(page, 'Your listing has been created successfully!');
    expect(taps.count).toBe(8);
    expect(complaints).toEqual([]);
  });
});
