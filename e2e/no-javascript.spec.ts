import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { postListings } from './api.ts';
import { signIn } from './sign-in.ts';

test.use({ javaScriptEnabled: false });

const word = `Marlinspike${randomInt(1e9)}`;
const total = 30;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: true });
  await signIn(page, `${word.toLowerCase()}@example.com`);
  const numbers = Array.from({ length: total }, (_, index) => index + 1);
  await postListings(
    page.request,
    numbers.map((number) => ({
      title: `${word} ${number}`,
      description: 'Splices rope.\nMaterial: Steel',
      price: String(number),
      category: number > 2 ? 'sports' : 'books',
      location: 'Hudson',
    })),
  );
  await page.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a visitor searches, filters, goes to the next page and opens a listing', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Browse Marketplace' }).first().click();
    await page.getByRole('combobox', { name: 'Search listings' }).fill(word);
    await page.getByRole('combobox', { name: 'Search listings' }).press('Enter');
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(24);
    // When counting is slower than the list waits for it, a reload shows the total.
    await expect(async () => {
      await page.reload();
      await expect(
        page.getByText(`Listings matching “${word}” · ${total}`, { exact: true }),
      ).toBeVisible({ timeout: 500 });
    }).toPass();

    await page.getByLabel('Category').selectOption('sports');
    await page.getByLabel('Sort by').selectOption('price-asc');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/category=sports/);
    await expect(cards.first()).toContainText(`${word} 3`);

    // A script sets the color scheme, so without scripts the default colors must work.
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).not.toHaveCSS(
      'color',
      'rgb(255, 255, 255)',
    );
    await page.getByRole('link', { name: 'Load more' }).click();
    await expect(page).toHaveURL(/after=/);
    await expect(cards).toHaveCount(4);
    await expect(cards.last()).toContainText(`${word} ${total}`);
    await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to the first page' }).click();
    await expect(page).not.toHaveURL(/after=/);
    await expect(page.getByLabel('Sort by')).toHaveValue('price-asc');

    await page.getByRole('link', { name: `${word} 7`, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${word} 7` })).toBeVisible();
    await expect(page.getByText('$7', { exact: true })).toBeVisible();
    await expect(page.getByText('Splices rope.')).toBeVisible();
    await expect(page.getByText('Steel')).toBeVisible();
    await expect(page.getByText('No reviews yet')).toBeVisible();
    await page.getByRole('link', { name: 'All Listings' }).click();
    await expect(page).toHaveURL(/\/listings$/);
  });
});

test('a visitor can read the policies', async ({ page }) => {
  for (const name of [
    'Privacy Policy',
    'Terms of Service',
    'Community Guidelines',
    'Shipping & Returns',
  ]) {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main')).toHaveText(/[^]{1000}/);
  }
});

test('a page that only the browser renders says that it needs JavaScript', async ({ page }) => {
  await page.goto('/edit-listing/new');
  await expect(page.locator('main noscript p')).toHaveText('This page needs JavaScript.');
});
