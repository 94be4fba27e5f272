import { expect, test } from '@playwright/test';
import { watchConsole } from './journey.ts';

const publicPages = [
  ['/', /./],
  ['/landing', /./],
  ['/listings', 'Capital Region Marketplace'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/community-guidelines', 'Community Guidelines'],
  ['/shipping-policy', 'Shipping & Returns'],
  ['/edit-listing/new', /./],
] as const;

for (const [path, heading] of publicPages) {
  test(`${path} shows without complaint and fits a narrow phone`, async ({ page }) => {
    const complaints = watchConsole(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    expect(complaints).toEqual([]);
  });
}

test('an unknown address answers 404 with ways to go on', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse Marketplace' }).click();
  await expect(page).toHaveURL(/\/listings$/);
});

test('a listing that is not there answers 404', async ({ page }) => {
  const answer = await page.goto('/listings/00000000-0000-4000-8000-000000000000');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Listing not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
});

test('public pages are whole without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/listings');
  await expect(page.getByRole('heading', { name: 'Capital Region Marketplace' })).toBeVisible();
  await page.getByRole('searchbox').fill('nothing of the kind');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/search=nothing/);
  await expect(
    page.getByText('No listings found. Try adjusting your search criteria.'),
  ).toBeVisible();
  await page.goto('/shipping-policy');
  await expect(page.getByText('$9.95').first()).toBeVisible();
  await context.close();
});
