import { expect, type Page, test } from '@playwright/test';
import { unsubscribeUrl } from '@marketplace/server/features/notifications/preferences';
import { createSecrets } from '@marketplace/server/platform/secrets';
import { phone, watchConsole } from './page.ts';
import { signIn, signInWithCode } from './sign-in.ts';
import { suiteSecret } from './secret.ts';

const notSaved = "We couldn't save this setting. Please try again.";

const linkTo = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section });
const openSection = (page: Page, name: string) => linkTo(page, name).click();

test('a changed setting persists, and a refused change is reverted', async ({ page }) => {
  const complaints = watchConsole(page);
  await signIn(page, 'settings@example.com');
  await page.goto('/settings?section=privacy');
  const presence = page.getByRole('switch', { name: "Show when I'm active" });
  const mail = page.getByRole('switch', { name: 'Email me about unread messages' });
  await expect(presence).toBeChecked();
  await presence.press('Space');
  await expect(presence).not.toBeChecked();
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible();
  await openSection(page, 'Notifications');
  await expect(mail).toBeChecked();
  await mail.press('Space');
  await expect(mail).not.toBeChecked();
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(mail).not.toBeChecked();
  await openSection(page, 'Blocked people');
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
  await openSection(page, 'Privacy');
  await expect(presence).not.toBeChecked();
  expect(complaints).toEqual([]);

  await page.route('**/trpc/account.update*', (route) => route.abort());
  await presence.press('Space');
  await expect(page.getByRole('alert')).toHaveText(notSaved);
  await expect(presence).not.toBeChecked();
});

test('each section has an address, and Back returns to the previous one', async ({ page }) => {
  await signIn(page, 'sections@example.com');
  await page.goto('/settings');
  await expect(linkTo(page, 'Profile')).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('First name').fill('Ada');
  await openSection(page, 'Devices and sessions');
  await expect(page).toHaveURL('/settings?section=devices');
  await expect(page.getByRole('heading', { name: 'Devices and sessions' })).toBeFocused();
  await expect(page.getByLabel('First name')).toBeHidden();
  await openSection(page, 'Developer');
  await expect(page.getByRole('link', { name: 'API documentation' })).toHaveAttribute(
    'href',
    '/api/docs',
  );
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign out' })).toBeVisible();
  await openSection(page, 'Appearance');
  await page.getByText('Dark', { exact: true }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  // Typed text is still there, and leaving needs a confirmation.
  await openSection(page, 'Profile');
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  const home = page.getByRole('banner').getByRole('link', { name: 'Marketplace', exact: true });
  await home.click();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/section=profile/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await home.click();
  await expect(page).toHaveURL('/listings');
});

test('on a phone, the sections are a list, and each is a page with a link back', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, ...phone });
  const page = await context.newPage();
  await signIn(page, 'sections-phone@example.com');
  await page.goto('/settings');
  const privacy = linkTo(page, 'Privacy');
  await expect(privacy).toBeVisible();
  await expect(page.getByRole('region', { name: 'Profile' })).toBeHidden();
  await privacy.tap();
  await expect(page.getByRole('switch', { name: "Show when I'm active" })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeFocused();
  await expect(privacy).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).tap();
  await expect(privacy).toBeFocused();
  await page.goBack();
  await expect(privacy).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await context.close();
});

test('the settings have one place to sign out, which explains each option', async ({ page }) => {
  const email = 'ways-out@example.com';
  await signInWithCode(page, email);
  await page.goto('/settings?section=devices');
  const out = page.getByRole('region', { name: 'Sign out' });
  await expect(out.getByText(`You're signed in as ${email}.`)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: /sign out/i })).toHaveCount(1);
  await out.getByRole('radio', { name: /^This device, and forget it/ }).check();
  await out.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
  await expect(page).toHaveURL('/');
  const again = await page.request.post('/api/auth/send-code', { data: { email } });
  expect(await again.json()).toMatchObject({ isReturningUser: false });
});

test('a blocked person is in the list and can be unblocked there', async ({
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
  await page.goto('/settings?section=blocked');
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

test('an unsubscribe link takes effect when the button is clicked, not before', async ({
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
  // The visitor's browser is not signed in.
  const context = await browser.newContext({ baseURL });
  const visitor = await context.newPage();
  const complaints = watchConsole(visitor);
  await visitor.goto(unsubscribeUrl(ctx, id));
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(visitor.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  const mail = page.getByRole('switch', { name: 'Email me about unread messages' });
  await page.goto('/settings?section=notifications');
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

test('a refused change does not undo another change made right after it', async ({ page }) => {
  await signIn(page, 'quick-choices@example.com');
  await page.goto('/settings?section=notifications');
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
  await expect(page.getByRole('alert')).toHaveText(notSaved);
  await expect(messages).toBeChecked();
  await expect(reviews).not.toBeChecked();
});
