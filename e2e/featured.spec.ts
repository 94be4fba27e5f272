import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './sign-in.ts';
import { watchConsole } from './page.ts';
import { postListings } from './api.ts';

const featuredRow = (page: Page) => page.getByRole('region', { name: 'Featured Listings' });
const suffix = randomInt(1e9);

test.beforeAll(async ({ browser }) => {
  for (const seller of ['one', 'two']) {
    const page = await browser.newPage();
    await signIn(page, `features-${seller}-${suffix}@example.com`);
    const listing = { price: '5', location: 'Troy', isFeatured: true };
    await postListings(page.request, [
      { ...listing, title: `Featured ${seller} A ${suffix}` },
      { ...listing, title: `Featured ${seller} B ${suffix}` },
    ]);
    await page.close();
  }
});

for (const javaScriptEnabled of [true, false]) {
  test(`the featured row is above the newest listings, with one per seller, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled });
    const page = await context.newPage();
    const complaints = watchConsole(page);
    await expect(async () => {
      await page.goto('/listings');
      const row = featuredRow(page);
      await expect(row.getByText('Premium Members', { exact: true })).toBeVisible();
      for (const seller of ['one', 'two']) {
        await expect(
          row
            .getByRole('article')
            .filter({ hasText: new RegExp(`Featured ${seller} . ${suffix}`) }),
        ).toHaveCount(1, { timeout: 1_000 });
      }
    }).toPass();
    const newest = page.getByRole('region', { name: 'Recent Listings' });
    expect((await newest.boundingBox())?.y).toBeGreaterThan(
      (await featuredRow(page).boundingBox())?.y ?? Infinity,
    );

    await featuredRow(page).getByRole('link', { name: 'See all featured listings' }).click();
    await expect(page).toHaveURL('/listings?featured=true');
    await expect(page).toHaveTitle(/^Featured Listings · /);
    for (const name of ['one A', 'one B', 'two A', 'two B']) {
      await expect(page.getByRole('link', { name: `Featured ${name} ${suffix}` })).toBeVisible();
    }
    const badge = page.getByText('Featured', { exact: true });
    await expect(page.getByRole('article').filter({ hasNot: badge })).toHaveCount(0);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL('/listings');
    expect(complaints).toEqual([]);
    await context.close();
  });
}

test('the home page links to all featured listings, and a search hides the row', async ({
  page,
}) => {
  await signIn(page, `features-home-${suffix}@example.com`);
  await page.goto('/home');
  await expect(featuredRow(page).getByRole('article').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Search listings' }).fill('Featured one');
  await expect(page).toHaveURL(/search=Featured/);
  await expect(featuredRow(page)).toBeHidden();
  await page.goBack();
  await featuredRow(page).getByRole('link', { name: 'See all featured listings' }).click();
  await expect(page).toHaveURL('/listings?featured=true');
});

test("a list shows five of a seller's listings in a row, and links to the rest", async ({
  page,
}) => {
  const town = 'Hoosick Falls';
  const complaints = watchConsole(page);
  await signIn(page, `bursts-${suffix}@example.com`);
  const number = (index: number) => ({
    title: `Mug ${index} ${suffix}`,
    price: '3',
    location: town,
  });
  const posted = await postListings(
    page.request,
    Array.from({ length: 8 }, (_, i) => number(i)),
  );
  await page.goto(`/listings?location=${town}`);
  await expect(page.getByText(`Listings in ${town} · 8`, { exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.getByRole('link', { name: '3 more from this seller' }).click();
  await expect(page).toHaveURL(`/users/${posted[0]?.sellerId}`);
  await expect(page.getByRole('article')).toHaveCount(8);
  await page.goto(`/listings?location=${town}&sort=price-asc`);
  await expect(page.getByRole('article')).toHaveCount(8);
  expect(complaints).toEqual([]);
});
