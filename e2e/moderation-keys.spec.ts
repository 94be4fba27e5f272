import { type Browser, expect, type Page, test } from '@playwright/test';
import { signIn } from './journey.ts';
import { postListings } from './listings.ts';

/** Somebody posts a listing, and somebody else reports it. */
async function reported(browser: Browser, baseURL: string | undefined, title: string) {
  const people = await Promise.all(
    ['keys-seller@example.com', 'keys-reporter@example.com'].map(async (email) => {
      const context = await browser.newContext({ baseURL });
      await signIn(await context.newPage(), email);
      return context;
    }),
  );
  const [seller, reporter] = people;
  const [listing] = await postListings(seller!.request, [{ title, price: '9', location: 'Troy' }]);
  const report = { targetType: 'listing', targetId: listing?.id, reason: 'spam' };
  const answer = await reporter!.request.post('/trpc/moderation.report', { data: report });
  expect(answer.ok()).toBe(true);
  await Promise.all(people.map((context) => context.close()));
}

async function signInAsAdmin(page: Page): Promise<void> {
  await signIn(page, 'hal.admin@example.com');
  expect((await page.request.post('/api/admin/force-initialize')).ok()).toBe(true);
}

test('charts stay out of the way of reports, and keys bring what they open into view', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'Cracked hand mirror';
  await reported(browser, baseURL, title);
  await page.setViewportSize({ width: 1280, height: 600 });
  await signInAsAdmin(page);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Show charts' }).click();
  const charts = page.getByRole('region', { name: 'Last 30 days' });
  await expect(charts).toBeVisible();
  await page.getByRole('tab', { name: /^Reports/ }).click();
  const queue = page.getByRole('region', { name: 'Moderation queue' });
  const row = queue.getByRole('button').filter({ hasText: title });
  await expect(row).toBeInViewport();
  await expect(charts).toBeHidden();

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
