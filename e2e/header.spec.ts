import { expect, type Page, test } from '@playwright/test';
import { waitForHydration, watchConsole } from './page.ts';
import { signIn, signInAsAdmin } from './sign-in.ts';
import { postListings } from './api.ts';

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search the marketplace' });
const buttonOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search' });

test('the slash key focuses the search on any page, but not while typing in a field', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await page.goto('/community-guidelines');
  await waitForHydration(page);
  const field = fieldOf(page);
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('left/right');
  await expect(field).toHaveValue('left/right');
  await page.keyboard.press('Escape');
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue('');

  await page.keyboard.press('/');
  await page.keyboard.type(' oak table ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/listings\?search=oak\+table$/);

  await page.goto('/edit-listing/new');
  await page.getByLabel('Title').press('/');
  await expect(page.getByLabel('Title')).toHaveValue('/');
  expect(complaints).toEqual([]);
});

test('a page with a search field hides the one in the header', async ({ page }) => {
  const seller = 'header-search@example.com';
  await signIn(page, seller);
  const word = `Hatstand${Date.now()}`;
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  await postListings(
    page.request,
    numbers.map((n) => ({
      title: `${word} ${n}`,
      price: String(n),
      location: 'Cohoes',
      category: 'home',
    })),
  );
  await page.goto(`/listings?search=${word}&category=home`);
  await waitForHydration(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  await expect(page.locator('[type="search"]:visible')).toHaveCount(1);
  const own = page.getByRole('combobox', { name: 'Search listings' });
  await page.keyboard.press('/');
  await expect(own).toBeFocused();
  await own.blur();

  // When the page's field scrolls away, the header's appears, with the same words and filters.
  await page.mouse.wheel(0, 800);
  const field = fieldOf(page);
  await expect(field).toBeVisible();
  await expect(field).toHaveValue(word);
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type(`${word} 7`);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`\\?search=${word}\\+7&category=home$`));
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(field).toBeHidden();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'on a phone' : 'on a phone without JavaScript', () => {
    test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled });

    test('a button opens the search field across the header', async ({ page }) => {
      await page.goto('/community-guidelines');
      if (javaScriptEnabled) await waitForHydration(page);
      const field = fieldOf(page);
      await expect(field).toBeHidden();
      await buttonOf(page).click();
      await expect(field).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(field).toBeHidden();

      await buttonOf(page).click();
      if (javaScriptEnabled) await expect(field).toBeFocused();
      await field.fill('lamp');
      await field.press('Enter');
      await expect(page).toHaveURL(/\/listings\?search=lamp$/);
      await expect(field).toBeHidden();
      await expect(page.getByRole('combobox', { name: 'Search listings' })).toHaveValue('lamp');
    });
  });
}

test('administrators have a badge that does not shift the page', async ({ page }) => {
  const title = page.getByRole('heading', { level: 1 });
  const placeOfTitle = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/settings');
    await waitForHydration(page);
    return title.boundingBox();
  };
  await signIn(page, 'not-an-administrator@example.com');
  const places = [await placeOfTitle(390), await placeOfTitle(1440)];
  await page.context().clearCookies();
  await signInAsAdmin(page, 'joe.admin@example.com');
  const badge = page.getByRole('complementary', { name: 'Administrator' });
  const link = badge.getByRole('link', { name: 'Admin Center' });
  for (const [index, width] of [390, 1440].entries()) {
    expect(await placeOfTitle(width)).toEqual(places[index]);
    await expect(badge.getByText("You're signed in as an administrator.")).toBeAttached();
    const box = await link.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(60);
    expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThan(90);
  }
  await link.click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('the header fits a tablet in portrait', async ({ browser, baseURL }) => {
  const viewport = { width: 768, height: 1024 };
  const context = await browser.newContext({ baseURL, viewport, hasTouch: true });
  const page = await context.newPage();
  await signIn(page, 'tablet@example.com');
  await page.goto('/home');
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Post Listing' }),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
  await context.close();
});
