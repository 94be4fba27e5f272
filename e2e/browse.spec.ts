import { randomInt } from 'node:crypto';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { waitForHydration, watchConsole } from './page.ts';
import { tabTo } from './keys.ts';
import { signIn } from './sign-in.ts';

/**
 * A word in every title of these listings and in no other, so that a search for it finds only
 * these.
 */
const word = `Quillwort${letters()}`;
const total = 60;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, `${word.toLowerCase()}@example.com`);
  const numbers = Array.from({ length: total }, (_, index) => index + 1);
  await Promise.all(numbers.map((number) => postListing(page.request, number)));
  await page.close();
});

function letters(): string {
  return Array.from({ length: 6 }, () => String.fromCodePoint(97 + randomInt(26))).join('');
}

/**
 * Posts listing `number`, at that many dollars. Only number 7 is in Troy, and every second listing
 * is furniture.
 */
async function postListing(request: APIRequestContext, number: number): Promise<void> {
  const answer = await request.post('/api/listings', {
    data: {
      title: `${word} ${number}`,
      price: String(number),
      category: number % 2 === 0 ? 'furniture' : 'books',
      condition: number % 3 === 0 ? 'fair' : 'good',
      location: number === 7 ? 'Troy' : 'Hudson',
    },
  });
  expect(answer.ok()).toBe(true);
}

const cards = (page: Page) => page.getByRole('article');
const list = `/listings?search=${word}`;

async function openList(page: Page): Promise<void> {
  await page.goto(list);
  await expect(
    page.getByText(`Listings matching “${word}” · ${total}`, { exact: true }),
  ).toBeVisible();
}

/** Opens the price filter, which is behind a button on a phone. */
async function showPrice(page: Page, phone: boolean): Promise<void> {
  if (phone) await page.getByRole('button', { name: /^Price/ }).click();
  await expect(page.getByLabel('Lowest price')).toBeVisible();
}

for (const phone of [false, true]) {
  test.describe(phone ? 'at 390 px' : 'at 1280 px', () => {
    test.use({ viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 } });

    test('filters are in the address and survive back, forward and reload', async ({ page }) => {
      const complaints = watchConsole(page);
      await openList(page);
      await page.getByLabel('Category').selectOption('furniture');
      await expect(page).toHaveURL(/category=furniture/);
      await expect(
        page.getByText(`Furniture matching “${word}” · 30`, { exact: true }),
      ).toBeVisible();
      await expect(page.getByRole('option', { name: 'Books & Media (30)' })).toBeAttached();

      await showPrice(page, phone);
      await page.getByLabel('Lowest price').fill('$51');
      await page.getByLabel('Lowest price').press('Enter');
      await expect(page).toHaveURL(/minPrice=51/);
      await expect(page.getByText(/, from \$51 · 5$/)).toBeVisible();
      await expect(cards(page)).toHaveCount(5);
      if (phone) {
        await expect(page.getByLabel('Lowest price')).toBeHidden();
        await expect(page.getByRole('button', { name: 'Price: From $51' })).toBeVisible();
      }

      await page.goBack();
      await expect(page).not.toHaveURL(/minPrice/);
      await expect(
        page.getByText(`Furniture matching “${word}” · 30`, { exact: true }),
      ).toBeVisible();
      await page.goForward();
      await expect(cards(page)).toHaveCount(5);
      await page.reload();
      await expect(cards(page)).toHaveCount(5);
      await expect(page.getByLabel('Category')).toHaveValue('furniture');
      await expect(page.locator('[name=minPrice]')).toHaveValue('51');

      await page.getByRole('link', { name: 'Clear all' }).click();
      await expect(page).toHaveURL(/\/listings$/);
      await expect(page.getByRole('combobox', { name: 'Search listings' })).toHaveValue('');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(phone ? 390 : 1280);
      expect(complaints).toEqual([]);
    });
  });
}

for (const width of [390, 1280]) {
  test(`an ambiguous price is refused at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openList(page);
    await showPrice(page, width === 390);
    const lowest = page.getByLabel('Lowest price');
    await lowest.fill('1.200');
    await expect(lowest).toHaveAccessibleDescription('Write a price such as 1200 or 9.50.');
    await expect(page.getByRole('alert')).toBeInViewport();
    await lowest.press('Enter');
    await expect(page.getByRole('alert')).toBeInViewport();
    await lowest.fill('1.200,50');
    await expect(page).toHaveURL(/minPrice=1200\.50/);
    await expect(page.getByRole('alert')).toBeHidden();
    await lowest.blur();
    await expect(lowest).toHaveValue('1200.50');
  });
}

test('a list has the chosen order', async ({ page }) => {
  await openList(page);
  const first = cards(page).first();
  const sort = page.getByLabel('Sort by');
  await sort.selectOption('price-asc');
  await expect(page).toHaveURL(/sort=price-asc/);
  await expect(first).toContainText(`${word} 1`);
  await sort.selectOption('price-desc');
  await expect(first).toContainText(`${word} ${total}`);
  await sort.selectOption('nearest');
  await page.getByLabel('Near', { exact: true }).selectOption('Troy');
  await expect(page).toHaveURL(/sort=nearest&near=Troy/);
  await expect(first).toContainText(`${word} 7`);
  await page.reload();
  await expect(first).toContainText('Troy, NY');
});

test('a listing is found and opened with the keyboard alone', async ({ page }) => {
  await page.goto('/listings');
  await tabTo(page, 'Search listings');
  await page.keyboard.type(`${word} 9`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=Quillwort[a-z]+\+9/);
  await expect(cards(page).first()).toContainText(`${word} 9`);
  await tabTo(page, `${word} 9`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `${word} 9` })).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test(`an empty list links to the results with one filter less, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    baseURL,
    viewport,
  }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport });
    const page = await context.newPage();
    await page.goto(`${list}&category=books&location=Troy&maxPrice=5`);
    const empty = page.getByRole('main');
    await expect(
      empty.getByText('No listings found. Try adjusting your search criteria.'),
    ).toBeVisible();
    await expect(
      empty.getByRole('link', { name: 'Drop “Under $5” · 1 listing', exact: true }),
    ).toBeVisible();
    const anywhere = 'Anywhere in the Capital Region · 3 listings';
    await empty.getByRole('link', { name: anywhere, exact: true }).click();
    await expect(page).not.toHaveURL(/location/);
    await expect(cards(page)).toHaveCount(3);
    await page.goBack();
    await empty.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/listings$/);
    await context.close();
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a list grows while scrolling, and Back returns to the same position', async ({ page }) => {
    await page.goto(list);
    for (const shown of [24, 48, total]) {
      await expect(cards(page)).toHaveCount(shown);
      await cards(page).last().scrollIntoViewIfNeeded();
    }
    const card = cards(page).nth(50);
    await card.scrollIntoViewIfNeeded();
    const title = (await card.getByRole('heading').textContent()) ?? '';
    const place = await page.evaluate(() => window.scrollY);
    const back = async () => {
      await expect(card.getByRole('link', { name: title, exact: true })).toBeInViewport();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
    };

    await card.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await back();

    // Back returns there even after a reload, when the loaded pages are gone.
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.reload();
    await page.goBack();
    await back();
  });

  test('each filter has a chip that removes it, and the line below the title names all filters', async ({
    page,
  }) => {
    await page.goto(`${list}&category=furniture&location=Hudson&minPrice=51`);
    await waitForHydration(page);
    const line = page.getByRole('status').filter({ hasText: /^Furniture matching / });
    await expect(line).toHaveText(`Furniture matching “${word}” in Hudson, from $51 · 5`);
    await expect(page).toHaveTitle(new RegExp(`^Furniture matching “${word}” in Hudson · `));
    const chips = page.getByRole('list', { name: 'Active filters' });
    await chips.getByRole('link', { name: 'Remove From $51' }).click();
    await expect(page).not.toHaveURL(/minPrice/);
    await expect(line).toHaveText(`Furniture matching “${word}” in Hudson · 30`);
    // The chip is gone, but the focus is not lost.
    await expect(line).toBeFocused();
    await chips.getByRole('link', { name: 'Remove Hudson' }).click();
    await chips.getByRole('link', { name: 'Remove Furniture' }).click();
    await expect(page).toHaveURL(list);
    await expect(page.getByText(`Listings matching “${word}” · ${total}`)).toBeVisible();
    await page.goBack();
    await expect(chips.getByRole('link', { name: 'Remove Furniture' })).toBeVisible();
    await chips.getByRole('link', { name: 'Clear all' }).click();
    await expect(page.getByText(/^All listings · /)).toBeVisible();
    await expect(chips).toHaveCount(0);
  });
});

test('what a visitor types and chooses before React runs is applied afterward', async ({
  page,
}) => {
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(list, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Search listings' }).fill(`${word} 9`);
  await page.getByLabel('Sort by').selectOption('price-asc');
  code.resolve();
  await expect(page).toHaveURL(/sort=price-asc/);
  await expect(page).toHaveURL(/search=Quillwort[a-z]+\+9/);
  await expect(cards(page).first()).toContainText(`${word} 9`);
  await expect(page.getByRole('combobox', { name: 'Search listings' })).toHaveValue(`${word} 9`);
  await expect(page.getByLabel('Sort by')).toHaveValue('price-asc');
});

for (const [name, field] of [
  ['Price', 'Highest price'],
  ['Distance', 'Town'],
  ['More filters', 'With photo'],
] as const) {
  test(`a filter opened before React runs stays open and is filled: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(list, { waitUntil: 'commit' });
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const sheet = page.getByRole('group', { name });
    await expect(sheet).toBeVisible();
    code.resolve();
    await waitForHydration(page);
    await expect(sheet.getByLabel(field, { exact: true })).toBeVisible();
  });
}

test('filters, order and clearing work without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(list);
  await page.getByLabel('Category').selectOption('books');
  await page.getByLabel('Sort by').selectOption('price-asc');
  await page.getByLabel('Condition', { exact: true }).selectOption('good');
  await page.getByRole('button', { name: /^Price/ }).click();
  await page.getByLabel('Highest price').fill('9');
  await page.getByRole('button', { name: 'Show listings' }).click();
  await expect(page).toHaveURL(/maxPrice=9/);
  const titles = cards(page).getByRole('heading');
  await expect(titles).toHaveText([`${word} 1`, `${word} 5`, `${word} 7`]);
  await expect(page.getByText(/, good condition · 3$/)).toBeVisible();
  await page.getByRole('link', { name: 'Remove Under $9' }).click();
  await expect(page).not.toHaveURL(/maxPrice/);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/listings$/);
  await context.close();
});

test('typing after Back adds a new history entry', async ({ page }) => {
  await page.goto('/listings');
  await waitForHydration(page);
  const search = page.getByRole('combobox', { name: 'Search listings' });
  await search.pressSequentially('oak');
  await expect(page).toHaveURL(/search=oak/);
  await page.goBack();
  await expect(search).toHaveValue('');
  await search.pressSequentially('elm');
  await expect(page).toHaveURL(/search=elm/);
  await page.goBack();
  await expect(page).toHaveURL(/\/listings$/);
  await expect(search).toHaveValue('');
});
