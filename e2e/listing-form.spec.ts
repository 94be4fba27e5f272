import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { jpegWithGps } from '@marketplace/server/features/media/images.fixtures';
import { openPostDialog, waitForToast, watchConsole } from './page.ts';
import { passSignIn, signIn } from './sign-in.ts';

const outside =
  'Capital Region Marketplace is currently only available in the Capital Region of NY State. Please enter a location within Albany, Schenectady, Troy, Saratoga, or surrounding areas.';

test('a seller writes, previews, edits and publishes a listing in the dialog', async ({ page }) => {
  const complaints = watchConsole(page);
  await signIn(page, 'form-poster@example.com');
  await page.goto('/');
  const dialog = await openPostDialog(page);
  const preview = dialog.getByRole('button', { name: 'Preview Listing' });
  await expect(preview).toBeDisabled();

  await dialog.getByRole('button', { name: 'Title is required (click to go to field)' }).click();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Please fill in the title, price, and location fields.');

  await dialog.getByLabel('Title').fill('Oak writing desk');
  await dialog.getByRole('textbox', { name: 'Price' }).fill('-1');
  await expect(
    dialog.getByText('Price must be a valid positive number', { exact: true }),
  ).toBeVisible();
  const price = dialog.getByRole('textbox', { name: 'Price' });
  await price.fill('1.200');
  await expect(price).toHaveAccessibleDescription(/Did you mean \$1,200\.00 or \$1\.20\?/);
  await price.fill('$ 120,5');
  await price.blur();
  await expect(price).toHaveValue('120.50');
  const location = dialog.getByRole('combobox', { name: 'Location' });
  await location.fill('Saratoga Sprngs');
  await location.blur();
  await expect(dialog.getByText(outside)).toBeVisible();
  await dialog.getByRole('button', { name: 'Saratoga Springs, NY' }).click();
  await expect(dialog.getByText(outside)).toBeHidden();
  await location.fill('tro');
  await expect(page.getByRole('option', { name: 'Troy, NY' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(location).toHaveValue('Troy, NY');
  await expect(page.getByRole('listbox')).toBeHidden();
  await choosePictures(page, 5);
  await expect(dialog.getByText('Ready to preview')).toBeVisible();

  await preview.click();
  await expect(dialog.getByText('+1')).toBeVisible();
  await expect(dialog.getByRole('article').getByRole('img')).toHaveCount(4);
  await expect(dialog.getByText('$120.50')).toBeVisible();
  await expect(dialog.getByText('Troy, NY')).toBeVisible();
  await expect(dialog.getByText('Just now')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Contact Seller' })).toBeDisabled();

  await dialog.getByRole('button', { name: 'Edit Listing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Oak writing desk');
  await expect(price).toHaveValue('120.50');
  await expect(location).toHaveValue('Troy, NY');
  await dialog.getByLabel('Category').selectOption('furniture');
  await dialog.getByRole('checkbox', { name: /^Featured listing/ }).check();
  await preview.click();
  await expect(dialog.getByText('Furniture')).toBeVisible();
  await expect(dialog.getByText('Featured', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish Listing' }).click();
  await waitForToast(page, 'Your listing has been created successfully!');
  await expect(dialog).toBeHidden();

  await page.goto('/my-listings');
  await expect(page.getByRole('link', { name: 'Oak writing desk', exact: true })).toBeVisible();
  const again = await openPostDialog(page);
  await expect(again.getByLabel('Title')).toHaveValue('');
  expect(complaints).toEqual([]);
});

test("a user cannot edit another user's listing or one that does not exist", async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await browser.newContext({ baseURL });
  const id = await listingOf(owner, 'form-owner@example.com');
  await owner.close();
  await signIn(page, 'form-stranger@example.com');
  await page.goto(`/edit-listing/${id}`);
  await waitForToast(page, 'You can only edit your own listings');
  await expect(page).toHaveURL(/\/my-listings$/);
  await page.goto('/edit-listing/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Listing Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to My Listings' }).click();
  await expect(page).toHaveURL(/\/my-listings$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a visitor's draft survives the sign-in and a closed tab, and is gone after the sign-out", async ({
    page,
    context,
  }) => {
    const complaints = watchConsole(page);
    const email = 'form-visitor@example.com';
    await page.goto('/');
    const prompt = await openPostDialog(page, 'Sign in to Create Listing');
    await prompt.getByLabel('Title').fill('Walnut bookshelf');
    await choosePictures(page, 1);
    await prompt.getByRole('button', { name: 'Sign In' }).click();
    const signInDialog = page.getByRole('dialog', { name: /^Sign in to Capital/ });
    await signInDialog.getByRole('button', { name: 'Close' }).click();
    await expect(prompt.getByLabel('Title')).toHaveValue('Walnut bookshelf');
    await prompt.getByRole('button', { name: 'Sign In' }).click();
    await passSignIn(page, email);

    const dialog = page.getByRole('dialog', { name: 'Create New Listing' });
    await expect(dialog.getByLabel('Title')).toHaveValue('Walnut bookshelf');
    await expect(dialog.locator('img[src^="blob:"]')).toHaveCount(1);
    await page.close();
    const later = await context.newPage();
    await later.goto('/');
    const kept = await openPostDialog(later, 'Create New Listing');
    await expect(kept.getByLabel('Title')).toHaveValue('Walnut bookshelf');
    await expect(kept.locator('img[src^="blob:"]')).toHaveCount(1);
    await kept.getByRole('button', { name: 'Cancel' }).click();

    await signOut(later);
    const nobody = await openPostDialog(later, 'Sign in to Create Listing');
    await expect(nobody.getByLabel('Title')).toHaveValue('');
    await expect(nobody.locator('img[src^="blob:"]')).toHaveCount(0);
    expect(complaints).toEqual([]);
  });

  test('the editor reports missing and wrong fields, and creates, edits and deletes a listing', async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    await signIn(page, 'form-editor@example.com');
    await page.goto('/my-listings');
    await expect(page.getByText("You haven't created any listings yet.")).toBeVisible();
    await page.getByRole('link', { name: 'Create Your First Listing' }).click();
    await expect(page.getByRole('heading', { name: 'Create Listing' })).toBeVisible();
    await page.getByRole('button', { name: 'Publish Listing' }).click();
    await waitForToast(page, 'Please fill in all required fields');
    await page.getByLabel('Title').fill('Garden bench');
    await page.getByLabel('Description').fill('Teak, seats two.');
    await page.getByRole('textbox', { name: 'Price' }).fill('60');
    const location = page.getByRole('combobox', { name: 'Location' });
    await location.fill('Boston, MA');
    await page.getByRole('button', { name: 'Publish Listing' }).click();
    await waitForToast(page, 'Invalid Location');
    await location.fill('');
    await page.getByRole('button', { name: 'Publish Listing' }).click();
    await waitForToast(page, 'Listing created successfully');
    await expect(page).toHaveURL(/\/my-listings$/);

    await page.getByRole('link', { name: 'Edit Garden bench' }).click();
    await expect(page.getByRole('heading', { name: 'Edit Listing' })).toBeVisible();
    await page.getByLabel('Title').fill('Teak garden bench');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await waitForToast(page, 'Listing updated successfully');
    await expect(page).toHaveURL(/\/my-listings$/);
    await expect(page.getByRole('link', { name: 'Teak garden bench', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'More actions for Teak garden bench' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete listing' });
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await waitForToast(page, 'Listing deleted successfully');
    await expect(confirm).toBeHidden();
    await expect(page.getByText("You haven't created any listings yet.")).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test('the button for AI descriptions says when the server cannot create them, by keyboard too', async ({
  page,
}) => {
  await page.goto('/edit-listing/new');
  const button = page.getByRole('button', { name: 'AI Description' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(
    /AI descriptions are not configured on this server\./,
  );
  await button.focus();
  await expect(page.getByRole('tooltip')).toHaveText(
    'AI descriptions are not configured on this server.',
  );
});

test('text typed before the location suggestions load stays and gets suggestions', async ({
  page,
}) => {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/LocationAutocomplete-*.js', async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await page.goto('/edit-listing/new');
  const location = page.getByRole('combobox', { name: 'Location' });
  // Scrolls the field away from the buttons fixed to the bottom of the screen.
  await location.evaluate((field) => field.scrollIntoView({ block: 'center' }));
  const standing = await location.boundingBox();
  await location.click();
  await page.keyboard.type('scheectady');
  await page.keyboard.press('Home');
  for (const _ of 'sche') await page.keyboard.press('ArrowRight');
  await asked.promise;
  const suggestion = page.getByRole('option', { name: 'Schenectady, NY' });
  await expect(suggestion).toHaveCount(0);
  released.resolve();
  await expect(suggestion).toBeVisible();
  expect(await location.boundingBox()).toEqual(standing);
  await page.keyboard.type('n');
  await expect(location).toHaveValue('schenectady');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(location).toHaveValue('Schenectady, NY');
});

async function choosePictures(page: Page, count: number): Promise<void> {
  const buffer = await jpegWithGps(640, 480);
  const files = Array.from({ length: count }, (_, index) => ({
    name: `photo-${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
  await page.locator('input[type="file"]').first().setInputFiles(files);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu for / }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
}

async function listingOf(context: BrowserContext, email: string): Promise<string> {
  const page = await context.newPage();
  await signIn(page, email);
  const answer = await page.request.post('/api/listings', {
    data: { title: 'Brass lamp', price: '30', location: 'Albany' },
  });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}
