import { randomUUID } from 'node:crypto';
import { devices, expect, type Locator, test } from '@playwright/test';
import { waitForHydration, watchConsole } from './page.ts';
import { postListings } from './api.ts';
import { signIn } from './sign-in.ts';

/** A word in the title of this listing and in no other, not even one from another run. */
const word = `spinet${randomUUID().replaceAll(/[^a-f]/g, '')}`;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, 'suggestions@example.com');
  const spinet = { title: word, price: '7', category: 'books', location: 'Troy' };
  await postListings(page.request, [spinet]);
  await page.close();
});

for (const touch of [false, true]) {
  test.describe(touch ? 'by touch on a phone' : 'by keys', () => {
    const { viewport, hasTouch, isMobile } = devices['Pixel 7'];
    if (touch) test.use({ viewport, hasTouch, isMobile });

    test('a search can be completed, narrowed to a price range, repeated and deleted', async ({
      page,
    }) => {
      const complaints = watchConsole(page);
      const card = page.getByRole('article').filter({ hasText: word });
      const field = page.getByRole('combobox', { name: 'Search listings' });
      const enter = () => (touch ? field.tap() : field.focus());
      /** Chooses an entry of the list below the field, `steps` rows down. */
      const choose = async (entry: Locator, steps: number) => {
        await expect(entry).toBeVisible();
        if (touch) return entry.tap();
        for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
        await expect(entry).toHaveAttribute('aria-selected', 'true');
        return page.keyboard.press('Enter');
      };
      const chooseBand = (name: string) => {
        const band = page.getByRole('list', { name: 'Price ranges' }).getByRole('link', { name });
        return touch ? band.tap() : band.press('Enter');
      };

      await page.goto('/listings');
      await waitForHydration(page);
      await enter();
      await page.keyboard.type(`${word} tro`);
      const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
      await choose(suggestions.getByRole('option', { name: `${word} in Troy` }), 1);
      await expect(page).toHaveURL(new RegExp(`search=${word}&location=Troy`));
      await expect(suggestions).toBeHidden();
      await expect(card).toBeVisible();

      if (touch) await page.getByRole('button', { name: /^Price/ }).tap();
      else await page.getByLabel('Lowest price').focus();
      await chooseBand('Under $20 1');
      await expect(page).toHaveURL(/maxPrice=20/);
      await chooseBand('From $250 0');
      if (touch) await page.getByRole('button', { name: 'Show 0 listings' }).tap();
      await expect(card).toBeHidden();
      const drop = page.getByRole('link', { name: 'Drop “From $250” · 1 listing' });
      await (touch ? drop.tap() : drop.press('Enter'));
      await expect(card).toBeVisible();

      const recent = page.getByRole('grid', { name: 'Recent searches' });
      await field.fill('');
      await expect(page).not.toHaveURL(/search=/);
      await choose(recent.getByRole('gridcell', { name: word, exact: true }), 1);
      // The address changes before the page and the search field do.
      await expect(page.getByRole('link', { name: `Remove “${word}”` })).toBeVisible();
      await expect(field).toHaveValue(word);
      await field.fill('');
      await choose(recent.getByRole('gridcell', { name: 'Clear recent searches' }), 2);
      await expect(recent).toBeHidden();
      await field.blur();
      await enter();
      await expect(recent).toBeHidden();
      expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(page.viewportSize()?.width);
      expect(complaints).toEqual([]);
    });
  });
}
