import { type Browser, expect, type Page, test } from '@playwright/test';
import { call, query } from './api.ts';
import { caseOf, post, rowOf } from './moderation-queue.ts';
import { newPage, watchConsole } from './page.ts';
import { nextMail, signIn, signInAsAdmin } from './sign-in.ts';

/** Nobody else's tests use these admins. */
const [rob, sid] = ['rob.admin@example.com', 'sid.admin@example.com'];

async function openPages(browser: Browser, baseURL: string | undefined, email: string) {
  const [seller, one, two] = [
    await newPage(browser, baseURL),
    await newPage(browser, baseURL),
    await newPage(browser, baseURL),
  ];
  await signIn(seller, email);
  await signInAsAdmin(one, rob!);
  await signInAsAdmin(two, sid!);
  return { seller, one, two };
}

/** Answers the open appeal about a listing in the queue. */
async function answer(admin: Page, title: string, words: string) {
  await admin.goto('/admin?tab=reports');
  await admin.getByLabel('Kind').selectOption('decision');
  await rowOf(admin, title).click();
  const opened = caseOf(admin, title);
  await opened.getByLabel('Answer').fill(words);
  await opened.getByRole('button', { name: 'Reverse decision' }).click();
  await expect(opened.getByText('Decided: reversed.')).toBeVisible();
}

test('a seller reads why a listing was taken down, appeals, and another admin reverses it', async ({
  browser,
  baseURL,
}) => {
  const email = 'appeals-seller@example.com';
  const { seller, one, two } = await openPages(browser, baseURL, email);
  const complaints = [seller, one, two].map(watchConsole);
  const title = 'Bread knife';
  const id = await post(seller.request, title);
  await one.goto('/admin?tab=listings');
  await one.getByLabel('Search listings').fill(title);
  await one
    .getByRole('row', { name: title })
    .getByRole('button', { name: 'Flag', exact: true })
    .click();
  const dialog = one.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('This looks like a weapon.');
  await dialog.getByLabel('Community rule').selectOption('Rule 3: No prohibited items');
  await dialog.getByRole('button', { name: 'Flag' }).click();
  await expect(one.getByText('Listing has been flagged')).toBeVisible();
  expect((await nextMail(seller.request, email)).text).toContain('Rule 3: No prohibited items');

  await seller.goto('/notifications');
  await seller.getByRole('link', { name: /Your listing was taken down/ }).click();
  const decisions = seller.getByRole('list', { name: 'Decisions' });
  await expect(decisions).toContainText('Your listing was taken down');
  await expect(decisions).toContainText('This looks like a weapon.');
  await expect(decisions).toContainText('Remove the prohibited item.');
  await expect(decisions.getByRole('link', { name: /^Rule 3/ })).toHaveAttribute(
    'href',
    '/community-guidelines#rule-3',
  );
  await decisions.getByRole('button', { name: 'Appeal' }).click();
  const words = seller.getByLabel('Why is this a mistake?');
  await expect(words).toBeFocused();
  await words.fill('It is a kitchen knife for bread.');
  await seller.getByRole('button', { name: 'Send appeal' }).click();
  await expect(decisions).toContainText("We're reading your appeal.");
  await expect(decisions.getByRole('button')).toHaveCount(0);

  // The admin who decided cannot answer.
  await one.goto('/admin?tab=reports');
  await one.getByLabel('Kind').selectOption('decision');
  await rowOf(one, title).click();
  await expect(caseOf(one, title)).toContainText('It is a kitchen knife for bread.');
  await expect(caseOf(one, title)).toContainText('Another admin must answer');
  await answer(two, title, 'Kitchen knives are fine.');

  expect((await nextMail(seller.request, email)).subject).toBe('We reversed our decision');
  await seller.reload();
  await expect(decisions).toContainText('Kitchen knives are fine.');
  const visitor = await newPage(browser, baseURL);
  await visitor.goto(`/listings/${id}`);
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
  expect(complaints.flat()).toEqual([]);
});

test('a seller fixes a listing that was taken down and sends it again', async ({
  browser,
  baseURL,
}) => {
  const { seller, one } = await openPages(browser, baseURL, 'resubmit-seller@example.com');
  const id = await post(seller.request, 'Replica handbag');
  await call(one.request, 'admin.flag', { id, reason: 'Counterfeit.', guideline: 4 });
  await seller.goto('/my-listings');
  await seller.getByRole('link', { name: 'fix and send again' }).click();
  await seller.getByLabel('Title').fill('Canvas handbag');
  await seller.getByRole('button', { name: 'Send again' }).click();
  await expect(seller.getByText('hidden until a moderator has looked at it')).toBeVisible();
  await one.goto('/admin?tab=reports');
  await rowOf(one, 'Canvas handbag').click();
  const opened = caseOf(one, 'Canvas handbag');
  await expect(opened).toContainText('Sent again after changes');
  await expect(opened).toContainText('Replica handbag');
  await opened.getByRole('button', { name: 'Dismiss' }).click();
  await opened.getByLabel('Dismiss: reason').press('Enter');
  await expect(opened.getByText('Decided: dismissed.')).toBeVisible();
  await seller.goto('/my-listings');
  await expect(seller.getByText('hidden until a moderator')).toHaveCount(0);
});

test('a deactivated person reads the decision from the email and appeals', async ({
  browser,
  baseURL,
  page,
}) => {
  const email = 'out-seller@example.com';
  const { seller, one } = await openPages(browser, baseURL, email);
  const complaints = watchConsole(page);
  const { id } = await query<{ id: string }>(seller.request, 'auth.me');
  await call(one.request, 'admin.deactivate', { id, reason: 'Two accounts.', guideline: 9 });
  const mail = await nextMail(page.request, email);
  await page.goto(/\/decision\?token=[\w-]+/.exec(mail.text)?.[0] ?? '');
  await expect(page.getByText('Your account was deactivated')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rule 9: Use one account' })).toBeVisible();
  await page.getByRole('button', { name: 'Appeal' }).click();
  await page.getByLabel('Why is this a mistake?').fill('The other account is my sister’s.');
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await expect(page.getByText("We're reading your appeal.")).toBeVisible();
  await page.goto('/decision?token=changed');
  await expect(page.getByText("This link doesn't work").first()).toBeVisible();
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
});
