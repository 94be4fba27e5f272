import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { readZip } from '@marketplace/server/test/read-zip';
import { newPage, watchConsole } from './page.ts';
import { signIn, signInWithCode } from './sign-in.ts';

const photo = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

interface Person {
  page: Page;
  id: string;
  username: string;
}

/** Signs a user in, in a separate browser. */
async function person(browser: Browser, baseURL: string | undefined, email: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, email);
  return { page, ...(await me(page)) };
}

async function me(page: Page): Promise<Pick<Person, 'id' | 'username'>> {
  return (await (await page.request.get('/api/auth/user')).json()) as Person;
}

/** Posts a listing of the seller and sends the buyer's message about it. */
async function converse(seller: Person, buyer: Person, content: string): Promise<void> {
  const posted = await seller.page.request.post('/api/listings', {
    data: { title: 'Cherry bookcase', price: '90', location: 'Troy', category: 'furniture' },
  });
  const { id } = (await posted.json()) as { id: string };
  const sent = await buyer.page.request.post('/api/messages', {
    data: { receiverId: seller.id, listingId: id, content },
  });
  expect(sent.ok()).toBe(true);
}

test('names, username and picture appear on the public page', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  const taken = await person(browser, baseURL, 'taken-name@example.com');
  await signIn(page, 'profile@example.com');
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/users\//);
  await page.getByRole('link', { name: 'Edit profile' }).click();
  const profile = page.getByRole('region', { name: 'Profile' });
  const save = profile.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await profile.getByLabel('First name').fill('Ada');
  await profile.getByLabel('Last name').fill('Byron');
  const username = profile.getByLabel('Username');
  await username.fill('a b');
  await expect(profile.getByText('3 to 30 letters, numbers')).toBeVisible();
  await expect(save).toBeDisabled();
  expect(complaints).toEqual([]);
  await username.fill(taken.username.toUpperCase());
  await save.click();
  await expect(profile.getByText('This username is taken.')).toBeVisible();
  // The browser logs the refused request to the console.
  complaints.length = 0;
  await username.fill('ada.byron');
  const town = profile.getByRole('combobox', { name: 'Town' });
  await town.fill('Boston');
  // The button moves up when this line disappears.
  await expect(profile.getByText('This username is taken.')).toBeHidden();
  await save.click();
  await expect(profile.getByText('only available in the Capital Region')).toBeVisible();
  complaints.length = 0;
  await town.fill('ballston s');
  await page.getByRole('option', { name: 'Ballston Spa, NY' }).click();
  await expect(town).toHaveValue('Ballston Spa, NY');
  await town.fill('schenectady');
  await town.press('Enter');
  await expect(town).toHaveValue('Schenectady, NY');
  await expect(save).toBeDisabled();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await profile.locator('input[type=file]').setInputFiles(photo);
  await expect(page.getByText('Picture saved')).toBeVisible();

  await profile.getByRole('link', { name: 'View your public page' }).click();
  await expect(page).toHaveURL(/\/users\//);
  const visitor = await newPage(browser, baseURL);
  await visitor.goto(page.url());
  await expect(visitor.getByRole('heading', { name: 'Ada Byron', exact: true })).toBeVisible();
  await expect(visitor.getByText('@ada.byron')).toBeVisible();
  await expect(visitor.getByText('Schenectady, NY')).toBeVisible();
  await expect(visitor.getByText('No active listings')).toBeVisible();
  await expect(visitor.getByRole('main').locator('header img')).toBeVisible();
  await expect(visitor.getByText('No reviews yet')).toBeVisible();
  await visitor.getByRole('button', { name: 'Block' }).click();
  await expect(visitor.getByText('Sign in to block Ada Byron.')).toBeVisible();
  expect(complaints).toEqual([]);
  await visitor.context().close();
  await taken.page.context().close();
});

test('a session that is ended on another device is signed out at once', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const email = 'two-browsers@example.com';
  const other = await newPage(browser, baseURL);
  await signInWithCode(other, email);
  await other.goto('/messages');
  await expect(other.getByText('No conversations yet.')).toBeVisible();
  await signInWithCode(page, email);
  await page.goto('/settings?section=devices');
  const sessions = page.getByRole('list', { name: 'Signed in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('This device')).toHaveCount(1);
  // Responds to the login with nothing, so that the page and its toast remain visible.
  await other.route(/\/api\/login/, (route) => route.fulfill({ status: 204 }));
  await sessions.getByRole('button', { name: 'End session: Chrome on' }).click();
  await expect(other.getByText('You are logged out. Logging in again...')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Devices and sessions' })).toBeFocused();
  const made = await page.evaluate(async () => {
    const answer = await fetch('/trpc/tokens.create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Backup', scope: 'read' }),
    });
    return (await answer.json()) as { result: { data: { token: string } } };
  });
  const program = { headers: { authorization: `Bearer ${made.result.data.token}` } };
  expect((await request.get('/api/conversations', program)).status()).toBe(200);
  await page.getByRole('radio', { name: /^All devices .* revokes all API tokens/ }).check();
  await page.getByRole('region', { name: 'Sign out' }).getByRole('button').click();
  await expect(page.getByText(/You'll need a code .* API tokens were revoked/)).toBeVisible();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  expect((await request.get('/api/conversations', program)).status()).toBe(401);
  await other.context().close();
});

test("the data export is a ZIP file without other people's email addresses", async ({
  page,
  browser,
  baseURL,
}) => {
  const seller = await person(browser, baseURL, 'export-seller@example.com');
  await signIn(page, 'exporting@example.com');
  await converse(seller, { page, ...(await me(page)) }, 'Does it come apart?');
  await page.goto('/settings?section=data');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = readZip(await readFile(await file.path()));
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['profile.json', 'messages.json', 'listings.json', 'sessions.json']),
  );
  expect(String(files.get('messages.json'))).toContain('Does it come apart?');
  const all = [...files.values()].map(String).join('');
  expect(all).toContain('exporting@example.com');
  expect(all).not.toContain('export-seller@example.com');
  await seller.page.context().close();
});

test('a deleted account appears as Deleted user, and its chat is read-only at once', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = 'leaving@example.com';
  const staying = await person(browser, baseURL, 'staying@example.com');
  await signIn(page, email);
  const leaving = { page, ...(await me(page)) };
  await converse(leaving, staying, 'Still there?');
  await staying.page.goto('/messages');
  const row = staying.page.getByRole('link', { name: /Cherry bookcase/ });
  await expect(row).toContainText(leaving.username);
  await row.click();
  await expect(staying.page.getByRole('textbox', { name: /^Message / })).toBeEditable();

  await page.goto('/settings?section=data');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await dialog.getByLabel('Your email address').fill('staying@example.com');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Your email address').fill(' Leaving@Example.com');
  await confirm.click();
  await expect(page.getByText('Account deleted')).toBeVisible();
  await expect(page).toHaveURL('/');

  await expect(staying.page.getByText('Deleted user').first()).toBeVisible();
  await expect(staying.page.getByRole('textbox', { name: /^Message / })).toHaveCount(0);
  await expect(staying.page.getByText('Still there?').first()).toBeVisible();
  await expect(staying.page.getByText(leaving.username)).toHaveCount(0);
  const profile = await staying.page.goto(`/users/${leaving.id}`);
  expect(profile?.status()).toBe(404);
  await expect(staying.page.getByRole('heading', { name: 'User not found' })).toBeVisible();

  await signIn(page, email);
  expect((await me(page)).id).not.toBe(leaving.id);
  await page.goto('/messages');
  await expect(page.getByText('No conversations yet.')).toBeVisible();
  await staying.page.context().close();
});
