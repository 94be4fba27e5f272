import { expect, type Page, test } from '@playwright/test';
import { codeOf } from '@marketplace/server/test/app-code';
import { watchConsole } from './page.ts';
import { becomeAdmin, enterCode, signIn, signInWithCode } from './sign-in.ts';

/** Adds an authenticator to the browser that approves everything by itself. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified: boolean) =>
    devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

const security = '/settings#second-factor';

async function addPasskey(page: Page) {
  await page.goto(security);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
}

/** Signs out and opens the sign-in dialog. */
async function openSignIn(page: Page) {
  await page.request.post('/api/auth/signout', { data: { forgetDevice: true } });
  await page.goto('/?signin=1');
  return page.getByRole('dialog', { name: /^Sign in to / });
}

async function passEmail(page: Page, email: string) {
  const dialog = await openSignIn(page);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  return dialog;
}

const isSignedIn = async (page: Page) => (await page.request.get('/api/auth/user')).ok();

/** Sets up an authenticator app on the open settings page. Returns its secret and recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = await page.getByRole('main').locator('code').innerText();
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText(/^That code isn't right/)).toBeVisible();
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const codes = await page.getByLabel('Your recovery codes').getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'Done' }).click();
  return { secret, codes };
}

test('a passkey is added, signs in without an email address, and is removed', async ({ page }) => {
  const complaints = watchConsole(page);
  const email = 'passkey@example.com';
  await addAuthenticator(page);
  await signInWithCode(page, email);
  await addPasskey(page);
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toHaveCount(1);
  await expect(passkeys).toContainText('not used yet');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device already has a passkey')).toBeVisible();

  const dialog = await openSignIn(page);
  await dialog.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(page.getByText("You've successfully signed in.")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await isSignedIn(page)).toBe(true);

  await page.goto(security);
  await expect(passkeys).toContainText('last used on');
  await page.getByRole('button', { name: /^Remove / }).click();
  const question = page.getByRole('dialog', { name: /^Remove / });
  await expect(question).toContainText('your last second factor');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^Removed /)).toBeVisible();
  await expect(passkeys).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeHidden();
  expect(complaints).toEqual([]);
});

test('a passkey is the second factor after a code, and the device can be trusted then', async ({
  page,
}) => {
  const email = 'second.passkey@example.com';
  const setVerified = await addAuthenticator(page);
  await signInWithCode(page, email);
  await addPasskey(page);
  const dialog = await passEmail(page, email);
  await setVerified(false);
  const field = dialog.getByLabel('Verification code');
  await expect(field).toBeFocused();
  const refused = enterCode(page, dialog, email).catch(() => undefined);
  const proceed = dialog.getByRole('button', { name: 'Continue with a passkey' });
  await proceed.click();
  await refused;
  await expect(page.getByText('No passkey used')).toBeVisible();
  expect(await isSignedIn(page)).toBe(false);
  await setVerified(true);
  await proceed.click();
  await expect(page.getByText("You've successfully signed in.")).toBeVisible();
  const sent = await page.request.post('/api/auth/send-code', { data: { email } });
  expect(await sent.json()).toEqual({ isReturningUser: true, token: null });
});

test('a recovery code replaces a lost app at the sign-in, and confirms an act, once each', async ({
  page,
}) => {
  const email = 'lost.app@example.com';
  await signInWithCode(page, email);
  await page.goto(security);
  const { codes } = await setUpApp(page);
  await expect(page.getByText('You have 10 left.')).toBeVisible();
  const dialog = await passEmail(page, email);
  await enterCode(page, dialog, email).catch(() => undefined);
  await expect(dialog.getByLabel('Code from your app')).toBeFocused();
  await dialog.getByLabel('Code from your app').fill('000000');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByText(/^That code isn't right/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(codes[0] ?? '');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText("You've successfully signed in.")).toBeVisible();

  // This browser is trusted now, and a sign-in without a factor has to be confirmed for an act.
  await page.request.post('/api/auth/signout', { data: {} });
  await page.request.post('/api/auth/send-code', { data: { email } });
  await page.goto('/settings?section=data');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" });
  await confirm.getByRole('button', { name: 'Use a recovery code' }).click();
  await confirm.getByLabel('Recovery code').fill(codes[0] ?? '');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirm.getByText(/used before/)).toBeVisible();
  await confirm.getByLabel('Recovery code').fill(codes[1] ?? '');
  const download = page.waitForEvent('download');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  expect((await download).suggestedFilename()).toMatch(/^my-data-.*\.zip$/);
  await expect(confirm).toBeHidden();
});

test('an admin confirms a second factor in each browser before the Admin Center opens', async ({
  page,
  browser,
}) => {
  const email = 'ren.admin@example.com';
  await signIn(page, email);
  await becomeAdmin(page);
  await addAuthenticator(page);
  await addPasskey(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Center' })).toBeVisible();
  const codes = page.getByLabel('Your recovery codes').getByRole('listitem');
  await page.goto(security);
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await expect(codes).toHaveCount(10);
  const [code = ''] = await codes.allInnerTexts();

  const other = await (await browser.newContext()).newPage();
  await signIn(other, email);
  await other.goto('/admin');
  await expect(other.getByRole('heading', { name: "Confirm it's you" })).toBeVisible();
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByLabel('Recovery code').fill(code);
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByRole('heading', { name: 'Admin Center' })).toBeVisible();
  await other.context().close();
});
