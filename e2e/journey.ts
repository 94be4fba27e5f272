import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { CaughtMail } from './mail-catcher.ts';

const mailUrl = `http://127.0.0.1:${process.env.E2E_MAIL_PORT}/`;

/** The next mail to an address, which may still be on its way. */
export async function takeMail(request: APIRequestContext, to: string): Promise<CaughtMail> {
  const answer = await request.get(mailUrl, { params: { to } });
  expect(answer.ok(), `a mail to ${to} arrives`).toBe(true);
  return (await answer.json()) as CaughtMail;
}

/** The one run of six digits in a sign-in mail. */
export function codeIn(mail: CaughtMail): string {
  const [code, ...more] = mail.text.match(/\b\d{6}\b/g) ?? [];
  expect(more).toEqual([]);
  return code ?? '';
}

/** The code of the next sign-in mail to an address; other mail before it is taken as well. */
export async function takeCode(request: APIRequestContext, to: string): Promise<string> {
  for (;;) {
    const mail = await takeMail(request, to);
    if (mail.subject.includes('sign-in code')) return codeIn(mail);
  }
}

/** Resolves once React runs the page. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => window.early === null);
}

/** Signs in with the code out of the mail, without a page, which `signInHere` takes seconds to show. */
export async function signIn({ request }: Page, email: string): Promise<void> {
  const sent = await request.post('/api/auth/send-code', { data: { email } });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { token } = (await sent.json()) as { token: string };
  const data = { token, code: await takeCode(request, email) };
  const verified = await request.post('/api/auth/verify', { data });
  expect(verified.ok(), await verified.text()).toBe(true);
}

/** Signs in through the form in a dialog. `isNew`: with an account made just now. */
export async function fillSignIn(page: Page, dialog: Locator, email: string) {
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  return enterCode(page, dialog, email);
}

/** Types the code from the mail, whose sixth digit sends it. */
export async function enterCode(
  page: Page,
  dialog: Locator,
  email: string,
): Promise<{ isNew: boolean }> {
  const field = dialog.getByLabel('Verification code');
  await expect(field).toBeFocused();
  const verified = page.waitForResponse(/\/trpc\/auth\.verify/);
  await field.fill(await takeCode(page.request, email));
  const [answer] = (await (await verified).json()) as [{ result: { data: { isNew: boolean } } }];
  return answer.result.data;
}

/** Signs in through the open dialog 'Sign in to {product}', and tells it no name. */
export async function passSignIn(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in to Capital Region Marketplace' });
  const { isNew } = await fillSignIn(page, dialog, email);
  await expect(page.getByText("You've successfully signed in.")).toBeVisible();
  const skip = page.getByRole('button', { name: 'Skip', exact: true });
  if (isNew) await skip.click();
  await expect(skip).toBeHidden();
  await expect(dialog).toBeHidden();
}

/** Signs in as a person would, from the header of the page that is open. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await passSignIn(page, email);
}

/**
 * Opens the dialog that posts a listing, by the button in the header, on a phone in the bar at the
 * bottom: a page without listings has another one.
 */
export async function openPostDialog(page: Page, name = 'Create New Listing'): Promise<Locator> {
  const frame = page.getByRole('banner').or(page.getByRole('navigation', { name: 'Main' }));
  await frame.getByRole('button', { name: 'Post Listing' }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Fails the test when a page of it wrote a warning or an error to the console. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  // What the browser says where the suite lets no service worker in.
  const blocked = 'Service Worker registration blocked by Playwright';
  page.on('console', (message) => {
    if (!['warning', 'error'].includes(message.type()) || message.text() === blocked) return;
    complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
