import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { CaughtMail } from './mail-catcher.ts';

const mailUrl = `http://127.0.0.1:${process.env.E2E_MAIL_PORT}/`;

/** Waits for the next email to an address, and removes it from the queue. */
export async function nextMail(request: APIRequestContext, to: string): Promise<CaughtMail> {
  const answer = await request.get(mailUrl, { params: { to } });
  expect(answer.ok(), `a mail to ${to} arrives`).toBe(true);
  return (await answer.json()) as CaughtMail;
}

/** Returns the only run of six digits in a sign-in email. */
export function codeIn(mail: CaughtMail): string {
  const [code, ...more] = mail.text.match(/\b\d{6}\b/g) ?? [];
  expect(more).toEqual([]);
  return code ?? '';
}

/** Returns the code from the next sign-in email to an address. Drops other emails before it. */
export async function nextCode(request: APIRequestContext, to: string): Promise<string> {
  for (;;) {
    const mail = await nextMail(request, to);
    if (mail.subject.includes('sign-in code')) return codeIn(mail);
  }
}

/** Signs the page's browser in without a code. Creates the account if there is none. */
export async function signIn(page: Page, email: string): Promise<void> {
  const started = await page.request.post(mailUrl, { params: { to: email } });
  expect(started.ok(), await started.text()).toBe(true);
  const value = (await started.json()) as string;
  const url = `http://localhost:${process.env.E2E_PORT}`;
  await page
    .context()
    .addCookies([{ name: 'session', value, url, httpOnly: true, sameSite: 'Lax' }]);
}

/**
 * Signs in with the code from the email, for tests of sessions and devices. The browser is trusted,
 * its earlier session ends, and admins see a new user.
 */
export async function signInWithCode({ request }: Page, email: string): Promise<void> {
  const sent = await request.post('/api/auth/send-code', { data: { email } });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { token } = (await sent.json()) as { token: string };
  const data = { token, code: await nextCode(request, email) };
  const verified = await request.post('/api/auth/verify', { data });
  expect(verified.ok(), await verified.text()).toBe(true);
}

/** Makes the signed-in user an admin. The server must know their email address (ADMIN_EMAILS). */
export async function becomeAdmin({ request }: Page): Promise<void> {
  expect((await request.post('/api/admin/force-initialize')).ok()).toBe(true);
}

export async function signInAsAdmin(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await becomeAdmin(page);
}

/** Signs in through the form in a dialog. `isNew` is true if this created the account. */
export async function fillSignIn(page: Page, dialog: Locator, email: string) {
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  return enterCode(page, dialog, email);
}

/** Types the code from the email. The sixth digit submits it. */
export async function enterCode(
  page: Page,
  dialog: Locator,
  email: string,
): Promise<{ isNew: boolean }> {
  const field = dialog.getByLabel('Verification code');
  await expect(field).toBeFocused();
  const verified = page.waitForResponse(/\/trpc\/auth\.verify/);
  await field.fill(await nextCode(page.request, email));
  const [answer] = (await (await verified).json()) as [{ result: { data: { isNew: boolean } } }];
  return answer.result.data;
}

/** Signs in through the open dialog 'Sign in to {product}', and skips the question for a name. */
export async function passSignIn(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in to Capital Region Marketplace' });
  const { isNew } = await fillSignIn(page, dialog, email);
  await expect(page.getByText("You've successfully signed in.")).toBeVisible();
  const skip = page.getByRole('button', { name: 'Skip', exact: true });
  if (isNew) await skip.click();
  await expect(skip).toBeHidden();
  await expect(dialog).toBeHidden();
}

/** Signs in like a user, from the header of the open page. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await passSignIn(page, email);
}
