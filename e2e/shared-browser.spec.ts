import { expect, test } from '@playwright/test';
import { plain } from '@marketplace/server/features/media/images.fixtures';
import { signIn, signInHere, signInWithCode } from './sign-in.ts';
import { fieldOf, logOf, say, twoPeople } from './two-people.ts';
import { uploadPhotos } from './photos.ts';

test('signing out in one tab removes private data from the other tabs', async ({
  context,
  page,
}) => {
  await signIn(page, 'two-tabs@example.com');
  await page.goto('/');
  const tab = await context.newPage();
  await tab.goto('/edit-listing/new');
  await tab.getByLabel('Title').fill('My grandmother’s ring');
  await uploadPhotos(tab, [
    { name: 'ring.png', mimeType: 'image/png', buffer: await plain(40, 40).png().toBuffer() },
  ]);
  await expect(tab.getByRole('img', { name: 'ring.png' })).toBeVisible();
  await page.getByRole('button', { name: /^Account menu for / }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();

  await expect(tab.getByText('Sign in to publish')).toBeVisible();
  await expect(tab.getByLabel('Title')).toHaveValue('');
  await expect(tab.getByRole('img', { name: 'ring.png' })).toBeHidden();
  await tab.reload();
  await expect(tab.getByLabel('Title')).toHaveValue('');
  await expect(tab.getByRole('img', { name: 'ring.png' })).toBeHidden();
});

test('the next user in the same tab sees no data of the previous one', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, end } = await twoPeople(browser, baseURL, { title: 'Shared desk' });
  await say(seller, id, 'Hello');
  // Blocks live events, so that none corrects the page.
  await buyer.routeWebSocket(/\/trpc$/, () => undefined);
  await buyer.goto('/listings');
  const header = buyer.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
  await buyer.getByRole('button', { name: /^Account menu for / }).click();
  await buyer.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(buyer).toHaveURL(/\/$/);

  // Blocks the count, so that the page shows what is in its cache.
  await buyer.route(/unreadCount/, (route) => route.abort());
  await signInHere(buyer, 'next-in-line@example.com');
  await expect(header.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Messages, 1 unread' })).toBeHidden();
  await end(/^Failed to load resource/);
});

test('a tab whose socket reconnects as another user switches to that user', async ({ page }) => {
  await signInWithCode(page, 'slept@example.com');
  const live = Promise.withResolvers<void>();
  page.on('websocket', (socket) => socket.on('framereceived', () => live.resolve()));
  await page.goto('/listings');
  await live.promise;
  // Signs in without notifying this tab, as in another window while the device of this one sleeps.
  await page.context().setOffline(true);
  await signInWithCode(page, 'woke-up@example.com');
  await page.context().setOffline(false);
  const user = await page.request.get('/api/auth/user');
  const { username } = (await user.json()) as { username: string };
  await expect(page.getByRole('button', { name: `Account menu for ${username}` })).toBeVisible();
});

test('the tab title drops the unread count at sign-out', async ({ browser, baseURL }) => {
  const { seller, buyer, id, end } = await twoPeople(browser, baseURL, { title: 'Title page' });
  await say(seller, id, 'Hello');
  await buyer.goto('/listings');
  await expect(buyer).toHaveTitle(/^\(1\) /);
  await buyer.getByRole('button', { name: /^Account menu for / }).click();
  await buyer.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(buyer).toHaveURL(/\/$/);
  await expect(buyer).not.toHaveTitle(/^\(/);
  await end();
});

test('a page that opens after the session ended works and has no private drafts', async ({
  browser,
  baseURL,
}) => {
  const { buyer, chat, end } = await twoPeople(browser, baseURL, { title: 'Lost and found' });
  await buyer.goto(chat);
  await fieldOf(buyer).fill('My door code is 4711');
  await buyer.context().clearCookies();
  await buyer.goto('/listings');
  await expect(buyer.getByRole('link', { name: 'Lost and found' }).first()).toBeVisible();
  await buyer.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await expect(buyer.getByRole('dialog', { name: /^Sign in to / })).toBeVisible();
  expect(await buyer.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('4711');
  // React logs a mismatch if the page differs from what the server rendered.
  await end(/^Failed to load resource/);
});

test('requests during a sign-out do not report an expired session', async ({
  browser,
  baseURL,
}) => {
  const { buyer, id, chat, end } = await twoPeople(browser, baseURL, { title: 'Slow goodbye' });
  await say(buyer, id, 'Goodbye');
  const refused = Promise.withResolvers<void>();
  await buyer.route(/assets\/LandingPage-/, async (route) => {
    await refused.promise;
    await route.continue();
  });
  await buyer.clock.install();
  await buyer.goto(chat);
  await expect(logOf(buyer).getByText('Goodbye')).toBeVisible();
  await buyer.getByRole('button', { name: /^Account menu for / }).click();
  const asked = buyer.waitForResponse(/messaging\.history/);
  await buyer.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await (await asked).finished();
  refused.resolve();
  await expect(buyer.getByText('You have been successfully signed out.')).toBeVisible();
  // An expired session leads to the sign-in after half a second.
  await buyer.clock.runFor(1_000);
  await expect(buyer.getByText('You have been successfully signed out.')).toBeVisible();
  await expect(buyer).toHaveURL(/\/$/);
  await end(/ 401 /);
});
