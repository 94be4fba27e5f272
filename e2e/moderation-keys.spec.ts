import { expect, test } from '@playwright/test';
import { signIn } from './journey.ts';
import { postListings } from './listings.ts';

test('statistics stay out of the way of reports, and keys bring what they open into view', async ({
  page,
  browser,
  baseURL,
}) => {
  const people = await Promise.all(
    ['keys-seller@example.com', 'keys-reporter@example.com'].map(async (email) => {
      const context = await browser.newContext({ baseURL });
      await signIn(await context.newPage(), email);
      return context;
    }),
  );
  const [seller, reporter] = people;
  const title = 'Cracked hand mirror';
  const [listing] = await postListings(seller!.request, [{ title, price: '9', location: 'Troy' }]);
  const report = { targetType: 'listing', targetId: listing?.id, reason: 'spam' };
  const reported = await reporter!.request.post('/trpc/moderation.report', { data: report });
  expect(reported.ok()).toBe(true);
  await Promise.all(people.map((context) => context.close()));

  await page.setViewportSize({ width: 1280, height: 700 });
  await signIn(page, 'hal.admin@example.com');
  expect((await page.request.post('/api/admin/force-initialize')).ok()).toBe(true);
  await page.goto('/admin');
  await expect(page.getByText('Total Users')).toBeVisible();
  await page.getByRole('tab', { name: /^Reports/ }).click();
  const queue = page.getByRole('region', { name: 'Moderation queue' });
  const row = queue.getByRole('button').filter({ hasText: title });
  await expect(row).toBeInViewport();
  await expect(page.getByText('Total Users')).toBeHidden();
  await page.getByRole('button', { name: 'Show statistics' }).click();
  await expect(page.getByText('Total Users')).toBeVisible();

  await row.click();
  const view = queue.getByRole('article', { name: title, exact: true });
  await expect(view).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  const dismiss = view.getByRole('button', { name: /^Dismiss/ });
  await expect(dismiss).not.toBeInViewport();
  await page.keyboard.press('d');
  await expect(view.getByLabel('Dismiss: reason')).toBeFocused();
  await expect(view.getByLabel('Dismiss: reason')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  await page.keyboard.press('k');
  await expect(queue.getByRole('article')).toBeInViewport({ ratio: 0.9 });
});
