import { expect, type Locator, type Page, test } from '@playwright/test';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { checkAccessibility } from './accessibility.ts';
import { logOf, twoPeople } from './two-people.ts';

test.use({ trace: 'off' });

const barOf = (page: Page) => page.getByRole('region', { name: 'Deal', exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (where: Page | Locator, name: string) =>
  where.getByRole('button', { name, exact: true }).click();

/** Opens a dialog and checks it for accessibility. */
async function opened(
  page: Page,
  title: string | RegExp,
  open: () => Promise<void>,
): Promise<Locator> {
  await open();
  await expect(dialogOf(page).getByRole('heading', { name: title })).toBeVisible();
  await checkAccessibility(page, String(title));
  return dialogOf(page);
}

/** Opens a dialog from the menu of the deal's bar and checks it. */
const fromMenu = (page: Page, item: string, title: string) =>
  opened(page, title, async () => {
    await press(barOf(page), 'Deal');
    await page.getByRole('menuitem', { name: item }).click();
  });

/** Checks that a status message reports a step, in a toast or to screen readers. */
const said = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();

/**
 * Waits until a step of one person appears for the other, and returns how long that took, in ms.
 */
async function arrival(seen: Locator): Promise<number> {
  const start = performance.now();
  await expect(seen).toBeVisible();
  return performance.now() - start;
}

test('a deal on a phone, from the first offer to both reviews', async ({ browser, baseURL }) => {
  const { seller, buyer, chat, conversation, end } = await twoPeople(browser, baseURL, {
    title: 'Oak bench',
    onPhone: true,
  });
  await seller.setViewportSize({ width: 390, height: 844 });
  await seller.goto(chat);
  await expect(barOf(seller)).toContainText('Available');
  const lags: number[] = [];

  await buyer.goto(`/listings/${conversation.listingId}`);
  const offering = await opened(buyer, 'Make an offer', () => press(buyer, 'Make an offer'));
  await press(offering, '−10% · $36');
  await expect(offering.getByLabel('Amount')).toHaveValue('36');
  await offering.getByLabel('Note (optional)').fill('Could come tonight.');
  await press(offering, 'Send offer');
  await expect(barOf(buyer)).toContainText('Your offer of $36 expires in 2 days');
  lags.push(await arrival(logOf(seller).getByText('Could come tonight.')));
  await expect(logOf(buyer).getByRole('button', { name: 'Withdraw' })).toBeVisible();
  const bar = await barOf(buyer).boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(56);

  const counter = await opened(seller, 'Counteroffer', () => press(logOf(seller), 'Counter'));
  await counter.getByLabel('Amount').fill('38');
  await press(counter, 'Send counteroffer');
  await said(seller, 'Counteroffer sent');
  lags.push(await arrival(logOf(buyer).getByText('$38', { exact: false })));
  await expect(logOf(buyer).getByText('Countered')).toBeVisible();
  await expect(logOf(seller).getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await checkAccessibility(buyer, 'a counteroffer in the chat');
  await press(logOf(buyer), 'Accept');
  await said(buyer, 'Offer accepted');
  await expect(barOf(buyer)).toContainText('Reserved for you until');
  // The button disappeared with the offer, and the focus moved to the deal's bar.
  await expect(barOf(buyer).getByRole('paragraph')).toBeFocused();
  lags.push(await arrival(barOf(seller).getByText(/^Reserved for \S+ until/)));

  const meetup = await fromMenu(buyer, 'Suggest a meetup…', 'Suggest a meetup');
  await meetup.getByLabel('Day').fill(regionDay(Date.now()));
  await meetup.getByLabel('Time').fill('23:59');
  await press(meetup, 'Public library, Troy');
  await press(meetup, 'Suggest');
  await said(buyer, 'Meetup suggested');
  await expect(barOf(buyer)).toContainText('You suggested today, 11:59 PM, Public library, Troy');
  lags.push(await arrival(logOf(seller).getByText(/ suggests a meetup$/)));
  await press(logOf(seller), 'Accept');
  await said(seller, 'Meetup agreed');
  await expect(barOf(seller)).toContainText('Meet today, 11:59 PM, Public library, Troy');
  lags.push(await arrival(logOf(buyer).getByText('Agreed')));
  await expect(logOf(buyer).getByRole('link', { name: '.ics file' })).toHaveAttribute(
    'href',
    /^\/api\/meetups\/[\w-]+\.ics$/,
  );
  await press(logOf(buyer), 'On my way');
  await said(buyer, 'Update sent');
  await expect(logOf(buyer).getByText('On my way.')).toBeVisible();
  lags.push(await arrival(logOf(seller).getByText('On my way.')));
  await checkAccessibility(buyer, 'an agreed meetup in the chat');

  // The hand-over. Checks the seller's other option, too.
  await fromMenu(seller, 'Mark as sold…', 'Mark as sold');
  await press(dialogOf(seller), 'Cancel');
  await expect(dialogOf(seller)).toHaveCount(0);
  const showing = await opened(buyer, 'Your hand-over code', () =>
    press(barOf(buyer), 'Show code'),
  );
  const code = await showing.getByText(/^\d{4}$/).innerText();
  const wrong = code === '0000' ? '1111' : '0000';
  const entering = await opened(seller, 'Enter the hand-over code', () =>
    press(barOf(seller), 'Enter code'),
  );
  await expect(entering.getByRole('textbox').first()).toBeFocused();
  await seller.keyboard.type(wrong);
  await expect(entering.getByText('4 tries left.')).toBeVisible();
  await entering.getByRole('textbox').first().click();
  await seller.keyboard.type(code);
  await said(seller, 'Sold. The hand-over is confirmed.');
  await expect(dialogOf(seller)).toHaveCount(0);
  lags.push(await arrival(barOf(buyer).getByText('Sold to you')));
  await press(showing, 'Done');

  // Neither review is visible until both exist.
  await press(logOf(buyer), '5 of 5: Excellent');
  const review = await opened(buyer, /^Review /, async () => undefined);
  await review.getByLabel('Comment (optional)').fill('Solid, and on time.');
  await press(review, 'Submit review');
  await said(buyer, 'Review saved');
  await expect(barOf(buyer)).toContainText(/Waiting for \S+'s review/);
  await expect(logOf(seller).getByText('Solid, and on time.')).toHaveCount(0);
  await press(barOf(seller), 'Leave a review');
  await expect(dialogOf(seller).getByRole('radio').first()).toBeFocused();
  for (let star = 1; star < 4; star += 1) await seller.keyboard.press('ArrowRight');
  await seller.keyboard.press('Enter');
  await expect(logOf(seller).getByText('Solid, and on time.')).toBeVisible();
  await checkAccessibility(buyer, 'the reviews in the chat');

  lags.sort((one, other) => one - other);
  expect(lags[Math.floor(lags.length / 2)], 'what one does, the other sees').toBeLessThan(1_000);
  // The browser logs the request with the wrong code.
  await end(/deals\.confirmHandover/);
});

test('a seller reserves and sells from My Listings, and a visitor can join the line', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, conversation, end } = await twoPeople(browser, baseURL, {
    title: 'Maple stool',
  });
  const more = /^More actions for Maple stool/;
  await seller.goto('/my-listings');
  const reserve = await opened(seller, 'Reserve', async () => {
    await seller.getByRole('button', { name: more }).click();
    await seller.getByRole('menuitem', { name: 'Reserve…' }).click();
  });
  await reserve.getByRole('radio').first().check();
  await press(reserve, 'Reserve');
  await said(seller, 'Listing reserved');
  await expect(seller.getByText(/^Reserved for \S+ until/)).toBeVisible();

  const visitor = await browser.newPage({ baseURL });
  await visitor.goto(`/listings/${conversation.listingId}`);
  await expect(visitor.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
  await press(visitor, 'Join the line');
  await expect(dialogOf(visitor).getByText('Sign in to join the line.')).toBeVisible();
  await visitor.close();

  await seller.getByRole('button', { name: more }).click();
  await seller.getByRole('menuitem', { name: 'Mark as sold…' }).click();
  await dialogOf(seller).getByText('Someone not on here').click();
  await press(dialogOf(seller), 'Mark as sold');
  await said(seller, 'Marked as sold');
  await buyer.goto(`/messages?c=${conversation.id}`);
  await expect(barOf(buyer)).toContainText('Sold to someone else');
  await press(seller, 'Undo');
  await said(seller, 'Sale undone');
  await end();
});
