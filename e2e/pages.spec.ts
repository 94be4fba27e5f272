import { expect, test } from '@playwright/test';
import { postListings } from './api.ts';
import { waitForHydration, watchConsole } from './page.ts';
import { passSignIn } from './sign-in.ts';

test('the copyright line has the years and the operator, even if no operator is configured', async ({
  page,
}) => {
  await page.goto('/privacy-policy');
  const line = `© 2025–${new Date().getFullYear()} Capital Region Marketplace. All rights reserved.`;
  await expect(page.getByRole('contentinfo').getByText(line, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Capital Region Marketplace is a local marketplace/)).toBeVisible();
  await page.goto('/terms-of-service');
  await expect(page.getByText('The operator runs')).toHaveCount(0);
});

test('an unknown address responds with 404 and links to other pages', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse Marketplace' }).click();
  await expect(page).toHaveURL(/\/listings$/);
});

test('a page hydrates without mismatches, even at addresses with extra or malformed parts', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const paths = {
    '/listings?fbclid=1&category=home&utm_source=mail': 'Capital Region Marketplace',
    '/map?gclid=1&county=Albany': 'Albany County',
    '/%': 'Page Not Found',
    '/listings/%E0%A4%A': 'Listing not found',
    '/listings/%41': 'Listing not found',
    '/users/%E0%A4%A': 'User not found',
    '//': 'Good things, from people nearby.',
  };
  for (const [path, heading] of Object.entries(paths)) {
    await page.goto(path.startsWith('//') ? new URL(page.url()).origin + path : path);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    // React reports when the page differs from what the server rendered.
    const mismatches = complaints.filter((complaint) => complaint.includes('React'));
    expect([path, mismatches]).toEqual([path, []]);
  }
});

test('public pages are complete without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/listings');
  await expect(page.getByRole('heading', { name: 'Capital Region Marketplace' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search listings' }).fill('nothing of the kind');
  await page.getByRole('combobox', { name: 'Search listings' }).press('Enter');
  await expect(page).toHaveURL(/search=nothing/);
  await expect(
    page.getByText('No listings found. Try adjusting your search criteria.'),
  ).toBeVisible();
  await page.goto('/shipping-policy');
  await expect(page.getByText('$9.95').first()).toBeVisible();
  await context.close();
});

test('the theme follows the system until the user chooses one, which then applies from the first paint', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const html = page.locator('html');
  const bars = page.locator('meta[name="theme-color"]').first();
  const theme = page.getByRole('group', { name: 'Theme' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/terms-of-service');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await theme.getByRole('radio', { name: 'Dark' }).check();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(bars).toHaveAttribute('content', '#1c1917');
  expect(complaints).toEqual([]);

  // The page's code never loads, so the page stays as first painted.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/shipping-policy');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(bars).toHaveAttribute('content', '#1c1917');
  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await theme.getByRole('radio', { name: 'System' }).check();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('on a phone, a bottom bar links to other pages, covers nothing, and is hidden in a chat', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/privacy-policy');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const end = await page.getByRole('group', { name: 'Theme' }).boundingBox();
  const top = (await bar.boundingBox())?.y ?? 0;
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top);

  await bar.getByRole('link', { name: 'Browse' }).click();
  await expect(page).toHaveURL('/listings');
  await bar.getByRole('button', { name: 'Post Listing' }).click();
  const posting = page.getByRole('dialog', { name: 'Sign in to Create Listing' });
  await posting.getByRole('button', { name: 'Close' }).click();
  await expect(posting).toBeHidden();

  const email = 'bottom-bar@example.com';
  await bar.getByRole('button', { name: 'Messages' }).click();
  await passSignIn(page, email);
  await expect(page).toHaveURL('/messages');
  await bar.getByRole('button', { name: /^Account menu for / }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(bar).toBeVisible();
  const stool = { title: 'Bar stool', price: '12', location: 'Troy' };
  const [listing] = await postListings(page.request, [stool]);
  await page.goto(`/listings/${listing?.id}`);
  await expect(bar.getByRole('link', { name: /^Messages/ })).toBeVisible();
  const edit = await page.getByRole('link', { name: 'Edit Listing' }).boundingBox();
  expect((edit?.y ?? 0) + (edit?.height ?? 0)).toBeLessThanOrEqual(top);
  await page.goto('/messages?c=00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('main')).toBeVisible();
  await expect(bar).toBeHidden();
});
