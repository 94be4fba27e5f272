import { type Browser, expect, type Page, test } from '@playwright/test';
import { postListings } from './api.ts';
import { signIn, signInAsAdmin } from './sign-in.ts';

/** Posts a listing as one user, and reports it as another. */
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

/** Counts every key press in the page, including modifiers. */
async function countKeys(page: Page) {
  await page.evaluate(() => {
    const counted = window as unknown as { keys: number };
    counted.keys = 0;
    window.addEventListener('keydown', () => (counted.keys += 1), { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { keys: number }).keys);
}

test('three keys decide a new report, and one key undoes the decision', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'Bent tin whistle';
  await reported(browser, baseURL, title);
  await signInAsAdmin(page, 'pam.admin@example.com');
  await page.goto('/admin?tab=reports');
  const queue = page.getByRole('region', { name: 'Moderation queue' });
  await expect(
    queue.getByRole('list', { name: 'Reports' }).getByRole('button').first(),
  ).toContainText(title);
  const keys = await countKeys(page);
  const view = queue.getByRole('article', { name: title, exact: true });
  await page.keyboard.press('j');
  await expect(view).toBeVisible();
  await page.keyboard.press('f');
  await expect(view.getByLabel('Flag: reason')).toHaveValue('Policy violation');
  await page.keyboard.press('Enter');
  await expect(view.getByText('Decided: flagged.')).toBeVisible();
  expect(await keys()).toBeLessThanOrEqual(3);

  await page.keyboard.press('u');
  await expect(view.getByText('Claimed by you')).toBeVisible();
  await page.keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Confirm the decision')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('d');
  await expect(view.getByLabel('Dismiss: reason')).toHaveValue('No rules broken');
  await page.keyboard.press('Enter');
  await expect(view.getByText('Decided: dismissed.')).toBeVisible();
});

test('charts are hidden next to reports, and keys scroll what they open into view', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'Cracked hand mirror';
  await reported(browser, baseURL, title);
  await page.setViewportSize({ width: 1280, height: 600 });
  await signInAsAdmin(page, 'pam.admin@example.com');
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
