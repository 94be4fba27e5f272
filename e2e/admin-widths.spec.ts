import { expect, test } from '@playwright/test';
import { watchConsole } from './page.ts';
import { signInAsAdmin } from './sign-in.ts';

test('every admin tab fits phone and desktop widths', async ({ page }) => {
  const complaints = watchConsole(page);
  await signInAsAdmin(page, 'ida.admin@example.com');
  await page.goto('/admin');
  for (const width of [360, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const expectNoSidewaysScroll = async (name: string) => {
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, `${name} at ${width} px`).toBeLessThanOrEqual(width);
    };
    for (const name of ['Users', 'Listings', 'Messages', 'Conversations', 'Audit log']) {
      await page.getByRole('tab', { name }).click();
      await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 0.98 });
      const table = page.getByRole('tabpanel').getByRole('table');
      await expect(table).toHaveAttribute('aria-busy', 'false');
      await expectNoSidewaysScroll(name);
      const isCutOff = await table.evaluate(
        ({ parentElement: frame }) => frame!.scrollWidth > frame!.clientWidth,
      );
      expect(isCutOff, `columns of ${name} beyond the frame at ${width} px`).toBe(false);
    }
    await page.getByRole('tab', { name: 'Reports' }).click();
    await expect(page.getByRole('tabpanel').getByText('Decided', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll('Reports');
    // The menu of a row also contains the actions that have a button next to it.
    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByLabel('Search by name or email').fill('ida.admin@example.com');
    await expect(page.getByText('Showing 1 user')).toBeVisible();
    await page.getByRole('button', { name: /^More actions for / }).click();
    const item = page.getByRole('menuitem', { name: /^Deactivate/ });
    await expect(item).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(item).toBeHidden();
  }
  expect(complaints).toEqual([]);
});
