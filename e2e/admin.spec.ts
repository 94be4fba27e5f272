import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { call } from './api.ts';
import { soon } from './moderation-queue.ts';
import { newPage, watchConsole } from './page.ts';
import { signIn, signInAsAdmin, signInWithCode } from './sign-in.ts';

/** The server accepts these as admins (ADMIN_EMAILS). */
const [ann, bob] = ['ann.admin@example.com', 'bob.admin@example.com'];

async function openAdminCenter(page: Page, email: string): Promise<void> {
  await signInAsAdmin(page, email);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Center' })).toBeVisible();
  await expect(numberOf(page, 'Total Users')).not.toHaveText('');
}

const numberOf = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

async function countOf(page: Page, label: string): Promise<number> {
  return Number((await numberOf(page, label).innerText()).replaceAll(',', ''));
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
/** Chooses an item from the menu of a row. */
async function choose(row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name: /^More actions for/ }).click();
  await row.page().getByRole('menuitem', { name }).click();
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

async function post(request: APIRequestContext, title: string): Promise<string> {
  const data = {
    title,
    price: '75',
    location: 'Troy',
    category: 'home',
    description: 'A'.repeat(300),
  };
  const answer = await request.post('/api/listings', { data });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}

async function write(request: APIRequestContext, listingId: string, content: string) {
  const { id } = await call<{ id: string }>(request, 'messaging.openConversation', { listingId });
  const clientId = crypto.randomUUID();
  await call(request, 'messaging.send', { conversationId: id, content, clientId });
}

/** Returns the user of a row, and the row's position on the screen, in px. */
const placeOf = (row: Locator) =>
  row.evaluate((element) => ({
    who: element.querySelector('td')?.textContent,
    top: Math.round(element.getBoundingClientRect().top),
  }));

test('two admins see live updates', async ({ browser, baseURL }) => {
  const [one, two, seller, buyer] = await Promise.all(
    [0, 1, 2, 3].map(() => newPage(browser, baseURL)),
  );
  if (!one || !two || !seller || !buyer) throw new Error('four pages');
  const complaints = [watchConsole(one), watchConsole(two)];
  await signIn(two, bob);
  await openAdminCenter(one, ann);
  await openAdminCenter(two, bob);

  // A new user changes the numbers and the first row on both pages.
  const users = await countOf(one, 'Total Users');
  await expect(rowOf(one, bob)).toBeVisible();
  await signInWithCode(seller, 'live-seller@example.com');
  for (const page of [one, two]) {
    await expect(rowOf(page, 'live-seller@example.com')).toBeVisible(soon);
    await expect(async () =>
      expect(await countOf(page, 'Total Users')).toBeGreaterThan(users),
    ).toPass(soon);
  }

  // While the mouse is over the list, no row moves, and a chip shows how many new rows wait.
  const first = two.getByRole('row').nth(1);
  await first.hover();
  const standing = await placeOf(first);
  await signInWithCode(buyer, 'live-buyer@example.com');
  await expect(rowOf(one, 'live-buyer@example.com')).toBeVisible(soon);
  await expect(two.getByRole('button', { name: /^\d+ new$/ })).toBeVisible(soon);
  expect(await placeOf(first)).toEqual(standing);
  await expect(rowOf(two, 'live-buyer@example.com')).toHaveCount(0);
  await two.getByRole('heading', { level: 1 }).hover();
  await expect(rowOf(two, 'live-buyer@example.com')).toBeVisible();
  await expect(two.getByRole('button', { name: /^\d+ new$/ })).toHaveCount(0);

  await openTab(one, 'Listings');
  await expect(one).toHaveURL(/\?tab=listings$/);
  // Searches, because another test may post sixty listings at once and push this one off the first
  // page.
  await one.getByLabel('Search listings').fill('Live brass lamp');
  await expect(one.getByText('Showing 0 listings')).toBeVisible();
  await openTab(two, 'Messages');
  await expect(two.getByText(/^Showing [\d,]+ of [\d,]+ messages?$/)).toBeVisible();
  const [listings, messages, conversations] = [
    await countOf(one, 'Total Listings'),
    await countOf(two, 'Total Messages'),
    await countOf(two, 'Active Conversations'),
  ];
  const listingId = await post(seller.request, 'Live brass lamp');
  await expect(rowOf(one, 'Live brass lamp')).toBeVisible(soon);
  await expect(async () =>
    expect(await countOf(two, 'Total Listings')).toBeGreaterThan(listings),
  ).toPass(soon);
  await write(buyer.request, listingId, 'Is the live lamp there?');
  await expect(rowOf(two, 'Is the live lamp there?')).toBeVisible(soon);
  await expect(async () => {
    expect(await countOf(one, 'Total Messages')).toBeGreaterThan(messages);
    expect(await countOf(one, 'Active Conversations')).toBeGreaterThan(conversations);
  }).toPass(soon);
  const reports = await countOf(one, 'Open reports');
  const report = { targetType: 'listing', targetId: listingId, reason: 'spam' };
  await call(buyer.request, 'moderation.report', report);
  for (const page of [one, two]) {
    await expect(async () =>
      expect(await countOf(page, 'Open reports')).toBeGreaterThan(reports),
    ).toPass(soon);
    await expect(page.getByRole('tab', { name: /^Reports \d+ open$/ })).toBeVisible();
  }

  // One admin sees what the other does.
  await call(two.request, 'admin.flag', { id: listingId, reason: 'Policy violation' });
  await expect(rowOf(one, 'Live brass lamp').getByText('Flagged')).toBeVisible(soon);
  expect(complaints.flat()).toEqual([]);
  await Promise.all([one, two, seller, buyer].map((page) => page.context().close()));
});

test('an admin promotes, changes, deactivates and reactivates users', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  const email = 'moderated.user@example.com';
  const user = await newPage(browser, baseURL);
  await signIn(user, email);
  await openAdminCenter(page, ann);
  await page.getByLabel('Search by name or email').fill('moderated.us');
  await expect(page.getByText('Showing 1 user')).toBeVisible();
  const row = rowOf(page, email);

  await choose(row, 'Set tier to Premium');
  await expect(page.getByText('User has been updated.')).toBeVisible();
  await expect(row.getByText('Premium')).toBeVisible();
  await choose(row, 'Allow PayPal');
  await expect(row.getByText('PayPal')).toBeVisible();

  await choose(row, 'Deactivate');
  const dialog = page.getByRole('dialog', { name: 'Deactivate user' });
  await expect(dialog.getByRole('button', { name: 'Deactivate' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Sold what was not theirs');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('User has been deactivated.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Deactivated')).toBeVisible();
  expect((await user.request.get('/api/auth/user')).status()).toBe(401);
  await row.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('User has been reactivated.')).toBeVisible();

  await choose(row, 'Make Admin');
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  await expect(page.getByText('User has been made an admin.')).toBeVisible();
  await expect(row.getByText('Admin', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: /^More actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Make Admin' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /^More actions for/ })).toBeFocused();

  expect(complaints).toEqual([]);

  // A failure shows which action failed and, below, why.
  await choose(row, 'Deactivate');
  await dialog.getByLabel('Reason').fill('Again');
  await page.route(/admin\.deactivate/, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Failed to deactivate user.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Again');
  await page.unroute(/admin\.deactivate/);
  await call(page.request, 'admin.deactivate', { id: await idOf(page, email), reason: 'Again' });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('This user is already deactivated.')).toBeVisible();
  await page.keyboard.press('Escape');

  await openTab(page, 'Audit log');
  await expect(page.getByRole('row').filter({ hasText: 'Sold what was not theirs' })).toContainText(
    'Deactivated a user',
  );
  await expect(page.getByText('PayPal: on').first()).toBeVisible();
  await user.context().close();
});

async function idOf(page: Page, email: string): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ search: email }));
  const answer = await page.request.get(`/trpc/admin.users?input=${input}`);
  const { result } = (await answer.json()) as { result: { data: { items: { id: string }[] } } };
  return result.data.items[0]?.id ?? '';
}

test('an admin flags, restores and deletes a listing', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'flagged-seller@example.com');
  const listingId = await post(seller.request, 'Flaggable chair');
  await openAdminCenter(page, ann);
  await page.goto('/admin?tab=listings');
  // Searches, because other tests post listings and the tab shows only the newest 50.
  await page.getByLabel('Search listings').fill('Flaggable');
  const row = rowOf(page, 'Flaggable chair');
  await expect(row.getByText('A'.repeat(200))).toBeVisible();
  await expect(row.getByText('A'.repeat(201))).toHaveCount(0);

  await row.getByRole('button', { name: 'Flag', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Flag listing' });
  await expect(dialog.getByLabel('Reason')).toHaveValue('Policy violation');
  await dialog.getByRole('button', { name: 'Flag' }).click();
  await expect(page.getByText('Listing has been flagged and deactivated.')).toBeVisible();
  await row.getByRole('button', { name: 'More actions for Flaggable chair' }).click();
  await expect(page.getByRole('menuitem', { name: 'Flag' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(row.getByText('Policy violation')).toBeVisible();
  expect((await request.get(`/api/listings/${listingId}`)).status()).toBe(404);

  await row.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Listing has been restored.')).toBeVisible();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();

  await choose(row, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Listing has been permanently deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(complaints).toEqual([]);
  await seller.context().close();
});

test('an admin sees the details of a message, and a conversation after giving a reason', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  const [seller, buyer] = [await newPage(browser, baseURL), await newPage(browser, baseURL)];
  await signIn(seller, 'read-seller@example.com');
  await signIn(buyer, 'read-buyer@example.com');
  const listingId = await post(seller.request, 'Readable atlas');
  await write(buyer.request, listingId, 'May I see the atlas?');
  await openAdminCenter(page, ann);
  await openTab(page, 'Messages');
  // Searches, because other tests send messages and the tab shows only the newest 50.
  await page.getByLabel('Search people').fill('read-buyer@example.com');
  await page.getByRole('button', { name: 'May I see the atlas?' }).click();
  const details = page.getByRole('dialog', { name: 'Message Details' });
  for (const [label, text] of [
    ['From', 'read-buyer@example.com'],
    ['To', 'read-seller@example.com'],
    ['Date', String(new Date().getFullYear())],
    ['Status', 'Unread'],
    ['Related Listing', 'Readable atlas'],
    ['Message Content', 'May I see the atlas?'],
  ] as const) {
    const term = details.getByText(label, { exact: true });
    await expect(term.locator('xpath=following-sibling::dd[1]')).toContainText(text);
  }
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await openTab(page, 'Conversations');
  const row = rowOf(page, 'Readable atlas');
  await expect(row).toContainText('read-buyer@example.com');
  await expect(row).toContainText('read-seller@example.com');
  await row.getByRole('button', { name: 'Readable atlas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Readable atlas' });
  await expect(dialog.getByText('May I see the atlas?')).toHaveCount(0);
  await dialog.getByLabel('Reason for reading').fill('A complaint by telephone');
  await dialog.getByRole('button', { name: 'Show messages' }).click();
  await expect(dialog.getByText('May I see the atlas?')).toBeVisible();
  await page.keyboard.press('Escape');
  await openTab(page, 'Audit log');
  await expect(rowOf(page, 'A complaint by telephone')).toContainText('Read a conversation');
  expect(complaints).toEqual([]);
  await Promise.all([seller, buyer].map((one) => one.context().close()));
});

test('a user who is not an admin is redirected with the reason', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'no-admin@example.com');
  const answer = await page.request.get('/api/admin/users');
  expect(answer.status()).toBe(401);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(
    page.getByRole('alert').getByText('You need admin privileges to access this page.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/');

  const visitor = await newPage(browser, baseURL);
  await visitor.goto('/admin');
  await expect(visitor.getByRole('dialog', { name: /^Sign in to / })).toBeVisible();
  await visitor.context().close();
});
