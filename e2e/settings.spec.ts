import { expect, test } from '@playwright/test';
import { unsubscribeUrl } from '@marketplace/server/features/notifications/preferences';
import { createSecrets } from '@marketplace/server/platform/secrets';
import { signIn, watchConsole } from './journey.ts';
import { suiteSecret } from './secret.ts';

test('what one chooses in the settings stays, and a refused change is taken back', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'settings@example.com');
  await page.goto('/settings');
  const presence = page.getByRole('switch', { name: "Show when I'm active" });
  const mail = page.getByRole('switch', { name: 'Email me about unread messages' });
  for (const choice of [presence, mail]) {
    await expect(choice).toBeChecked();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await choice.press('Space');
    await expect(choice).not.toBeChecked();
    expect((await saved).ok()).toBe(true);
  }
  await page.reload();
  await expect(presence).not.toBeChecked();
  await expect(mail).not.toBeChecked();
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
  expect(complaints).toEqual([]);

  await page.route('**/trpc/account.update*', (route) => route.abort());
  await presence.press('Space');
  await expect(page.getByText("We couldn't save this setting. Please try again.")).toBeVisible();
  await expect(presence).not.toBeChecked();
});

test('whom one blocks is in the list, and unblocked from there', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL });
  const pest = await context.newPage();
  await signIn(pest, 'pest@example.com');
  const { id, username } = (await (await pest.request.get('/api/auth/user')).json()) as {
    id: string;
    username: string;
  };
  await context.close();
  await signIn(page, 'blocker@example.com');
  await page.goto('/settings');
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
  const blocking = await page.request.post('/trpc/messaging.block', { data: { userId: id } });
  expect(blocking.ok()).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: `Unblock ${username}` }).click();
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Blocked people' })).toBeFocused();
  await page.reload();
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
});

test('a link out of a mail ends that mail when the button is pressed, and not before', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'unsubscribe@example.com');
  const answer = await page.request.get('/api/auth/user');
  const { id } = (await answer.json()) as { id: string };
  const ctx = {
    secrets: createSecrets(suiteSecret),
    config: { publicUrl: baseURL ?? '' },
  };
  // In a browser that is not signed in.
  const context = await browser.newContext({ baseURL });
  const visitor = await context.newPage();
  const complaints = watchConsole(visitor);
  await visitor.goto(unsubscribeUrl(ctx, id));
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(visitor.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  const mail = page.getByRole('switch', { name: 'Email me about unread messages' });
  await page.goto('/settings');
  await expect(mail).toBeChecked();
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
  await expect(visitor.getByText('u•••@e•••.com')).toBeVisible();
  await page.reload();
  await expect(mail).not.toBeChecked();
  expect(complaints).toEqual([]);

  await visitor.goto('/unsubscribe?token=cut-off');
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
  await context.close();
});

test('of two quick choices one that is refused does not undo the other', async ({ page }) => {
  await signIn(page, 'quick-choices@example.com');
  await page.goto('/settings');
  const messages = page.getByRole('switch', { name: 'Email me about unread messages' });
  const reviews = page.getByRole('switch', { name: 'Email me about reviews' });
  await expect(reviews).toBeChecked();
  const address = '**/trpc/notifications.updatePreferences*';
  let refuseFirst: () => void = () => undefined;
  const bothChosen = new Promise<void>((resolve) => {
    refuseFirst = resolve;
  });
  await page.route(
    address,
    async (route) => {
      await bothChosen;
      await route.abort();
    },
    { times: 1 },
  );
  await messages.press('Space');
  const saved = page.waitForResponse(/updatePreferences/);
  await reviews.press('Space');
  await expect(reviews).not.toBeChecked();
  refuseFirst();
  expect((await saved).ok()).toBe(true);
  await expect(page.getByText("We couldn't save this setting. Please try again.")).toBeVisible();
  await expect(messages).toBeChecked();
  await expect(reviews).not.toBeChecked();
});
