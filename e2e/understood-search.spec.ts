import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { waitForHydration, watchConsole } from './page.ts';
import { postListings } from './api.ts';
import { signIn } from './sign-in.ts';

/** A word in the titles of these listings and in no other, not even one from another run. */
const word = `ottilie${randomUUID().replaceAll(/[^a-f]/g, '')}`;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, `${word}@example.com`);
  const listing = (title: string, price: string) => ({ title, price, location: 'Troy' });
  await postListings(page.request, [
    listing(`${word} couch`, '80'),
    listing(`${word} couch with arms`, '300'),
    listing(`${word} couch of leather`, '50'),
    listing(`${word} sofa`, '90'),
  ]);
  await page.close();
});

const cards = (page: Page) => page.getByRole('article');
const field = (page: Page) => page.getByRole('combobox', { name: 'Search listings' });
const chip = (page: Page, label: string) =>
  page
    .getByRole('list', { name: 'Active filters' })
    .getByRole('link', { name: `Remove ${label}`, exact: true });
const widened = (page: Page) => page.getByRole('status').filter({ hasText: 'results' });
const filtersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const search = (words: string) => `/listings?${new URLSearchParams({ search: words })}`;

test('a search in words becomes filters, each with a chip that removes it', async ({ page }) => {
  const complaints = watchConsole(page);
  const request = `${word} couch under $100 in Troy -leather`;
  await page.goto('/listings');
  await waitForHydration(page);
  await field(page).fill(request);
  await field(page).press('Enter');
  for (const label of [`“${word} couch”`, 'Under $100', 'Troy', 'Without “leather”'])
    await expect(chip(page, label)).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  const line = page.getByRole('status').filter({ hasText: 'matching' });
  const named = `Listings matching “${word} couch” in Troy, under $100, without “leather”`;
  await expect(line).toHaveText(`${named} · 2`);
  await expect(page).toHaveTitle(new RegExp(`^Listings matching “${word} couch” in Troy · `));
  await expect(field(page)).toHaveValue(request);
  await expect(page.getByLabel('Highest price')).toHaveValue('100');
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Troy');

  await chip(page, 'Under $100').press('Enter');
  await expect(cards(page)).toHaveCount(3);
  await expect(line).toBeFocused();
  expect(filtersOf(page)).toEqual({
    search: `${word} couch`,
    location: 'Troy',
    exclude: 'leather',
  });
  await expect(field(page)).toHaveValue(`${word} couch`);
  await page.goBack();
  await expect(field(page)).toHaveValue(request);
  await expect(chip(page, 'Under $100')).toBeVisible();

  await page.getByLabel('Highest price').fill('60');
  await page.getByRole('combobox', { name: 'Location' }).selectOption('');
  await expect(page).toHaveURL(/maxPrice=60/);
  expect(filtersOf(page)).toEqual({
    search: `${word} couch`,
    maxPrice: '60',
    exclude: 'leather',
  });
  await expect(field(page)).toHaveValue(`${word} couch`);
  await page.getByRole('link', { name: 'Include “leather” · 1 listing' }).click();
  await expect(cards(page)).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test('a quoted phrase is a chip, and an empty list offers to drop a recognized filter', async ({
  page,
}) => {
  await page.goto(search(`"couch with arms" ${word} under $5`));
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Drop “Under $5” · 1 listing', exact: true }).click();
  await expect(cards(page)).toHaveCount(1);
  expect(filtersOf(page)).toEqual({ search: `"couch with arms" ${word}` });
  await chip(page, '“couch with arms”').click();
  await expect(cards(page)).toHaveCount(4);
  expect(filtersOf(page)).toEqual({ search: word });
});

for (const javaScriptEnabled of [true, false]) {
  test(`a list names the similar words it found, and a link searches for the exact words, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(search(`${word} couch under $100`));
    await expect(cards(page)).toHaveCount(3);
    await expect(widened(page)).toContainText(/^Also showing results for .*sofa/);
    await widened(page)
      .getByRole('link', { name: `Search only for “${word} couch”` })
      .click();
    await expect(cards(page)).toHaveCount(2);
    await expect(chip(page, `Exactly “${word} couch”`)).toBeVisible();
    expect(filtersOf(page)).toEqual({
      search: `${word} couch`,
      literal: 'true',
      maxPrice: '100',
    });
    await expect(widened(page)).toContainText(`Showing results for exactly “${word} couch”.`);
    await widened(page).getByRole('link', { name: 'Include similar words' }).click();
    await expect(cards(page)).toHaveCount(3);
    expect(filtersOf(page)).toEqual({ search: `${word} couch`, maxPrice: '100' });

    await page.goto(`${search(`${word} settee`)}&literal=true`);
    await page.getByRole('main').getByRole('link', { name: 'Include similar words' }).click();
    await expect(widened(page)).toContainText(/^Showing results for .*sofa/);

    const two = '“(?:gorgeous|roomy)”';
    await page.goto(search(`gorgeous roomy ${word} couch`));
    await expect(widened(page)).toContainText(
      new RegExp(`^No listings have all your words. Showing results without ${two} and ${two}.`),
    );
    await expect(cards(page)).toHaveCount(4);
    await context.close();
  });
}

test('a list can be filtered by used, and a saved search shows that it is exact', async ({
  page,
}) => {
  await signIn(page, `saves.${word}@example.com`);
  await page.goto(`${search(`${word} couch`)}&literal=true`);
  await waitForHydration(page);
  await page.getByRole('combobox', { name: 'Condition' }).selectOption('used');
  await expect(chip(page, 'Used')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Condition' })).toContainText(
    'Used (any condition) (3)',
  );
  await page.getByRole('button', { name: 'Tell me about new ones' }).click();
  await page.getByRole('menuitem', { name: 'Weekly' }).click();
  await expect(page.getByRole('link', { name: 'Search saved · Weekly' })).toBeVisible();
  await page.goto('/searches');
  await expect(
    page.getByRole('link', { name: `Listings matching exactly “${word} couch”, used` }),
  ).toBeVisible();
  const filters = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
  await expect(filters).toHaveText([`Exactly “${word} couch”`, 'Used']);
});
