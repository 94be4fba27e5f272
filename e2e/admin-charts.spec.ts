import { expect, type Locator, test } from '@playwright/test';
import { signInAsAdmin } from './sign-in.ts';

test('all charts show the same day, chosen by mouse, tap or arrow key', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, hasTouch: true });
  const page = await context.newPage();
  await signInAsAdmin(page, 'hal.admin@example.com');
  await page.goto('/admin');
  // The browser remembers that the charts are open.
  await expect(page.getByText('Total Users')).toBeVisible();
  await page.getByRole('button', { name: 'Show charts' }).click();
  await page.reload();
  const charts = page.getByRole('region', { name: 'Last 30 days' });
  const sums = charts.getByText(/^[\d,]+ in 30 days$/);
  await expect(sums).toHaveCount(6);
  const days = charts.getByRole('list', { name: 'New users by day' }).getByRole('listitem');
  await expect(days).toHaveCount(30);
  const [today, before] = [days.nth(29), days.nth(28)];
  // The admin of this test signed up today: 'Nov 21: 3'.
  await expect(today).toHaveText(/^[A-Z][a-z]{2} \d+: [1-9]\d*$/);
  // An invalid background color would hide the bar.
  await expect(today.locator('span').first()).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const shown = async (day: Locator) => {
    const name = (await day.innerText()).split(':')[0];
    await expect(charts.getByText(new RegExp(`^[\\d,]+ on ${name}$`))).toHaveCount(6);
  };

  await today.hover();
  await shown(today);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(sums).toHaveCount(6);

  await before.tap();
  await shown(before);
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(sums).toHaveCount(6);

  const slider = charts.getByRole('slider', { name: 'Day' });
  await slider.focus();
  await shown(today);
  await slider.press('ArrowLeft');
  await shown(before);
  await expect(slider).toHaveAttribute('aria-valuetext', /^[A-Z][a-z]{2} \d+: New users \d+, /);
  await context.close();
});
