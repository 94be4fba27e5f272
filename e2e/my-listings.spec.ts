import { listingLink } from '@marketplace/server/features/listings/ending/listing-links';
import { createSecrets } from '@marketplace/server/platform/secrets';
import { expect, type Page, test } from '@playwright/test';
import { postListings } from './api.ts';
import { watchConsole } from './page.ts';
import { suiteSecret } from './secret.ts';
import { becomeAdmin, signIn } from './sign-in.ts';

/** Opens a page for a signed-in user in a separate browser context. */
async function pageOf(page: Page, email: string): Promise<Page> {
  const { baseURL, viewport } = test.info().project.use;
  const context = await page.context().browser()!.newContext({ baseURL, viewport });
  const own = await context.newPage();
  await signIn(own, email);
  return own;
}

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

const rowOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

test("a row shows a listing's status, and its menu has the other actions", async ({
  page,
  context,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'rows-seller@example.com');
  const [asked, flagged] = await postListings(page.request, [
    { title: 'Maple bench', price: '45', location: 'Troy' },
    { title: 'Brass knuckles', price: '5', location: 'Troy' },
    { title: 'Pine crate', price: '0', location: 'Albany', isFeatured: true },
  ]);
  const buyer = await pageOf(page, 'rows-buyer@example.com');
  const message = {
    receiverId: asked?.sellerId,
    listingId: asked?.id,
    content: 'Is this still available?',
  };
  await buyer.request.post('/api/conversations', { data: message });
  expect((await buyer.request.post('/api/messages', { data: message })).ok()).toBe(true);
  await buyer.context().close();
  const admin = await pageOf(page, 'quin.admin@example.com');
  await becomeAdmin(admin);
  const reason = { reason: 'Weapons are not allowed.' };
  const flag = await admin.request.put(`/api/admin/listings/${flagged?.id}/flag`, { data: reason });
  expect(flag.ok()).toBe(true);
  await admin.context().close();

  await page.goto('/my-listings');
  await expect(rowOf(page, 'Pine crate')).toContainText(/Albany, NY · Just now.*Featured.*Free/);
  await expect(rowOf(page, 'Maple bench')).toContainText(/Active.*1 conversation.*1 new.*\$45/);
  const hidden = rowOf(page, 'Brass knuckles');
  await expect(hidden).toContainText('Hidden by moderators: Weapons are not allowed. See why');
  await expect(hidden.getByRole('link', { name: 'See why, or appeal' })).toHaveAttribute(
    'href',
    '/settings?section=decisions',
  );

  await page.getByRole('button', { name: 'Hidden 1' }).click();
  await expect(page).toHaveURL(/\?status=hidden$/);
  await expect(titles(page)).toHaveText(['Brass knuckles']);
  await page.getByRole('button', { name: 'All 3' }).click();
  await expect(titles(page)).toHaveCount(3);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const more = page.getByRole('button', { name: 'More actions for Maple bench' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(asked?.id);
  await rowOf(page, 'Maple bench')
    .getByRole('link', { name: /1 conversation/ })
    .click();
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, 'Maple bench')).not.toContainText('new');
  expect(complaints).toEqual([]);
});

test('a seller can delete a listing by keyboard, after a confirmation, without losing the focus', async ({
  page,
}) => {
  await signIn(page, 'rows-keys@example.com');
  await postListings(page.request, [
    { title: 'Tin bucket', price: '4', location: 'Troy' },
    { title: 'Tin kettle', price: '6', location: 'Troy' },
  ]);
  await page.goto('/my-listings');
  const more = page.getByRole('button', { name: 'More actions for Tin kettle' });
  const openDialog = async () => {
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete listing' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    return dialog;
  };
  const dialog = await openDialog();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
  await openDialog();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Listing deleted successfully')).toBeVisible();
  await expect(titles(page)).toHaveText(['Tin bucket']);
  await expect(page.getByRole('heading', { name: 'My Listings' })).toBeFocused();
});

test('more than a dozen listings can be searched', async ({ page }) => {
  await signIn(page, 'rows-many@example.com');
  const books = Array.from({ length: 13 }, (_, index) => `Book ${index + 1}`);
  await postListings(
    page.request,
    books.map((title) => ({ title, price: '3', location: 'Troy' })),
  );
  await page.goto('/my-listings');
  await expect(titles(page)).toHaveCount(13);
  await expect(page.getByRole('button', { name: /^Active/ })).toHaveCount(0);
  const search = page.getByRole('searchbox', { name: 'Search your listings' });
  await search.fill('book 13');
  await expect(titles(page)).toHaveText(['Book 13']);
  await search.fill('lamp');
  await expect(page.getByText('No listings match')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(titles(page)).toHaveCount(13);
});

test('a listing is ended, renewed and undone from its menu', async ({ page }) => {
  const complaints = watchConsole(page);
  await signIn(page, 'ends-seller@example.com');
  await postListings(page.request, [{ title: 'Cedar chest', price: '80', location: 'Troy' }]);
  await page.goto('/my-listings');
  const row = rowOf(page, 'Cedar chest');
  await expect(row).toContainText(/Just nowEnds \w{3} \d+.*Active/);
  const choose = async (name: string) => {
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const undo = page.getByRole('button', { name: 'Undo' });
  await choose('End');
  await expect(row).toContainText('This listing has ended.');
  await undo.click();
  await expect(row).toContainText('Active');
  await choose('End');
  await row.getByRole('button', { name: 'renew it' }).click();
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: /^More actions/ }).click();
  await expect(page.getByRole('menuitem', { name: /^Renew from \w{3} \d+$/ })).toBeDisabled();
  expect(complaints).toEqual([]);
});

test('the link of an email asks before it acts, and can be undone', async ({ page }) => {
  const complaints = watchConsole(page);
  await signIn(page, 'links-seller@example.com');
  const data = [{ title: 'Cedar bench', price: '60', location: 'Troy' }];
  const [listing] = await postListings(page.request, data);
  await page.context().clearCookies();
  const config = { publicUrl: test.info().project.use.baseURL ?? '' };
  const about = { listingId: listing?.id ?? '', sellerId: listing?.sellerId ?? '' };
  const secrets = createSecrets(suiteSecret);
  const sold = listingLink({ secrets, config }, { act: 'sold', ...about });
  await page.goto(sold);
  await expect(page.getByRole('heading', { name: 'Is it sold?' })).toBeVisible();
  expect((await page.request.get(`/listings/${about.listingId}`)).status()).toBe(200);
  await page.getByRole('button', { name: 'Mark as sold' }).click();
  await expect(page.getByText('Your listing is marked as sold.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Your listing is as it was before.')).toBeVisible();
  await page.goto(listingLink({ secrets, config }, { act: 'end', ...about }));
  await page.getByRole('button', { name: 'End the listing' }).click();
  await expect(page.getByText('Your listing has ended.')).toBeVisible();
  expect((await page.request.get(`/listings/${about.listingId}`)).status()).toBe(410);
  expect(complaints).toEqual([]);
  await page.goto('/listing-link?token=changed');
  await expect(page.getByText("This link doesn't work. It may be incomplete.")).toBeVisible();
});

test('a seller lets the price fall over time, and ends that', async ({ page }) => {
  const complaints = watchConsole(page);
  await signIn(page, 'steps-seller@example.com');
  await postListings(page.request, [{ title: 'Cedar shelf', price: '80', location: 'Troy' }]);
  await page.goto('/my-listings');
  const row = rowOf(page, 'Cedar shelf');
  const open = async () => {
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Lower the price…' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Lower the price over time' });
  const floor = dialog.getByRole('textbox', { name: 'Lowest price' });
  await open();
  await floor.fill('90');
  await expect(floor).toHaveAccessibleDescription('Enter less than $80.');
  await floor.fill('50');
  await dialog.getByLabel('Lower by').selectOption('15%');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(/15% lower every 7 days, down to \$50\. Next: \w{3} \d+/);
  await open();
  await dialog.getByRole('button', { name: 'End the plan' }).click();
  await expect(row).not.toContainText('lower every');
  expect(complaints).toEqual([]);
});
