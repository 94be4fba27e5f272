import { type Browser, expect, type Page, test } from '@playwright/test';
import { call, postListings, query } from './api.ts';
import { signIn, signInAsAdmin } from './sign-in.ts';

/** Posts listings as one user, and reports them as another. Returns the id of the last one. */
async function reported(
  browser: Browser,
  baseURL: string | undefined,
  { titles, from = 'keys-seller@example.com' }: { titles: string[]; from?: string },
) {
  const people = await Promise.all(
    [from, 'keys-reporter@example.com'].map(async (email) => {
      const context = await browser.newContext({ baseURL });
      await signIn(await context.newPage(), email);
      return context;
    }),
  );
  const [seller, reporter] = people;
  const drafts = titles.map((title) => ({ title, price: '9', location: 'Troy' }));
  const listings = await postListings(seller!.request, drafts);
  for (const { id } of listings) {
    const report = { targetType: 'listing', targetId: id, reason: 'spam' };
    await call(reporter!.request, 'moderation.report', report);
  }
  await Promise.all(people.map((context) => context.close()));
  return listings.at(-1)?.id;
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
  await reported(browser, baseURL, { titles: [title] });
  await signInAsAdmin(page, 'pam.admin@example.com');
  await page.goto('/admin?tab=reports');
  const queue = page.getByRole('region', { name: 'Moderation queue' });
  await queue.getByLabel('Order').selectOption('Newest first');
  await queue.getByLabel('Order').blur();
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
  await reported(browser, baseURL, { titles: [title] });
  await page.setViewportSize({ width: 1280, height: 600 });
  await signInAsAdmin(page, 'pam.admin@example.com');
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Show charts' }).click();
  const charts = page.getByRole('region', { name: 'Last 30 days' });
  await expect(charts).toBeVisible();
  await page.getByRole('tab', { name: /^Reports/ }).click();
  const queue = page.getByRole('region', { name: 'Moderation queue' });
  await expect(charts).toBeHidden();
  // Other tests have open reports too, and spam comes last.
  await queue.getByLabel('Order').selectOption('Newest first');
  const row = queue.getByRole('button').filter({ hasText: title });
  await expect(row).toBeInViewport();

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

test('keys alone find, select, decide and restore several reports', async ({
  page,
  browser,
  baseURL,
}) => {
  const titles = ['Tin drum', 'Tin kettle', 'Tin lantern'];
  const from = 'keys-many@example.com';
  const listingId = await reported(browser, baseURL, { titles, from });
  await signInAsAdmin(page, 'quin.admin@example.com');
  const { items } = await query<{ items: { id: string; targetId: string }[] }>(
    page.request,
    'admin.reports',
  );
  const found = items.find(({ targetId }) => targetId === listingId);
  await page.goto(`/admin?tab=reports&case=${found?.id}`);
  const queue = page.getByRole('region', { name: 'Moderation queue' });
  const rows = queue.getByRole('list', { name: 'Reports' }).getByRole('listitem');
  const bar = queue.getByRole('group', { name: 'Selected reports' });
  const selected = rows.getByRole('checkbox', { checked: true });

  await queue.getByRole('button', { name: 'Everything about them' }).press('Enter');
  await expect(queue.getByRole('button', { name: /^About / })).toBeVisible();
  await expect(rows).toHaveCount(3);
  const next = async (index: number) => {
    await page.keyboard.press('j');
    await expect(rows.nth(index).getByRole('button')).toHaveAttribute('aria-current', 'true');
  };
  await next(0);
  await page.keyboard.press('x');
  await expect(selected).toHaveCount(1);
  await next(1);
  await next(2);
  await page.keyboard.press('Shift+X');
  await expect(bar.getByText('3 reports selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
  await page.keyboard.press('a');
  await page.keyboard.press('f');
  await expect(bar.getByLabel('Flag: reason')).toBeFocused();
  await page.keyboard.type('A wave of fakes');
  await page.keyboard.press('Enter');
  await expect(bar.getByText('Decided: 3 reports flagged.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Decisions undone')).toBeVisible();
  await expect(rows.filter({ hasText: 'Claimed by you' })).toHaveCount(3);

  await page.keyboard.press('l');
  await expect(queue.getByLabel('Kind')).toBeFocused();
  await queue.getByLabel('Kind').press('Escape');
  await page.keyboard.press('0');
  await expect(queue.getByRole('button', { name: /^About / })).toBeHidden();
  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Select the open report'),
  ).toBeVisible();
});
