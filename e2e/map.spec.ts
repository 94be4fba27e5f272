import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import type { PlacesView } from '@marketplace/shared/listings/views';
import { signIn } from './sign-in.ts';
import { waitForHydration, watchConsole } from './page.ts';

/** This file's county and two towns. No other test posts there. */
const county = 'Greene';
const [town, other] = ['Prattsville', 'Jewett'];

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, `mapper${randomInt(1e9)}@example.com`);
  for (const location of [town, town, other, `${county} County`]) {
    const data = { title: `Something in ${location}`, price: '5', location };
    expect((await page.request.post('/api/listings', { data })).ok()).toBe(true);
  }
  // The server caches the counts for a moment.
  await expect.poll(() => listedIn(page, town)).toBeGreaterThanOrEqual(2);
  await page.close();
});

async function listedIn(page: Page, name: string): Promise<number> {
  const answer = await (await page.request.get('/trpc/listings.places')).json();
  const { towns } = (answer as { result: { data: PlacesView } }).result.data;
  return towns.find((one) => one.name === name)?.count ?? 0;
}

const map = (page: Page) => page.getByRole('navigation', { name: 'Map', exact: true });
const list = (page: Page) => page.getByRole('navigation', { name: 'Places' });

/** Returns the number of listings in a place, according to its link. */
async function countOf(page: Page, place: string): Promise<number> {
  const label = await map(page).getByRole('link', { name: place }).getAttribute('aria-label');
  return Number(/, ([\d,]+) listing/.exec(label ?? '')?.[1]?.replace(',', ''));
}

test('a visitor goes from the listings to a county and then to a town', async ({ page }) => {
  const complaints = watchConsole(page);
  await page.goto('/listings');
  await page.getByRole('link', { name: 'Map', exact: true }).first().click();
  await expect(page).toHaveTitle(/^Map · /);
  await map(page)
    .getByRole('link', { name: new RegExp(`^${county} County, `) })
    .press('Enter');
  await expect(page).toHaveURL(`/map?county=${county}`);
  await expect(page.getByRole('heading', { level: 1, name: `${county} County` })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${county} County · `));
  const count = await countOf(page, `${town}, `);
  expect(count).toBeGreaterThanOrEqual(2);
  // Waits until the circles stop moving: a circle that moves between press and release gets no
  // click.
  await map(page).evaluate((element) =>
    Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  await map(page)
    .getByRole('link', { name: `${town}, ` })
    .click();
  await expect(page).toHaveURL(`/listings?location=${town}`);
  await expect(page.getByText(`Listings in ${town} · ${count}`, { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the link to the map remains while a filter is set', async ({ page }) => {
  await page.goto('/listings?category=books');
  await expect(page.getByRole('link', { name: 'Clear all' })).toBeVisible();
  await page.getByRole('link', { name: 'Map', exact: true }).first().click();
  await expect(page).toHaveURL('/map');
});

test('a county links to all its listings, including those without a town', async ({ page }) => {
  await page.goto(`/map?county=${county}`);
  const count = await countOf(page, `${county} County, `);
  await expect(list(page).getByText(/for the whole county/)).toBeVisible();
  await list(page)
    .getByRole('link', { name: `Show ${count} listings` })
    .click();
  await expect(page).toHaveURL(`/listings?location=${county}+County`);
  await expect(
    page.getByText(`Listings in ${county} County · ${count}`, { exact: true }),
  ).toBeVisible();
  const chosen = page.getByLabel('Location').locator('option:checked');
  await expect(chosen).toHaveText(`${county} County (${count})`);
});

test('hover and focus mark the same place in the list and on the map', async ({ page }) => {
  await page.goto(`/map?county=${county}`);
  const marks = map(page).locator('[data-marked]');
  // Retries, because React may not run yet.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await list(page).getByRole('link', { name: town }).hover();
    await expect(marks).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await page.mouse.move(0, 0);
  await expect(marks).toHaveCount(0);
  await map(page)
    .getByRole('link', { name: `${town}, ` })
    .focus();
  await expect(list(page).locator('[data-marked]')).toHaveText(new RegExp(`^${town}`));
});

test('another county starts at the top of its page, and All counties returns to the region', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/map');
  // Before React runs, a link loads the whole next page, and nothing moves the focus.
  await waitForHydration(page);
  await list(page).getByRole('link', { name: 'Washington County' }).click();
  const title = page.getByRole('heading', { level: 1, name: 'Washington County' });
  await expect(title).toBeInViewport();
  await expect(title).toBeFocused();
  await map(page).getByRole('link', { name: 'All counties' }).click();
  await expect(page).toHaveURL('/map');
  await page.goBack();
  await expect(page).toHaveURL('/map?county=Washington');
});

test('the map and the list work without JavaScript and have a canonical address', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/map?county=${county}`);
  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', new RegExp(`/map\\?county=${county}$`));
  await expect(map(page).getByRole('link', { name: `${other}, ` })).toHaveAttribute(
    'href',
    `/listings?location=${other}`,
  );
  await list(page).getByRole('link', { name: town }).click();
  await expect(page).toHaveURL(`/listings?location=${town}`);
  await page.goto('/map?county=Kings');
  await expect(canonical).toHaveAttribute('href', /\/map$/);
  await context.close();
});

test('the map fits a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/map');
  await expect(map(page).getByText('Albany', { exact: true }).first()).toBeAttached();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});
