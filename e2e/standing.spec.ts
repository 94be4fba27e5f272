import { type APIRequestContext, expect, test } from '@playwright/test';
import { newPage, watchConsole } from './page.ts';
import { nextCode, signIn, signInAsAdmin, signInWithCode } from './sign-in.ts';

async function userIdOf(request: APIRequestContext): Promise<string> {
  const answer = await request.get('/trpc/auth.me');
  const { result } = (await answer.json()) as { result: { data: { id: string } } };
  return result.data.id;
}

test('a new person sees what they can do and what comes next, and an admin can help', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'standing@example.com');
  const id = await userIdOf(page.request);
  const admin = await newPage(browser, baseURL);
  await signInAsAdmin(admin, 'gus.admin@example.com');
  const adjust = async (by: number) => {
    const data = { id, by, reason: 'Met at the market' };
    const answer = await admin.request.post('/trpc/admin.adjustStanding', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await adjust(0);
  await page.goto('/settings');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Standing' })
    .click();
  const current = page.getByRole('list', { name: 'Levels' }).locator('[aria-current="step"]');
  await expect(current).toHaveText('New');
  await expect(page.getByText('You joined today.')).toBeVisible();
  await expect(page.getByText('Start up to 17 new conversations a day.')).toBeVisible();
  await expect(page.getByText('Any one of these takes you to Member.')).toBeVisible();
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await adjust(3);
  await page.reload();
  await expect(current).toHaveText('Trusted');
  await expect(page.getByText('A moderator adjusted your standing.')).toBeVisible();
  await expect(page.getByText("You've reached the highest level.")).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the log of sign-ins marks a wrong code as refused', async ({ page, browser, baseURL }) => {
  const email = 'sign-in-log@example.com';
  await signInWithCode(page, email);
  const stranger = await newPage(browser, baseURL);
  const sent = await stranger.request.post('/api/auth/send-code', { data: { email } });
  const { token } = (await sent.json()) as { token: string };
  const wrong = String((Number(await nextCode(page.request, email)) + 1) % 1_000_000);
  const data = { token, code: wrong.padStart(6, '0') };
  expect((await stranger.request.post('/api/auth/verify', { data })).status()).toBe(400);
  await page.goto('/settings?section=devices');
  const entries = page.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Refused');
  await expect(entries.last()).not.toContainText('Refused');
  await expect(entries.last()).toContainText('127.0.x.x');
});
