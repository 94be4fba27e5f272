import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { waitForHydration } from './page.ts';
import { signInAsAdmin } from './sign-in.ts';

// e2e/serve.ts stores 20 a day for each metric, half of them in each of two counties.
test('an admin compares periods, weeks and places, and downloads the figures', async ({ page }) => {
  await signInAsAdmin(page, 'roz.admin@example.com');
  await page.goto('/admin?tab=numbers');
  const numbers = page.getByRole('region', { name: 'Numbers' });
  const sold = numbers.getByRole('button', { name: /^Sold/ });
  await expect(sold).toHaveText('Sold600No change');
  await sold.click();
  const weeks = numbers.getByRole('list', { name: 'Sold by week' }).getByRole('listitem');
  await expect(weeks).toHaveCount(5);
  await expect(weeks.first()).toHaveText(/^[A-Z][a-z]{2} \d+: 40$/);
  await weeks.last().hover();
  await expect(numbers.getByText(/^140 in the week of [A-Z][a-z]{2} \d+$/)).toBeVisible();
  await numbers.getByRole('button', { name: 'Show as table' }).click();
  const rows = numbers.getByRole('table', { name: 'Sold by week' }).getByRole('row');
  await expect(rows.nth(1)).toHaveText(/140140$/);
  const counties = numbers.getByRole('table', { name: 'By county' });
  await expect(counties.getByRole('row', { name: /^Albany/ })).toHaveText('Albany30010300300');
  await expect(numbers.getByRole('row', { name: /^Books & Media/ })).toBeVisible();
  const trust = numbers.getByRole('table', { name: 'Trust and safety' });
  await expect(trust.getByRole('row', { name: /^Warnings/ })).toHaveText('Warnings600600No change');
  await checkAccessibility(page, 'the numbers');

  const period = numbers.getByRole('combobox', { name: 'Period' });
  await period.selectOption('Last 90 days');
  await expect(sold).toHaveText('Sold1,800No comparison');
  await period.selectOption('Custom period');
  const day = await numbers.getByLabel('Last day').inputValue();
  await numbers.getByLabel('First day').fill(day);
  await expect(sold).toHaveText('Sold20No change');
  const download = page.waitForEvent('download');
  await numbers.getByRole('link', { name: 'Download CSV' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain('\r\nSold,Albany,10,10\r\n');
  await numbers.getByLabel('Last day').fill('2020-01-01');
  await expect(numbers.getByRole('alert')).toHaveText("The last day can't be before the first.");
});

test('a visitor gets from the guidelines to the figures of whole months', async ({ page }) => {
  await page.goto('/community-guidelines');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'community figures' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community figures');
  const newest = page.getByRole('region').first();
  await expect(newest).toContainText(/^[A-Z][a-z]+ 20\d\dNew listings(5[68]|6[02])0/);
});

test('the figures of months need no JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/community-figures');
  await expect(page.getByRole('region').first()).toContainText('Minutes to decision20');
  await context.close();
});
