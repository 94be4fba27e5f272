import { expect, type Page, test } from '@playwright/test';
import { waitForHydration, watchConsole } from './page.ts';

/** Returns the addresses of the feeds that the page names for feed readers. */
const feedsOf = (page: Page) =>
  page
    .locator('head > link[rel="alternate"][type="application/atom+xml"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('the Feed link follows the filters of a list, in the page and in its head', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await page.goto('/listings?search=desk&sort=price-asc');
  await waitForHydration(page);
  const link = page.getByRole('link', { name: 'Feed' });
  await expect(link).toHaveAttribute('href', '/listings.atom?search=desk');
  expect(await feedsOf(page)).toEqual(['/listings.atom?search=desk']);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('furniture');
  await expect(link).toHaveAttribute('href', '/listings.atom?search=desk&category=furniture');
  expect(await feedsOf(page)).toEqual(['/listings.atom?search=desk&category=furniture']);
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toContain('application/atom+xml');

  await page.getByRole('main').getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page).toHaveURL(/\/map/);
  await expect.poll(() => feedsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
