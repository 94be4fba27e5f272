import { expect, test } from '@playwright/test';
import { signIn, watchConsole } from './journey.ts';

for (const width of [360, 390, 768, 1280]) {
  test(`every tab fits ${width} px`, async ({ page }) => {
    const complaints = watchConsole(page);
    await signIn(page, 'bob.admin@example.com');
    expect((await page.request.post('/api/admin/force-initialize')).ok()).toBe(true);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin');
    const expectNoSidewaysScroll = async (name: string) => {
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, name).toBeLessThanOrEqual(width);
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
      expect(isCutOff, `columns of ${name} beyond the frame`).toBe(false);
    }
    await page.getByRole('tab', { name: 'Reports' }).click();
    await expect(page.getByRole('tabpanel').getByText('Decided', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll('Reports');
    // What fits beside the menu of a row is in the menu too.
    await page.goto('/admin');
    await page.getByLabel('Search by name or email').fill('bob.admin@example.com');
    await expect(page.getByText('Showing 1 user')).toBeVisible();
    await page.getByRole('button', { name: /^More actions for / }).click();
    await expect(page.getByRole('menuitem', { name: /^Deactivate/ })).toBeInViewport({ ratio: 1 });
    expect(complaints).toEqual([]);
  });
}
