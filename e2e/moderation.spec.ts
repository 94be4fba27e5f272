import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { call, query } from './api.ts';
import { caseOf, cleo, post, queueOf, rowOf, soon, twoQueues } from './moderation-queue.ts';
import { newPage, phone, watchConsole } from './page.ts';
import { nextMail, signIn, signInAsAdmin } from './sign-in.ts';
import { tap } from './touch.ts';

/** Files a report in the open dialog. */
async function fileReport(page: Page, { reason, comment }: { reason: string; comment?: string }) {
  const dialog = page.getByRole('dialog', { name: /^Report / });
  await dialog.getByRole('radio', { name: reason }).check();
  if (comment) await dialog.getByLabel('Anything else we should know?').fill(comment);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Report sent')).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Exchanges messages about the listing, so that the buyer's report counts toward hiding it. */
async function talk(seller: Page, buyer: Page, listingId: string): Promise<void> {
  const { id } = await call<{ id: string }>(buyer.request, 'messaging.openConversation', {
    listingId,
  });
  for (const { request } of [buyer, seller]) {
    const message = { conversationId: id, clientId: randomUUID(), content: 'Hello' };
    await call(request, 'messaging.send', message);
  }
}

test('three reporters hide a listing, and two admins see live how one of them decides and undoes it', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { one, two, name, end } = await twoQueues(browser, baseURL);
  const people = [];
  for (const role of ['seller', 'first', 'second', 'third']) {
    const page = await newPage(browser, baseURL);
    await signIn(page, `queue-${role}@example.com`);
    people.push(page);
  }
  const [seller, first, second, third] = people as [Page, Page, Page, Page];
  const title = 'Brass telescope';
  const listingId = await post(seller.request, title);
  for (const buyer of [first, second, third]) await talk(seller, buyer, listingId);
  const visitor = await newPage(browser, baseURL);
  const statusOf = async () => (await visitor.request.get(`/api/listings/${listingId}`)).status();

  await first.goto(`/listings/${listingId}`);
  await first.getByRole('button', { name: 'Report listing' }).click();
  await fileReport(first, { reason: 'Scam or fraud', comment: 'Wants gift cards.' });
  for (const page of [one, two]) await expect(rowOf(page, title)).toBeVisible(soon);
  expect(await statusOf()).toBe(200);

  await rowOf(one, title).click();
  await expect(caseOf(one, title).getByText('Wants gift cards.')).toBeVisible();
  await second.goto(`/listings/${listingId}`);
  await second.getByRole('button', { name: 'Report listing' }).click();
  await fileReport(second, { reason: 'Prohibited item or service' });
  expect(await statusOf()).toBe(200);
  const report = { targetType: 'listing', targetId: listingId, reason: 'scam' };
  await call(third.request, 'moderation.report', report);
  expect(await statusOf()).toBe(404);
  await expect(caseOf(one, title).getByText('3 reporters')).toBeVisible(soon);
  await expect(caseOf(one, title).getByText('All reports count toward hiding.')).toBeVisible();
  await expect(caseOf(one, title).getByText('Hidden by reports')).toBeVisible(soon);

  // The other admin sees a claim at once, and cannot decide until its release.
  await rowOf(two, title).click();
  await one.keyboard.press('c');
  await expect(caseOf(one, title).getByText('Claimed by you')).toBeVisible();
  await expect(rowOf(two, title)).toContainText(`Claimed by ${name}`, soon);
  await expect(caseOf(two, title).getByText(`${name} is reviewing this`)).toBeVisible();
  await expect(caseOf(two, title).getByRole('group', { name: 'Decide' })).toHaveCount(0);
  await one.keyboard.press('c');
  await expect(caseOf(two, title).getByText('Unclaimed')).toBeVisible(soon);

  // Both admins decide. The second one sees who was first, and the result.
  let late: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (late = resolve));
  await two.route('**/trpc/admin.resolveReport**', async (route) => {
    await wait;
    await route.continue();
  });
  await caseOf(two, title).getByRole('button', { name: 'Dismiss' }).click();
  await two.getByLabel('Dismiss: reason').fill('Looks fine.');
  await caseOf(two, title).getByRole('button', { name: 'Dismiss' }).click();
  await one.keyboard.press('f');
  const reason = one.getByLabel('Flag: reason');
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue('Policy violation');
  await one.keyboard.type('Fake: jump, claim, delete.');
  await expect(reason).toHaveValue('Fake: jump, claim, delete.');
  await one.keyboard.press('Control+Enter');
  await expect(caseOf(one, title).getByText('Decided: flagged.')).toBeVisible();
  await expect(caseOf(two, title).getByText('Decided: flagged.')).toBeVisible(soon);
  late();
  await expect(two.getByText(`This report was already decided by ${name}.`)).toBeVisible();
  await expect(rowOf(two, title)).toContainText(`Flagged by ${name}`);

  expect((await nextMail(seller.request, 'queue-seller@example.com')).text).toContain(
    'Fake: jump, claim, delete.',
  );
  await seller.goto('/notifications');
  await expect(seller.getByText('Your listing was taken down')).toBeVisible();
  await expect(seller.getByText(/Fake: jump, claim, delete\./)).toBeVisible();

  await expect(
    caseOf(one, title).getByRole('button', { name: /^Undo \((10:00|9:\d\d)\)$/ }),
  ).toBeVisible();
  await one.keyboard.press('u');
  await expect(one.getByText('Decision undone')).toBeVisible();
  await expect(caseOf(one, title).getByText('Claimed by you')).toBeVisible();
  await expect(caseOf(two, title).getByText(`${name} is reviewing this`)).toBeVisible(soon);
  expect(await statusOf()).toBe(404);
  await one.keyboard.press('d');
  await caseOf(one, title).getByRole('button', { name: 'No rules broken' }).click();
  await one.keyboard.press('Control+Enter');
  await expect(caseOf(one, title).getByText('Decided: dismissed.')).toBeVisible();
  expect(await statusOf()).toBe(200);
  await end();
  await Promise.all([...people, visitor].map((page) => page.context().close()));
});

test('an admin warns a user reported in a chat, and deactivates them while they are online', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { one, two, end } = await twoQueues(browser, baseURL);
  const rude = await newPage(browser, baseURL);
  const buyer = await newPage(browser, baseURL);
  await signIn(rude, 'queue-rude@example.com');
  await signIn(buyer, 'queue-buyer@example.com');
  const listingId = await post(rude.request, 'Copper pan');
  const { id, otherParticipants } = await call<{
    id: string;
    otherParticipants: { id: string; displayName: string }[];
  }>(buyer.request, 'messaging.openConversation', { listingId });
  const [other] = otherParticipants;
  const rudeName = other!.displayName;
  const say = (page: Page, content: string) =>
    call(page.request, 'messaging.send', {
      conversationId: id,
      content,
      clientId: crypto.randomUUID(),
    });
  await say(buyer, 'Is it still there?');
  await say(rude, 'Go away, you fool.');

  await buyer.goto(`/messages?c=${id}`);
  const log = buyer.getByRole('region', { name: /^Messages with/ });
  await log.getByText('Go away, you fool.', { exact: true }).hover();
  await log.getByRole('button', { name: 'Report message' }).click();
  await fileReport(buyer, { reason: 'Harassment or abuse' });
  const title = 'Message about Copper pan';
  await expect(rowOf(one, title)).toBeVisible(soon);
  await rowOf(one, title).click();
  const message = caseOf(one, title);
  await expect(message.getByText('Is it still there?')).toBeVisible();
  await expect(message.getByRole('group', { name: 'Decide' }).getByRole('button')).toHaveText([
    /Dismiss/,
    /Delete/,
    /Warn/,
    /Deactivate/,
  ]);
  await one.keyboard.press('w');
  await one.getByRole('button', { name: 'Abusive language' }).click();
  await message.getByRole('button', { name: 'Warn' }).click();
  await expect(message.getByText('Decided: warned.')).toBeVisible();
  const { items } = await query<{ items: { title: string; body: string }[] }>(
    rude.request,
    'notifications.list',
  );
  expect(items[0]?.title).toBe('You received a warning');
  expect(items[0]?.body).toContain('Abusive language');

  await call(buyer.request, 'moderation.report', {
    targetType: 'user',
    targetId: other!.id,
    reason: 'harassment',
  });
  await rude.goto('/messages');
  await expect(rude.getByRole('heading', { name: /^Conversations/ })).toBeVisible();
  await expect(rowOf(two, rudeName)).toBeVisible(soon);
  // The second admin moves to the report by keyboard.
  const { items: cases } = await query<{ items: { id: string; targetId: string }[] }>(
    two.request,
    'admin.reports',
  );
  const wanted = cases.find(({ targetId }) => targetId === other!.id)!.id;
  while (!two.url().endsWith(wanted)) {
    const before = two.url();
    await two.keyboard.press('j');
    await expect(two).not.toHaveURL(before);
  }
  await expect(rowOf(two, rudeName)).toHaveAttribute('aria-current', 'true');
  const user = caseOf(two, rudeName);
  await user.getByRole('button', { name: 'Deactivate' }).click();
  await two.getByRole('button', { name: 'Abusive language' }).click();
  await user.getByRole('button', { name: 'Deactivate' }).click();
  await expect(user.getByText('Decided: deactivated.')).toBeVisible();
  await rude.waitForURL('/?signin=1&next=%2Fmessages');
  await expect(rude.getByRole('dialog', { name: /^Sign in to / })).toBeVisible(soon);
  await expect(rowOf(one, rudeName)).toHaveCount(0, soon);

  // The buyer's open chat changes, too.
  const closed = buyer.getByText(
    `${rudeName} has left the marketplace. You can still read this conversation.`,
  );
  await expect(closed).toBeVisible(soon);
  await two.keyboard.press('u');
  await expect(buyer.getByRole('textbox', { name: /^Message / })).toBeVisible(soon);
  await expect(closed).toBeHidden();
  await end();
  await Promise.all([rude, buyer].map((page) => page.context().close()));
});

test('on a phone, the queue shows either the list or a case, and filters find decided cases', async ({
  browser,
  baseURL,
}) => {
  const reporter = await newPage(browser, baseURL);
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'queue-phone-seller@example.com');
  await signIn(reporter, 'queue-phone-reporter@example.com');
  const targetId = await post(seller.request, 'Pocket mirror');
  await call(reporter.request, 'moderation.report', {
    targetType: 'listing',
    targetId,
    reason: 'spam',
  });
  const context = await browser.newContext({ baseURL, ...phone });
  const page = await context.newPage();
  const complaints = watchConsole(page);
  await signInAsAdmin(page, cleo);
  await page.goto('/admin?tab=reports');
  const [row, view] = [rowOf(page, 'Pocket mirror'), caseOf(page, 'Pocket mirror')];
  await tap(page, row);
  await expect(view).toBeVisible();
  await expect(row).toBeHidden();
  await page.goBack();
  await expect(view).toBeHidden();
  await tap(page, row);
  await tap(page, view.getByRole('button', { name: 'Dismiss' }));
  await expect(view.getByLabel('Dismiss: reason')).toHaveValue('No rules broken');
  await tap(page, view.getByRole('button', { name: 'Not enough evidence' }));
  await tap(page, view.getByRole('button', { name: 'Dismiss' }));
  await expect(view.getByText('Decided: dismissed.')).toBeVisible();
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrollWidth).toBeLessThanOrEqual(390);
  await tap(page, view.getByRole('button', { name: 'All reports' }));
  await tap(page, queueOf(page).getByText('Decided', { exact: true }));
  await queueOf(page).getByLabel('Kind').selectOption('Listings');
  await expect(row).toContainText('Dismissed by you');
  await queueOf(page).getByLabel('Kind').selectOption('Reviews');
  await expect(row).toBeHidden();
  expect(complaints).toEqual([]);
  await Promise.all([context.close(), reporter.context().close(), seller.context().close()]);
});
