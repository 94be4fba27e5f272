import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { postListings } from './api.ts';
import { checkAccessibility, checkNarrowWidths } from './accessibility.ts';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

const suffix = randomInt(1e9);
const place = { price: '5', location: 'Whitehall', category: 'furniture' };
const desk = { ...place, title: `Vanishing desk ${suffix}`, description: 'Words to forget' };
const stool = { ...place, title: `Stool beside it ${suffix}` };
const unknown = '/listings/00000000-0000-4000-8000-000000000000';

async function postAndDelete(page: Page): Promise<string> {
  await signIn(page, `missing-${suffix}@example.com`);
  const [listing] = await postListings(page.request, [desk, stool]);
  expect((await page.request.delete(`/api/listings/${listing?.id}`)).ok()).toBe(true);
  return `/listings/${listing?.id}`;
}

test('the page of a deleted listing names it and shows similar listings', async ({
  page,
  browser,
}) => {
  const path = await postAndDelete(page);
  expect((await page.goto(path))?.status()).toBe(410);
  await expect(page).toHaveTitle(
    `${desk.title} – no longer available · Capital Region Marketplace`,
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Listing not found' })).toBeVisible();
  await expect(page.getByText(`“${desk.title}” is no longer available.`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  const similar = page.getByRole('region', { name: 'Similar listings' });
  await expect(similar.getByRole('link', { name: stool.title }).first()).toBeVisible();
  await expect(page.getByText(desk.description)).toHaveCount(0);
  await checkAccessibility(page, 'a deleted listing');
  await checkNarrowWidths(page, 'a deleted listing');

  // A visitor without JavaScript sees the same.
  const context = await browser.newContext({
    baseURL: test.info().project.use.baseURL,
    javaScriptEnabled: false,
  });
  const plain = await context.newPage();
  await plain.goto(path);
  await expect(plain.getByRole('region', { name: 'Similar listings' })).toContainText(stool.title);
  await context.close();

  await similar.getByRole('link', { name: 'See all similar listings' }).click();
  await expect(page).toHaveURL('/listings?category=furniture');
});

test('a listing deleted while its visitor browsed has a title that says so', async ({ page }) => {
  await signIn(page, `missing-browser-${suffix}@example.com`);
  const title = `Vanishing lamp ${suffix}`;
  const [listing] = await postListings(page.request, [{ ...place, title }, stool]);
  // Blocks live updates, so that the list does not learn of the deletion.
  await page.routeWebSocket(/\/trpc$/, () => undefined);
  await page.goto(`/listings?search=${encodeURIComponent(title)}`);
  expect((await page.request.delete(`/api/listings/${listing?.id}`)).ok()).toBe(true);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Listing not found' })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title} – no longer available · `));
  const similar = page.getByRole('region', { name: 'Similar listings' });
  await similar.getByRole('link', { name: stool.title }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: stool.title })).toBeVisible();
});

for (const path of [unknown, '/listings/no-id']) {
  test(`${path} responds with 404 and shows the newest listings`, async ({ page }) => {
    const complaints = watchConsole(page);
    await signIn(page, `missing-unknown-${suffix}@example.com`);
    await postListings(page.request, [stool]);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle('Listing not found · Capital Region Marketplace');
    await expect(page.getByRole('heading', { level: 1, name: 'Listing not found' })).toBeVisible();
    const newest = page.getByRole('region', { name: 'Newest listings' });
    await expect(newest.getByRole('article').first()).toBeVisible();
    await newest.getByRole('link', { name: 'See all newest listings' }).click();
    await expect(page).toHaveURL('/listings');
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
}
