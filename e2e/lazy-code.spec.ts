import { expect, type Page, test } from '@playwright/test';
import { waitForHydration } from './page.ts';

/** Responds to requests for these files with 404, as after a release that removed them. */
const withhold = (page: Page, file: RegExp) =>
  page.route(file, (route) => route.fulfill({ status: 404, body: '' }));

/** Counts how often the page's document is fetched. */
function countDocuments(page: Page): { fetched: number } {
  const documents = { fetched: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.fetched += 1;
  });
  return documents;
}

const mapCode = /\/assets\/MapPage-/;
const openMap = (page: Page) => page.getByRole('link', { name: 'Map' }).first();

test('a page does not change when the code of a hovered link fails to preload', async ({
  page,
}) => {
  await page.goto('/listings');
  const search = page.getByRole('combobox', { name: 'Search listings' });
  await search.fill('oak');
  await expect(page).toHaveURL(/search=oak/);
  const documents = countDocuments(page);
  await withhold(page, mapCode);
  const refused = page.waitForResponse(mapCode);
  await openMap(page).hover();
  await refused;
  await expect(search).toHaveValue('oak');
  expect(documents.fetched).toBe(0);

  await page.unroute(mapCode);
  await openMap(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('map', { ignoreCase: true });
});

test('a page whose code is missing loads once as a document and then shows an error', async ({
  page,
}) => {
  await page.goto('/listings');
  // Before React runs, a link loads a document, which this test does not count.
  await waitForHydration(page);
  const documents = countDocuments(page);
  await withhold(page, mapCode);
  await openMap(page).click();
  await expect(page.getByText("We couldn't show this page")).toBeVisible();
  expect(documents.fetched).toBe(1);

  await page.unroute(mapCode);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('map', { ignoreCase: true });
});

test('a dialog whose code fails to load shows an error and opens on the next try', async ({
  page,
}) => {
  const dialogCode = /\/assets\/SignInDialog-/;
  await page.goto('/');
  await withhold(page, dialogCode);
  const documents = countDocuments(page);
  const button = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
  await button.click();
  await expect(page.getByText("We couldn't load this")).toBeVisible();
  await page.unroute(dialogCode);
  await button.click();
  await expect(page.getByRole('dialog', { name: /^Sign in to / })).toBeVisible();
  expect(documents.fetched).toBe(0);
});
