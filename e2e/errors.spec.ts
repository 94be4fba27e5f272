import { expect, type Page, test } from '@playwright/test';
import { plain } from '@marketplace/server/features/media/images.fixtures';
import { waitForHydration } from './page.ts';
import { codeIn, nextMail, signIn } from './sign-in.ts';
import { uploadPhotos } from './photos.ts';

/** The URL of a call, and the message when it fails. */
interface Failure {
  url: RegExp;
  failure: string;
}

/** Checks the whole text of the only toast: its title and its message. */
async function expectToast(page: Page, title: string, message = ''): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  await expect(toasts).toHaveText(`${title}${message}`);
}

/** Runs `act` while calls to these URLs fail. */
async function cutOff(page: Page, url: RegExp, act: () => Promise<void>): Promise<void> {
  await page.route(url, (route) => route.abort());
  await act();
  await page.unroute(url);
}

test('signing in and out reports failures, success and an expired session', async ({ page }) => {
  await page.goto('/');
  const signInButton = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
  await signInButton.click();
  const dialog = page.getByRole('dialog', { name: /^Sign in to / });
  const email = 'errors-visitor@example.com';
  await dialog.getByLabel('Email').fill(email);
  const send = dialog.getByRole('button', { name: 'Sign In' });
  await cutOff(page, /auth\.sendCode/, async () => {
    await send.click();
    await expectToast(page, 'Error', 'Failed to send code');
  });
  await send.click();
  await expectToast(
    page,
    'Verification code sent!',
    `Check your email (${email}) for a 6-digit code.`,
  );

  const code = codeIn(await nextMail(page.request, email));
  await cutOff(page, /auth\.verify/, async () => {
    await dialog.getByLabel('Verification code').fill(code);
    await expectToast(page, 'Verification failed', 'Failed to verify code');
  });
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expectToast(
    page,
    'Welcome to Capital Region Marketplace!',
    "You've successfully signed in.",
  );
  await page.getByRole('button', { name: 'Skip', exact: true }).click();

  const menu = page.getByRole('button', { name: /^Account menu for / });
  const signOut = page.getByRole('menuitem', { name: 'Sign out', exact: true });
  await cutOff(page, /auth\.signOut/, async () => {
    await menu.click();
    await signOut.click();
    await expectToast(page, 'Error', 'Failed to sign out. Please try again.');
  });
  await menu.click();
  await signOut.click();
  await expectToast(page, 'Signed out', 'You have been successfully signed out.');

  // After the first sign-in, the browser is trusted.
  await signInButton.click();
  await dialog.getByLabel('Email').fill(email);
  await send.click();
  await expectToast(page, 'Welcome back!', "You've been automatically signed in.");

  // Responds to the login with nothing, so that the page and its toast remain visible.
  await page.route(/\/api\/login/, (route) => route.fulfill({ status: 204 }));
  const login = page.waitForRequest(/\/api\/login\?next=%2Fmy-listings$/);
  await page.context().clearCookies({ name: 'session' });
  await page.goto('/my-listings');
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...');
  await login;
});

test('listing forms keep their content after a failure, and the next try succeeds', async ({
  page,
}) => {
  await signIn(page, 'errors-seller@example.com');
  await page.goto('/edit-listing/new');
  await page.getByLabel('Title').fill('Copper kettle');
  await page.getByLabel('Description').fill('Whistles.');
  await page.getByRole('textbox', { name: 'Price' }).fill('15');
  const address = '**/api/objects/upload';
  await page.route(address, (route) =>
    route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
  );
  await uploadPhotos(page, [
    { name: 'kettle.jpg', mimeType: 'image/jpeg', buffer: await plain(80, 60).jpeg().toBuffer() },
  ]);
  await expectToast(page, 'Upload Error', 'Failed to process uploaded images');
  await page.keyboard.press('Escape');
  const photo = page.getByRole('listitem').filter({ hasText: 'kettle.jpg' });
  await expect(photo).toContainText('Authorization required');

  const publish = page.getByRole('button', { name: 'Publish Listing' });
  const badGateway = { status: 502, contentType: 'text/html', body: '<h1>502</h1>' };
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill(badGateway));
  await publish.click();
  await expectToast(page, 'Upload Error', 'Failed to upload images. Please try again.');
  await expect(photo).toContainText('Upload failed: Bad Gateway');
  await page.unroute(address);
  await cutOff(page, /\/api\/objects\/upload$/, async () => {
    await publish.click();
    await expectToast(page, 'Upload Error', 'Failed to upload images. Please try again.');
  });
  await cutOff(page, /listings\.create/, async () => {
    await publish.click();
    await expectToast(page, 'Error', 'Failed to create listing. Please try again.');
  });
  await publish.click();
  await expectToast(page, 'Success', 'Listing created successfully');

  await page.getByRole('link', { name: 'Edit Copper kettle' }).click();
  await page.getByRole('textbox', { name: 'Price' }).fill('12');
  const save = page.getByRole('button', { name: 'Save changes' });
  await cutOff(page, /listings\.update/, async () => {
    await save.click();
    await expectToast(page, 'Error', 'Failed to update listing. Please try again.');
  });
  await save.click();
  await expectToast(page, 'Success', 'Listing updated successfully');

  await page.getByRole('button', { name: 'More actions for Copper kettle' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  await cutOff(page, /listings\.remove/, async () => {
    await remove.click();
    await expectToast(page, 'Error', 'Failed to delete listing');
  });
  await remove.click();
  await expectToast(page, 'Success', 'Listing deleted successfully');
});

test('a failed admin action is named in the error', async ({ page }) => {
  await signIn(page, 'errors-user@example.com');
  const listing = { title: 'Contested kettle', price: '15', location: 'Troy' };
  expect((await page.request.post('/api/listings', { data: listing })).ok()).toBe(true);
  await page.context().clearCookies();
  await signIn(page, 'eve.admin@example.com');

  await page.goto('/admin/initialize');
  await cutOff(page, /admin\.initialize/, async () => {
    await page.getByRole('button', { name: 'Become Administrator' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to initialize admin access');
  });
  await page.goto('/admin/force-initialize');
  const grant = page.getByRole('button', { name: 'Grant Admin Access' });
  await cutOff(page, /admin\.forceInitialize/, async () => {
    await grant.click();
    const alert = page.getByRole('alert');
    await expect(alert.getByText('Error:', { exact: true })).toBeVisible();
    await expect(alert.getByText('Failed to initialize admin access')).toBeVisible();
  });
  await grant.click();
  await expect(page.getByText('Admin access granted successfully')).toBeVisible();

  await page.getByRole('link', { name: 'Go to Admin Center' }).click();
  const dialog = page.getByRole('dialog');
  /**
   * Chooses an action in a row of the list or in its menu, and confirms it while the server is
   * unreachable.
   */
  const tryIn = async (text: string, button: string, { url, failure }: Failure) => {
    const row = page.getByRole('row').filter({ hasText: text });
    if (button !== 'Flag') await row.getByRole('button', { name: /^More actions for / }).click();
    await row
      .getByRole('button', { name: button })
      .or(page.getByRole('menuitem', { name: button }))
      .click();
    await cutOff(page, url, async () => {
      await dialog.getByRole('button', { name: button }).click();
      await expectToast(page, failure);
    });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  };
  await tryIn('errors-user@example.com', 'Make Admin', {
    url: /admin\.makeAdmin/,
    failure: 'Failed to make user admin.',
  });
  await page.getByRole('tab', { name: 'Listings' }).click();
  await tryIn(listing.title, 'Flag', { url: /admin\.flag/, failure: 'Failed to flag listing.' });
  await tryIn(listing.title, 'Delete', {
    url: /admin\.removeListing/,
    failure: 'Failed to delete listing.',
  });
});

test('a change fails at once when offline, and its dialog can be closed', async ({
  page,
  context,
}) => {
  await signIn(page, 'offline-seller@example.com');
  const data = { title: 'Pine shelf', price: '20', location: 'Troy', category: 'furniture' };
  expect((await page.request.post('/api/listings', { data })).ok()).toBe(true);
  await page.goto('/my-listings');
  await page.getByRole('button', { name: /^More actions for / }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete listing' });
  await expect(dialog).toBeVisible();
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', 'Failed to delete listing');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('every page reports being offline within a second', async ({ page, context }) => {
  const note = page.getByRole('status').filter({ hasText: "You're offline." });
  for (const path of ['/landing', '/listings']) {
    await page.goto(path);
    await waitForHydration(page);
    await expect(note).toBeHidden();
    await context.setOffline(true);
    await expect(note).toBeVisible({ timeout: 1_000 });
    await context.setOffline(false);
    await expect(note).toBeHidden();
  }
});
