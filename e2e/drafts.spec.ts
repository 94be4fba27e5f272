import { type Browser, expect, type Page, test } from '@playwright/test';
import { jpegWithGps } from '@marketplace/server/features/media/images.fixtures';
import { call, postListings, query } from './api.ts';
import { openPostDialog, waitForToast, watchConsole } from './page.ts';
import { passSignIn, signIn } from './sign-in.ts';

/** Signs the user in on one more device, with the first one's draft, and opens its drafts. */
async function openDrafts(browser: Browser, email: string): Promise<Page> {
  const { baseURL, viewport } = test.info().project.use;
  const page = await (await browser.newContext({ baseURL, viewport })).newPage();
  await signIn(page, email);
  await page.goto('/my-listings?status=drafts');
  return page;
}

type Row = { id: string; version: number; title: string };

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create New Listing' });
const saved = (page: Page) => page.waitForResponse(/\/trpc\/[^?]*drafts\.save/);

async function type(page: Page, label: string, text: string): Promise<void> {
  const response = saved(page);
  await dialogOf(page).getByLabel(label).fill(text);
  await response;
}

test('a listing begun on one device continues on another, and two that change it lose nothing', async ({
  page,
  browser,
}) => {
  const complaints = watchConsole(page);
  const email = 'drafts-two-devices@example.com';
  await signIn(page, email);
  await page.goto('/');
  const dialog = await openPostDialog(page);
  await expect(dialog.getByText('We save your draft as you write.')).toBeVisible();
  const buffer = await jpegWithGps(640, 480);
  const photo = { name: 'desk.jpg', mimeType: 'image/jpeg', buffer };
  const stored = saved(page);
  await dialog.locator('input[type="file"]').setInputFiles(photo);
  await stored;
  await type(page, 'Title', 'Walnut desk');
  await expect(dialog.getByText(/^Saved at \d+:\d\d [AP]M/)).toBeVisible();

  const other = await openDrafts(browser, email);
  await expect(other.getByRole('button', { name: 'Drafts 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await other.getByRole('button', { name: 'Continue Walnut desk' }).click();
  const there = dialogOf(other);
  await expect(there.getByLabel('Title')).toHaveValue('Walnut desk');
  await expect(there.getByRole('listitem').getByRole('img')).toHaveCount(1);
  await type(other, 'Title', 'Walnut writing desk');

  await type(page, 'Title', 'Oak desk');
  const conflict = page.getByRole('dialog', { name: 'Changed on another device' });
  await expect(conflict).toContainText(
    /was saved on another device at \d+:\d\d [AP]M.*different title\./,
  );
  await conflict.getByRole('button', { name: 'Use the other' }).click();
  await expect(conflict).toBeHidden();
  await expect(dialog.getByLabel('Title')).toHaveValue('Walnut writing desk');
  await type(page, 'Title', 'Walnut writing table');

  await there.getByRole('textbox', { name: 'Price' }).fill('80');
  const fromThere = other.getByRole('dialog', { name: 'Changed on another device' });
  await expect(fromThere).toContainText('different title and price.');
  const kept = saved(other);
  await fromThere.getByRole('button', { name: 'Keep this one' }).click();
  await kept;
  await there.getByRole('combobox', { name: 'Location' }).fill('Troy, NY');
  await there.getByRole('button', { name: 'Preview Listing' }).click();
  await there.getByRole('button', { name: 'Publish Listing' }).click();
  await waitForToast(other, 'Your listing has been created successfully!');
  await other.getByRole('button', { name: 'All 1' }).click();
  await expect(other.getByRole('link', { name: 'Walnut writing desk', exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: /^Drafts/ })).toBeHidden();
  expect(await query(other.request, 'drafts.list')).toEqual([]);
  await other.context().close();
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([]);
});

test("a visitor's draft becomes theirs, a new one begins beside it, and a deleted one comes back", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await page.goto('/');
  const prompt = await openPostDialog(page, 'Sign in to Create Listing');
  await prompt.getByLabel('Title').fill('Pear tree');
  await prompt.getByRole('button', { name: 'Sign In' }).click();
  const claimed = saved(page);
  await passSignIn(page, 'drafts-visitor@example.com');
  await claimed;
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Title')).toHaveValue('Pear tree');
  await dialog.getByRole('button', { name: 'Start another' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Continue your draft' }).click();

  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete Pear tree' }).click();
  await expect(page.getByText("You haven't created any listings yet.")).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Continue Pear tree' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Pear tree');
  await expect(dialog.getByText(/^Saved at/)).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a draft that cannot be saved says so, survives a reload and is saved with the network', async ({
  page,
  context,
}) => {
  await signIn(page, 'drafts-offline@example.com');
  await page.goto('/');
  const dialog = await openPostDialog(page);
  await context.setOffline(true);
  await dialog.getByLabel('Title').fill('Cherry tree');
  await expect(dialog.getByText("Not saved yet. We'll try again.")).toBeVisible();
  const response = saved(page);
  await context.setOffline(false);
  await response;
  await expect(dialog.getByText(/^Saved at/)).toBeVisible();
  await page.route(/drafts\.save/, (route) => route.abort());
  await dialog.getByLabel('Title').fill('Old cherry tree');
  await expect(dialog.getByText("Not saved yet. We'll try again.")).toBeVisible();
  await page.unroute(/drafts\.save/);
  await page.reload();
  const retried = saved(page);
  await openPostDialog(page);
  await expect(dialog.getByLabel('Title')).toHaveValue('Old cherry tree');
  await retried;
  await expect(dialog.getByText(/^Saved at/)).toBeVisible();
  const [draft] = await query<Row[]>(page.request, 'drafts.list');
  expect(draft?.title).toBe('Old cherry tree');

  // Another device changes the draft, and then deletes it.
  const { id, version } = draft ?? {};
  await call(page.request, 'drafts.save', { id, version, draft: { title: 'Apple tree' } });
  await page.reload();
  await openPostDialog(page);
  await expect(dialog.getByLabel('Title')).toHaveValue('Apple tree');
  await call(page.request, 'drafts.remove', { id });
  await page.reload();
  await openPostDialog(page);
  await expect(dialog.getByLabel('Title')).toHaveValue('');
});

test('"Sell a similar one" copies the fields of a listing and keeps the draft that was begun', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'drafts-similar@example.com');
  await postListings(page.request, [
    { title: 'Brass lamp', description: 'With a shade.', price: '30', location: 'Troy' },
  ]);
  await call(page.request, 'drafts.save', { draft: { title: 'Half a desk' } });
  await page.goto('/my-listings');
  await page.getByRole('button', { name: 'More actions for Brass lamp' }).click();
  await page.getByRole('menuitem', { name: 'Sell a similar one' }).click();
  await waitForToast(page, 'Copied without photos');
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Title')).toHaveValue('Brass lamp');
  await expect(dialog.getByLabel('Description')).toHaveValue('With a shade.');
  await expect(dialog.getByText(/^Saved at/)).toBeVisible();
  // The toast may cover the buttons, and stays under the pointer.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Drafts 2' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Brass lamp',
    'Half a desk',
  ]);
  expect(complaints).toEqual([]);
});
