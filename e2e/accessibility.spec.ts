import { expect, type Locator, test } from '@playwright/test';
import {
  checkAccessibility,
  checkDialog,
  checkMenu,
  checkOpened,
  checkOpenRoute,
  checkRoute,
  press,
} from './accessibility.ts';
import { waitForHydration, watchConsole } from './page.ts';
import { call, postListings } from './api.ts';
import { say } from './two-people.ts';
import { becomeAdmin, enterCode, signIn } from './sign-in.ts';

// A trace would store a copy of the page at each of the many steps.
test.use({ trace: 'off' });
// Each test visits dozens of pages and dialogs.
test.describe.configure({ timeout: 300_000 });

test('public pages are accessible', async ({ page }) => {
  const complaints = watchConsole(page);
  const policies = ['privacy-policy', 'terms-of-service', 'community-guidelines'];
  const others = [
    '',
    'landing',
    'listings',
    'map',
    'map?county=Albany',
    'shipping-policy',
    'community-figures',
  ];
  const shells = ['edit-listing/new', 'admin/initialize', 'admin/force-initialize', 'unsubscribe'];
  const lists = [
    'listings?category=furniture&minPrice=5',
    'listings?search=nothing+at+all&category=books',
  ];
  for (const path of [...others, ...lists, ...policies, ...shells])
    await checkRoute(page, `/${path}`);
  expect(complaints).toEqual([]);
  await checkRoute(page, '/no/such/page');
  await checkRoute(page, '/listing-link');
  await checkRoute(page, '/decision');
});

test('the sign-in dialogs are accessible', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const signInDialog = page.getByRole('dialog', { name: /^Sign in to / });
  await expect(signInDialog).toBeVisible();
  await checkAccessibility(page, 'sign-in');
  const email = 'judged-visitor@example.com';
  await signInDialog.getByLabel('Email').fill(email);
  await signInDialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(signInDialog.getByLabel('Verification code')).toBeFocused();
  await checkAccessibility(page, 'the code');
  await enterCode(page, signInDialog, email);
  await expect(page.getByLabel('First name')).toBeVisible();
  await checkDialog(page, 'What should neighbors call you?');
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole('banner').getByRole('button', { name: 'Post Listing' }).click();
  await checkDialog(page, 'Sign in to Create Listing');
});

test("admins' pages and dialogs are accessible", async ({ page, browser, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  const seller = await context.newPage();
  await signIn(seller, 'judged-seller@example.com');
  const title = 'Judged atlas';
  const [listing] = await postListings(seller.request, [{ title, price: '9', location: 'Troy' }]);
  await context.close();
  const listingId = listing?.id ?? '';
  await signIn(page, 'fay.admin@example.com');
  const conversation = await call<{ id: string }>(page.request, 'messaging.openConversation', {
    listingId,
  });
  await say(page, conversation.id, 'May I see it?');
  await call(page.request, 'moderation.report', {
    targetType: 'listing',
    targetId: listingId,
    reason: 'scam',
    comment: 'Wants gift cards.',
  });
  await becomeAdmin(page);

  const openTab = async (name: string) => {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  };
  await page.goto('/admin');
  await waitForHydration(page);
  for (const tab of ['Users', 'Listings', 'Messages', 'Conversations', 'Audit log', 'Reports']) {
    await openTab(tab);
    await checkOpenRoute(page, `administration: ${tab}`);
  }
  // The loop above ended at the Reports tab, with the queue.
  await press(page, /^Shortcuts/);
  await checkDialog(page, 'Keyboard shortcuts');
  await page.getByRole('list', { name: 'Reports' }).getByRole('button', { name: title }).click();
  await expect(page.getByRole('article', { name: title })).toBeVisible();
  await checkAccessibility(page, 'a case');
  await press(page, /^Flag/);
  await expect(page.getByRole('form', { name: /^Flag/ })).toBeVisible();
  await checkAccessibility(page, 'a decision');

  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
  // Searches, because other tests may add more than a page to the list.
  const find = async (text: string) => {
    const found = page.waitForResponse((answer) => decodeURIComponent(answer.url()).includes(text));
    await page.getByRole('textbox', { name: /^Search (listings|people|by name)/ }).fill(text);
    await found;
    // Rows of the previous search are dimmed until they are replaced.
    await expect(page.locator('[data-stale]')).toHaveCount(0);
  };
  const openMenu = (row: Locator) => row.getByRole('button', { name: /^More actions for/ }).click();
  await openTab('Listings');
  await find(title);
  await rowOf(title).getByRole('button', { name: 'Flag' }).click();
  await checkDialog(page, 'Flag listing');
  await openMenu(rowOf(title));
  await checkMenu(page, 'the menu of a listing');
  await openTab('Users');
  await press(page, 'Show charts');
  await expect(page.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
  await find('fay.admin@example.com');
  await openMenu(rowOf('fay.admin@example.com'));
  await checkMenu(page, 'the menu of a user');
  await find('judged-seller@example.com');
  await openMenu(rowOf('judged-seller@example.com'));
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await checkDialog(page, /^Deactivate/);
  await openTab('Messages');
  await find('judged-seller@example.com');
  await press(page, 'May I see it?');
  await checkDialog(page, 'Message Details');
  await openTab('Conversations');
  await find('judged-seller@example.com');
  await rowOf(title).getByRole('button', { name: title }).click();
  const reading = page.getByRole('dialog', { name: title });
  await reading.getByLabel('Reason for reading').fill('A complaint');
  await reading.getByRole('button', { name: 'Show messages' }).click();
  await expect(reading.getByText('May I see it?')).toBeVisible();
  await checkOpened(page, reading, 'a conversation that is read');
  await checkRoute(page, '/admin/force-initialize');
});
