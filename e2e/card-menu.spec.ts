import { expect, test } from '@playwright/test';
import { postListings } from './api.ts';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

test('a card leaves the list from its menu by keyboard, and Undo brings it back', async ({
  page,
  browser,
}) => {
  const complaints = watchConsole(page);
  const { baseURL } = test.info().project.use;
  const seller = await (await browser.newContext({ baseURL })).newPage();
  await signIn(seller, 'card-menu-seller@example.com');
  await postListings(
    seller.request,
    ['Quartz sundial', 'Quartz birdbath'].map((title) => ({ title, price: '9', location: 'Troy' })),
  );
  await seller.context().close();
  await page.goto('/listings?search=quartz');
  const cards = page.getByRole('main').getByRole('heading', { level: 3 });
  const dots = page.getByRole('button', { name: /^More actions for .*Quartz birdbath/ });
  await expect(cards).toHaveCount(2);
  await expect(dots).toHaveCount(0);
  await signIn(page, 'card-menu-buyer@example.com');
  await page.goto('/listings?search=quartz');
  await expect(cards).toHaveCount(2);
  await dots.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Hide this listing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cards).toHaveText(['Quartz sundial']);
  await expect(page.getByRole('link', { name: 'Quartz sundial' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(2);
  expect(complaints).toEqual([]);
});
