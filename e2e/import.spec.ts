import { expect, type Page, test } from '@playwright/test';
import { postListings } from './api.ts';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import and export' });

async function openImport(page: Page, email: string) {
  await signIn(page, email);
  await page.goto('/my-listings');
  await page.getByRole('button', { name: 'Import and export' }).press('Enter');
  await expect(dialogOf(page)).toBeVisible();
}

const choose = (page: Page, text: string, name = 'listings.csv') =>
  dialogOf(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const header = 'id,title,price,location';

test('a seller previews a file row by row, and imports what is right', async ({ page }) => {
  const complaints = watchConsole(page);
  await signIn(page, 'import-seller@example.com');
  const [bench] = await postListings(page.request, [
    { title: 'Maple bench', price: '45', location: 'Troy' },
  ]);
  await page.goto('/my-listings');
  await page.getByRole('button', { name: 'Import and export' }).press('Enter');
  const dialog = dialogOf(page);
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });

  await choose(
    page,
    `${header}\n${bench?.id},Maple bench,40,Troy\n,Desk,95,Troy\n,Lamp,1.200,Troy`,
  );
  await expect(dialog.getByRole('heading', { name: 'listings.csv' })).toBeFocused();
  await expect(row('Maple bench')).toHaveText(/2.*\$40.*Changed/);
  await expect(row('Desk')).toHaveText(/3.*\$95.*New/);
  await expect(row('Lamp')).toHaveText(/4.*1\.200.*Can't import/);
  await expect(dialog.getByText('Did you mean $1,200.00 or $1.20?')).toBeVisible();
  await dialog.getByRole('button', { name: "Can't import 1" }).click();
  await expect(row('Desk')).toHaveCount(0);
  const list = page.getByRole('region', { name: 'Listings', includeHidden: true });
  await expect(list).not.toContainText('Desk');

  await dialog.getByRole('button', { name: 'Import 2 listings' }).click();
  await expect(dialog.getByRole('heading', { name: '1 posted, 1 changed, 1 not' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import and export' })).toBeFocused();
  await expect(list).toContainText('Desk');
  await expect(list).toContainText('$40');
  expect(complaints).toEqual([]);
});

test('an export imports without a change', async ({ page }) => {
  await openImport(page, 'import-again@example.com');
  await postListings(page.request, [{ title: '=Café "table"', price: '5', location: 'Troy' }]);
  const dialog = dialogOf(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-listings-.*\.csv$/);
  await dialog.locator('input[type=file]').setInputFiles(await download.path());
  await expect(dialog.getByRole('row').filter({ hasText: '=Café' })).toContainText('No change');
  await expect(dialog.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
});

test('a refused file says why, and a dropped one replaces it', async ({ page }) => {
  await openImport(page, 'import-drop@example.com');
  const dialog = dialogOf(page);
  await choose(page, 'title,cost\nLamp,5\n');
  await expect(dialog.getByRole('alert')).toHaveText('The column “price” is missing.');
  await choose(page, 'x'.repeat(2 * 1024 * 1024 + 1), 'long.csv');
  await expect(dialog.getByRole('alert')).toHaveText('long.csv is larger than 2 MB.');
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.csv'));
    return transfer;
  }, `${header}\n,Lamp,5,Troy\n`);
  await dialog.getByText('or drop one here').dispatchEvent('drop', { dataTransfer: data });
  await expect(dialog.getByRole('heading', { name: 'dropped.csv' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import 1 listing' })).toBeEnabled();
});

test('an interrupted import goes on where it stopped, and behind a closed dialog', async ({
  page,
}) => {
  await openImport(page, 'import-offline@example.com');
  const dialog = dialogOf(page);
  const rows = Array.from({ length: 30 }, (_, index) => `,Poster ${index},5,Troy`);
  await choose(page, [header, ...rows].join('\n'));
  const importing = dialog.getByRole('button', { name: 'Import 30 listings' });
  await page.route(/import\?from=26/, (route) => route.abort());
  await importing.click();
  await expect(dialog.getByRole('alert')).toContainText("We couldn't reach the server.");
  await page.unroute(/import\?from=26/);
  const released = Promise.withResolvers<void>();
  await page.route(/import\?from=26/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  released.resolve();
  await page.getByRole('button', { name: 'Import and export' }).click();
  await expect(dialog.getByRole('heading', { name: '30 posted' })).toBeVisible();
  const answer = await page.request.get('/api/listings/export.csv');
  expect((await answer.text()).trim().split('\r\n')).toHaveLength(31);
});
