import { expect, type Page, test } from '@playwright/test';
import { call } from './api.ts';
import { newPage } from './page.ts';
import { signIn } from './sign-in.ts';
import { logOf, twoPeople } from './two-people.ts';

const barOf = (page: Page) => page.getByRole('region', { name: 'Deal', exact: true });
const inLog = (page: Page, name: string) => logOf(page).getByRole('button', { name, exact: true });
const said = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })).toBeAttached();
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function choose(page: Page, item: string): Promise<void> {
  await barOf(page).getByRole('button', { name: 'Deal', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('each step of a deal in a chat reports its success or the reason for a failure', async ({
  browser,
  baseURL,
}) => {
  const people = await twoPeople(browser, baseURL, { title: 'Ash shelf' });
  const { seller, buyer, chat, id: conversationId } = people;
  const { listingId } = people.conversation;
  const offer = () =>
    call<{ offerId: string }>(buyer.request, 'deals.makeOffer', {
      conversationId,
      amount: '30',
      clientId: crypto.randomUUID(),
    });
  // Waits for the line, because otherwise the next click may hit a button of the previous step.
  const seen = (page: Page, line: RegExp) => expect(logOf(page).getByText(line)).toBeVisible();
  const suggest = () =>
    call(seller.request, 'deals.proposeMeetup', {
      conversationId,
      place: 'Town hall',
      startsAt: inHours(30),
    });
  await Promise.all([seller.goto(chat), buyer.goto(chat)]);

  await barOf(buyer).getByRole('button', { name: 'Make an offer' }).click();
  await buyer.getByRole('dialog').getByLabel('Amount').fill('35');
  await buyer.getByRole('dialog').getByRole('button', { name: 'Send offer' }).click();
  await said(buyer, 'Offer sent');
  await inLog(buyer, 'Withdraw').click();
  await said(buyer, 'Offer withdrawn');
  await seen(seller, /withdrew the offer of \$35/);
  await expect(inLog(seller, 'Accept')).toHaveCount(0);
  const { offerId } = await offer();
  // First the connection fails, and then the buyer withdraws the offer before the seller's answer.
  await seller.route('**/trpc/deals.respondToOffer*', (route) => route.abort(), { times: 1 });
  await inLog(seller, 'Accept').click();
  await expect(seller.getByText("That didn't work. Please try again.")).toBeVisible();
  await seller.route(
    '**/trpc/deals.respondToOffer*',
    async (route) => {
      await call(buyer.request, 'deals.withdrawOffer', { offerId });
      await route.continue();
    },
    { times: 1 },
  );
  await inLog(seller, 'Accept').click();
  await expect(seller.getByText('This just changed')).toBeVisible();
  await seen(seller, /withdrew the offer of \$30/);
  await expect(inLog(seller, 'Decline')).toHaveCount(0);
  await offer();
  await inLog(seller, 'Decline').click();
  await said(seller, 'Offer declined');

  await suggest();
  await inLog(buyer, 'Decline').click();
  await said(buyer, 'Meetup declined');
  await seen(seller, /can't make/);
  await expect(inLog(seller, 'Cancel')).toHaveCount(0);
  await suggest();
  await inLog(seller, 'Cancel').click();
  await said(seller, 'Meetup canceled');

  // The listing is reserved for another buyer. This buyer joins the line, leaves it, and gets a
  // turn.
  const other = await newPage(browser, baseURL);
  await signIn(other, 'ash-shelf-other@example.com');
  const theirs = await call<{ id: string }>(other.request, 'messaging.openConversation', {
    listingId,
  });
  await other.context().close();
  await call(seller.request, 'deals.reserve', { conversationId: theirs.id });
  await barOf(buyer).getByRole('button', { name: 'Join the line' }).click();
  await said(buyer, "You're in line");
  await choose(buyer, 'Leave the line');
  await said(buyer, 'You left the line');
  await call(buyer.request, 'deals.joinLine', { listingId });
  await call(seller.request, 'deals.release', { listingId });
  await barOf(buyer).getByRole('button', { name: 'Confirm' }).click();
  await said(buyer, 'Reserved for you');
  await choose(seller, 'Release');
  await said(seller, 'Reservation released');
  // The aborted and the late request log errors.
  await people.end(/Failed to load resource/);
});
