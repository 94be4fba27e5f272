import { expect, type Page, test } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { call, postListings } from './api.ts';
import { newPage, watchConsole } from './page.ts';
import { signIn, signInAsAdmin, signInWithCode } from './sign-in.ts';
import { say, twoPeople } from './two-people.ts';

const reason = "Please don't post the same item twice.";

async function chooseTemplate(page: Page, name: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Template').selectOption(name);
  await expect(dialog.getByLabel('Reason')).not.toHaveValue('');
  return dialog;
}

test('an admin suspends a person, who sees why and can only read, and ends it', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const email = `suspended-${Date.now()}@example.com`;
  const page = await newPage(browser, baseURL);
  await signIn(page, email);
  const [{ id = '', sellerId = '' } = {}] = await postListings(page.request, [
    { title: 'Suspended kettle', price: '12', location: 'Troy, NY' },
  ]);
  await page.goto('/settings');

  const admin = await newPage(browser, baseURL);
  const problems = watchConsole(admin);
  await signInAsAdmin(admin, 'pia.admin@example.com');
  await call(admin.request, 'admin.saveTemplate', { name: `Twice ${sellerId}`, text: reason });
  await admin.goto('/admin');
  await admin.getByRole('textbox', { name: 'Search by name or email' }).fill(email);
  await admin.locator(`a[href="/admin/people/${sellerId}"]`).click();
  await expect(admin.getByRole('link', { name: 'Suspended kettle' })).toBeVisible();
  await admin.getByLabel('New note').fill('Posts kettles.');
  await admin.getByRole('button', { name: 'Add note' }).click();
  await expect(admin.getByText('Posts kettles.')).toBeVisible();
  await checkAccessibility(admin, 'the page of a person');
  await admin.getByRole('button', { name: 'Suspend' }).click();
  const dialog = await chooseTemplate(admin, `Twice ${sellerId}`);
  await dialog.getByLabel('Days').fill('3');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(admin.getByText('The account is suspended.')).toBeVisible();
  await expect(admin.getByRole('region', { name: 'Decisions' }).getByText(reason)).toBeVisible();

  const banner = page.getByRole('complementary', { name: 'Suspension' });
  await expect(banner).toContainText('Your account is read-only until');
  await expect(banner).toContainText(reason);
  await checkAccessibility(page, 'a page with the suspension');
  const refused = await page.request.post('/api/listings', { data: { title: 'x', price: '1' } });
  expect(refused.status()).toBe(403);
  const visitor = await newPage(browser, baseURL);
  expect((await visitor.request.get(`/api/listings/${id}`)).status()).toBe(404);
  await page.goto('/listings');
  await expect(banner).toBeVisible();
  await page.goto('/notifications');
  await expect(page.getByText('Your account is read-only for now')).toBeVisible();

  await admin.getByRole('button', { name: 'End suspension' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('A mistake.');
  await admin.getByRole('dialog').getByRole('button', { name: 'End suspension' }).click();
  await expect(admin.getByText('The suspension has ended.')).toBeVisible();
  await expect(banner).toBeHidden();
  expect((await visitor.request.get(`/api/listings/${id}`)).status()).toBe(200);

  await admin.getByRole('button', { name: 'Deactivate' }).click();
  const deactivating = await chooseTemplate(admin, `Twice ${sellerId}`);
  await deactivating.getByLabel('Ban the mailbox').check();
  await deactivating.getByRole('button', { name: 'Deactivate' }).click();
  await expect(admin.getByText('Mailbox banned')).toBeVisible();
  await admin.getByRole('button', { name: 'Reactivate' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('Back.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(admin.getByText('Mailbox banned')).toBeHidden();
  expect(problems).toEqual([]);
});

test('an admin sees a linked account and adjusts the standing', async ({ browser, baseURL }) => {
  const page = await newPage(browser, baseURL);
  const [first, second] = [1, 2].map((at) => `linked-${at}-${Date.now()}@example.com`);
  const ids: string[] = [];
  for (const email of [first, second]) {
    // The second sign-in is in the same browser.
    await page.goto('/');
    await signInWithCode(page, email ?? '');
    const answer = await page.request.get('/trpc/auth.me');
    const { result } = (await answer.json()) as { result: { data: { id: string } } };
    ids.push(result.data.id);
  }
  const admin = await newPage(browser, baseURL);
  const problems = watchConsole(admin);
  await signInAsAdmin(admin, 'pia.admin@example.com');
  await admin.goto(`/admin/people/${ids[0]}`);
  const linked = admin.getByRole('region', { name: 'Linked accounts' });
  await expect(linked.getByRole('listitem')).toHaveText(/Shares the same browser$/);
  await admin.getByRole('button', { name: 'Adjust standing' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Level').selectOption('Lowered by 2 levels');
  await dialog.getByLabel('Reason').fill('Two accounts in one browser.');
  await checkAccessibility(admin, 'the dialog that adjusts the standing');
  await dialog.getByRole('button', { name: 'Adjust standing' }).click();
  await expect(admin.getByText('The standing is adjusted.')).toBeVisible();
  const account = admin.getByRole('region', { name: 'Account', exact: true });
  await expect(account).toContainText('Standing lowered by 2 levelsTwo accounts in one browser.');
  await linked.getByRole('link').click();
  await expect(admin).toHaveURL(`/admin/people/${ids[1]}`);
  await expect(account).not.toContainText('Standing lowered');
  expect(problems).toEqual([]);
});

test('templates are added, changed and removed', async ({ browser, baseURL }) => {
  const admin = await newPage(browser, baseURL);
  await signInAsAdmin(admin, 'pia.admin@example.com');
  await admin.goto('/admin?tab=templates');
  const name = `Late ${Date.now()}`;
  await admin.getByLabel('Name').fill(name);
  await admin.getByLabel('Reason').fill('Please come on time.');
  await admin.getByRole('button', { name: 'Save template' }).click();
  await admin.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(admin.getByLabel('Reason')).toHaveValue('Please come on time.');
  await admin.getByLabel('Reason').fill('Please be on time.');
  await admin.getByRole('button', { name: 'Save template' }).click();
  await expect(admin.getByText('Please be on time.')).toBeVisible();
  await checkAccessibility(admin, 'templates');
  await admin.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(admin.getByText('Please be on time.')).toBeHidden();
});

test('both people see that a moderator read their conversation because of a report', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, conversation } = await twoPeople(browser, baseURL, {
    title: `Read bench ${Date.now()}`,
  });
  await say(buyer, conversation.id, 'Send me a gift card');
  const history = await seller.request.get(
    `/trpc/messaging.history?input=${encodeURIComponent(JSON.stringify({ conversationId: conversation.id }))}`,
  );
  const { result } = (await history.json()) as { result: { data: { items: { id: string }[] } } };
  const targetId = result.data.items[0]?.id ?? '';
  await call(seller.request, 'moderation.report', {
    targetType: 'message',
    targetId,
    reason: 'scam',
  });
  const admin = await newPage(browser, baseURL);
  await signInAsAdmin(admin, 'pia.admin@example.com');
  const reports = await admin.request.get('/trpc/admin.reports?input=%7B%7D');
  const cases = (await reports.json()) as {
    result: { data: { items: { id: string; targetId: string }[] } };
  };
  const caseId = cases.result.data.items.find((one) => one.targetId === targetId)?.id;
  const decision = { caseId, decision: 'dismiss', reason: 'Fine' };
  await call(admin.request, 'admin.resolveReport', decision);
  for (const page of [seller, buyer]) {
    await page.goto(`/messages?c=${conversation.id}`);
    await expect(
      page.getByText(/^Read by a moderator on \w+ \d+ because of a report$/),
    ).toBeVisible();
  }
});
