import { expect, type Request, test } from '@playwright/test';
import { waitForHydration, watchConsole } from './page.ts';
import { codeIn, nextCode, nextMail, signIn, signInHere } from './sign-in.ts';

test('a private page requires a sign-in, which returns to the page', async ({ page }) => {
  await page.goto('/my-listings');
  await expect(page).toHaveURL(/\/\?signin=1&next=%2Fmy-listings$/);
  const dialog = page.getByRole('dialog', { name: /^Sign in to / });
  await dialog.getByLabel('Email').fill('not an address');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await dialog.getByLabel('Email').fill('nobody@localhost');
  await expect(page.getByText('Please enter a valid email address.')).toBeHidden({
    timeout: 10_000,
  });
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid email', { exact: true })).toBeVisible();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();

  // The longest possible part before the @ sign.
  const address = 'private.address.that.is.as.long.as.one.may.be.before.its.sign.64@example.com';
  await dialog.getByLabel('Email').fill(address);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(
    page.getByText(
      'Check your email (private.address.that.is.as.long.as.one.may.be.before.its.sign.64@example.com) for a 6-digit code.',
    ),
  ).toBeVisible();
  const cutOff = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cutOff).toBe(0);
  const mail = await nextMail(page.request, address);
  const code = codeIn(mail);
  expect(mail.html).toContain(code);

  const field = dialog.getByLabel('Verification code');
  await expect(field).toHaveAccessibleDescription("You'll be signed in on the sixth digit.");
  await field.fill('12 34');
  await expect(field).toHaveValue('1234');
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled();
  await field.press('Enter');
  await expect(page.getByText('Invalid code', { exact: true })).toBeVisible();
  await expect(page.getByText('Please enter the 6-digit verification code.')).toBeVisible();
  await expect(field).toHaveAccessibleDescription('Enter all six digits.');
  await field.fill(code);
  await expect(page).toHaveURL(/\/my-listings$/);
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect(page.getByText("You haven't created any listings yet.")).toBeVisible();
});

test('a user can type over a wrong code, paste a code with spaces, and gives a name only once', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = 'all-thumbs@example.com';
  await page.goto('/');
  const open = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: /^Sign in to / });
  await dialog.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const field = dialog.getByLabel('Verification code');
  await expect(field).toBeFocused();
  const code = await nextCode(page.request, email);
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await expect(page.getByText('Verification failed')).toBeVisible();
  await expect(field).toHaveAccessibleDescription("That code isn't right. You have 4 tries left.");
  await expect(field).toBeFocused();
  await page.keyboard.type('1');
  await expect(field).toHaveValue('1');
  await expect(field).toHaveAccessibleDescription("You'll be signed in on the sixth digit.");

  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  const next = await nextCode(page.request, email);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `  ${next.slice(0, 3)} ${next.slice(3)}`,
  );
  await page.keyboard.press('Control+V');
  await expect(page.getByText("You've successfully signed in.")).toBeVisible();

  const introduction = page.getByRole('dialog', { name: 'What should neighbors call you?' });
  await expect(introduction.getByLabel('First name')).toBeFocused();
  // The page behind the dialog is the signed-in home page.
  await expect(page.getByText('Find something nearby')).toBeVisible();
  await page.keyboard.type('Robin');
  const town = introduction.getByRole('combobox', { name: 'Town' });
  await town.fill('Boston');
  await town.press('Enter');
  await expect(town).toHaveAccessibleDescription(/only available in the Capital Region/);
  await town.fill('schenec');
  await page.getByRole('option', { name: 'Schenectady, NY', exact: true }).click();
  await introduction.getByRole('button', { name: 'Save' }).click();
  await expect(introduction).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account menu for Robin' }).first()).toBeVisible();
  const user = await page.request.get('/api/auth/user');
  expect(await user.json()).toMatchObject({ firstName: 'Robin', town: 'Schenectady, NY' });

  await context.clearCookies();
  await page.goto('/');
  await signInHere(page, email);
  await expect(introduction).toHaveCount(0);
});

test('a trusted device needs no code, but a forgotten one does', async ({ page, context }) => {
  const complaints = watchConsole(page);
  await page.goto('/');
  await signInHere(page, 'trusted@example.com');
  await page.getByRole('button', { name: /^Account menu for / }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();

  const enter = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    const dialog = page.getByRole('dialog', { name: /^Sign in to / });
    await dialog.getByLabel('Email').fill('Trusted@Example.com');
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    return dialog;
  };
  await enter();
  await expect(page.getByText("You've been automatically signed in.")).toBeVisible();

  await page.getByRole('button', { name: /^Account menu for / }).click();
  await page.getByRole('menuitem', { name: 'Sign out and forget this device' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('device');
  const dialog = await enter();
  await expect(dialog.getByLabel('Verification code')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use Different Email' }).click();
  await expect(dialog.getByLabel('Email')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a sign-out with requests in progress does not report an expired session', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'in-a-hurry@example.com');
  const signedOut = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const isOver = (request: Request) => request.url().includes('unreadCount') && over.resolve();
  page.on('requestfinished', isOver);
  page.on('requestfailed', isOver);
  // The server gets this request after the sign-out, and the page gets the sign-out's response even
  // later.
  await page.route(/unreadCount/, async (route) => {
    await signedOut.promise;
    await route.continue();
  });
  await page.route('**/trpc/auth.signOut*', async (route) => {
    const response = await route.fetch();
    signedOut.resolve();
    await over.promise;
    await route.fulfill({ response });
  });
  await page.goto('/settings');
  await page.getByRole('button', { name: /^Account menu for / }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
  await expect(page.getByText('You are logged out. Logging in again...')).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  // The browser logs the 401 of a request that was batched with others and so was not canceled.
  const late = /^Failed to load resource: .* 401 /;
  expect(complaints.filter((one) => !late.test(one))).toEqual([]);
});

test('a button clicked before React runs takes effect afterward', async ({ page }) => {
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: /^Sign in to / });
  await expect(dialog).toHaveCount(0);
  code.resolve();
  await expect(dialog).toBeVisible();
});

test('a page reloads when a busy server refused its scripts', async ({ page }) => {
  let refused = 0;
  // The first script imports this one, so without it none runs.
  await page.route(/\/assets\/vendor-.*\.js$/, (route) =>
    refused++ < 2 ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.goto('/');
  await waitForHydration(page);
  expect(refused).toBeGreaterThan(2);
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog', { name: /^Sign in to / })).toBeVisible();
});

test('a page starts React even if it is never painted', async ({ page }) => {
  await page.addInitScript(() => {
    const paint = window.requestAnimationFrame;
    // The first frame callback is never called. Later ones are.
    window.requestAnimationFrame = () => {
      window.requestAnimationFrame = paint;
      return 0;
    };
  });
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog', { name: /^Sign in to / })).toBeVisible();
});
