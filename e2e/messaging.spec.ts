import { expect, type Page, test } from '@playwright/test';
import { conversationsPerPage } from '@marketplace/shared/messaging/constants';
import { tap } from './touch.ts';
import { call } from './api.ts';
import { fieldOf, logOf, say, twoPeople } from './two-people.ts';

/** Returns the position of a message on the screen, in px. */
const topOf = (page: Page, text: string) =>
  logOf(page)
    .getByText(text, { exact: true })
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));

test("a person sees the other's presence and typing, and whether messages were delivered and read", async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, conversation, end } = await twoPeople(browser, baseURL, {
    title: 'Garden bench',
    onPhone: true,
  });
  await say(buyer, conversation.id, 'Hello, is it still there?');
  await buyer.goto('/');
  await seller.goto(`/messages?c=${conversation.id}`);
  const header = seller.getByRole('region', { name: /^Conversation with/ }).locator('header');
  await expect(header.getByText('Active now')).toBeVisible();
  await expect(header.getByRole('link', { name: /Garden bench/ })).toContainText('$40');
  // A tablet has room for the list and the chat.
  await seller.setViewportSize({ width: 768, height: 1024 });
  await expect(seller.getByRole('heading', { name: 'Conversations (1)' })).toBeVisible();
  await expect(logOf(seller)).toBeVisible();
  await seller.setViewportSize({ width: 1280, height: 720 });

  await seller.keyboard.type('Yes, it is.');
  await seller.keyboard.press('Shift+Enter');
  await seller.keyboard.type('Come by on Saturday.');
  await seller.keyboard.press('Enter');
  // The buyer is on another page of the site.
  await expect(logOf(seller).getByText('Delivered')).toBeVisible();

  // The buyer goes from the list into the chat and back on a phone.
  await buyer.goto('/messages');
  await expect(buyer.getByRole('heading', { name: 'Conversations (1)' })).toBeVisible();
  await expect(logOf(buyer)).toBeHidden();
  await expect(buyer.getByRole('link', { name: /Garden bench.*1 unread/ })).toBeVisible();
  await buyer.getByRole('link', { name: /Garden bench/ }).click();
  await expect(logOf(buyer).getByText('Yes, it is.\nCome by on Saturday.')).toBeVisible();
  await expect(buyer.getByRole('heading', { name: 'Conversations (1)' })).toBeHidden();
  await expect(logOf(seller).getByText('Read', { exact: true })).toBeVisible();
  await expect(logOf(seller).getByText('Delivered')).toBeHidden();

  await fieldOf(buyer).pressSequentially('I am on my');
  await expect(header.getByText('typing…')).toBeVisible();
  await expect(seller.getByRole('link', { name: /Garden bench.*typing…/ })).toBeVisible();
  await expect(seller.getByRole('status').filter({ hasText: /is typing$/ })).toHaveCount(1);
  await buyer.getByRole('button', { name: 'Send' }).click();
  await expect(logOf(seller).getByText('I am on my', { exact: true })).toBeVisible();
  await expect(header.getByText('typing…')).toBeHidden();
  await expect(header.getByText('Active now')).toBeVisible();

  await fieldOf(buyer).fill('way, and will');
  await expect(header.getByText('typing…')).toBeVisible();
  await buyer.reload();
  await expect(fieldOf(buyer)).toHaveValue('way, and will');
  // The typing indicator disappears after a while without typing.
  await expect(header.getByText('typing…')).toBeHidden({ timeout: 8_000 });
  await buyer.getByRole('link', { name: 'All conversations' }).click();
  await expect(buyer.getByText('Draft: way, and will')).toBeVisible();

  await call(seller.request, 'listings.remove', { id: conversation.listingId });
  await buyer.goto(`/messages?c=${conversation.id}`);
  await expect(buyer.getByText('No longer available')).toBeVisible();
  await expect(buyer.getByRole('link', { name: /\$40/ })).toHaveCount(0);
  await end();
});

test('older and new messages load without moving the text on the screen', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, conversation, end } = await twoPeople(browser, baseURL, {
    title: 'Oak shelf',
    onPhone: true,
  });
  for (let number = 1; number <= 130; number += 1) {
    await say(number % 3 ? seller : buyer, conversation.id, `Number ${number}`);
  }
  await call(seller.request, 'messaging.markRead', {
    conversationId: conversation.id,
    upToSeq: 130,
  });
  await seller.goto(`/messages?c=${conversation.id}`);
  const log = logOf(seller);
  await expect(log.getByText('Number 130', { exact: true })).toBeInViewport();
  for (const [oldest, next] of [
    ['Number 81', 'Number 31'],
    ['Number 31', 'Number 1'],
  ] as const) {
    await expect(log.getByText(oldest, { exact: true })).toBeAttached();
    await expect(log.getByText(next, { exact: true })).toHaveCount(0);
    const before = await log.evaluate((box, text) => {
      box.scrollTop = -box.scrollHeight;
      const found = [...box.querySelectorAll('li [dir]')].find(
        (element) => element.textContent === text,
      );
      return Math.round(found?.getBoundingClientRect().top ?? 0);
    }, oldest);
    await expect(log.getByText(next, { exact: true })).toBeAttached();
    expect(await topOf(seller, oldest)).toBe(before);
  }

  // While the seller reads older messages, new ones do not move the page, and a button counts them.
  const place = await topOf(seller, 'Number 31');
  await buyer.goto(`/messages?c=${conversation.id}`);
  await fieldOf(buyer).fill('Number 131');
  await expect(
    seller.getByRole('region', { name: /^Conversation with/ }).getByText('typing…'),
  ).toBeVisible();
  expect(await topOf(seller, 'Number 31')).toBe(place);
  await buyer.getByRole('button', { name: 'Send' }).click();
  await expect(seller.getByRole('button', { name: '1 new message' })).toBeVisible();
  await say(buyer, conversation.id, 'Number 132');
  await expect(seller.getByRole('button', { name: '2 new messages' })).toBeVisible();
  expect(await topOf(seller, 'Number 31')).toBe(place);
  const newest = logOf(buyer).getByRole('listitem').last();
  await expect(newest).toContainText('Delivered');

  await seller.getByRole('button', { name: '2 new messages' }).click();
  await expect(log.getByText('Number 132', { exact: true })).toBeInViewport();
  await expect(seller.getByRole('button', { name: '2 new messages' })).toBeHidden();
  await expect(newest).toContainText('Read');
  await expect(log).toBeFocused();
  await seller.keyboard.press('Home');
  await expect(log.getByText('Number 1', { exact: true })).toBeInViewport();
  await seller.keyboard.press('End');
  await expect(log.getByText('Number 132', { exact: true })).toBeInViewport();

  // The chat opens at the first of many new messages.
  await seller.goto('/my-listings');
  for (let number = 133; number <= 165; number += 1) {
    await say(buyer, conversation.id, `Number ${number}`);
  }
  await seller.goto(`/messages?c=${conversation.id}`);
  await expect(log.getByText('New', { exact: true })).toBeInViewport();
  await expect(log.getByText('Number 133', { exact: true })).toBeInViewport();
  await expect(log.getByText('Number 165', { exact: true })).not.toBeInViewport();
  await expect(seller.getByRole('link', { name: /Oak shelf.*33 unread/ })).toBeVisible();
  await end();
});

test('a user reports a message, blocks its sender without notice, and unblocks them', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, conversation, end } = await twoPeople(browser, baseURL, {
    title: 'Rain barrel',
    onPhone: true,
  });
  await say(seller, conversation.id, 'Send the money first.');
  await seller.goto(`/messages?c=${conversation.id}`);
  await buyer.goto(`/messages?c=${conversation.id}`);
  await tap(buyer, logOf(buyer).getByText('Send the money first.'));
  // The browser may end a finger's hover, but the focus stays.
  await expect(logOf(buyer).getByRole('listitem')).toBeFocused();
  await tap(buyer, logOf(buyer).getByRole('button', { name: 'Report message' }));
  const report = buyer.getByRole('dialog', { name: 'Report message' });
  await expect(report.getByRole('blockquote')).toHaveText('Send the money first.');
  await expect(report.getByRole('button', { name: 'Send report' })).toBeDisabled();
  await report.getByRole('radio', { name: 'Scam or fraud' }).check();
  await report.getByLabel('Anything else we should know?').fill('I was asked to pay ahead.');
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(buyer.getByText('Thanks. A moderator will review it.')).toBeVisible();
  await expect(report).toBeHidden();

  await buyer.getByRole('button', { name: 'More' }).click();
  await buyer.getByRole('menuitem', { name: /^Block / }).click();
  const block = buyer.getByRole('dialog', { name: /^Block / });
  await expect(block.getByText(/^They won't be notified/)).toBeVisible();
  await block.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(buyer).toHaveURL(/\/messages$/);
  await expect(buyer.getByText('No conversations yet.')).toBeVisible();
  await buyer.keyboard.press('F8');
  await buyer.keyboard.press('Tab');
  await expect(buyer.getByRole('button', { name: 'Undo' })).toBeFocused();
  await buyer.keyboard.press('Enter');
  await expect(buyer.getByText('can message you again.')).toBeVisible();
  await expect(buyer.getByRole('heading', { name: 'Conversations (1)' })).toBeVisible();

  const [{ id: sellerId } = { id: '' }] = conversation.otherParticipants;
  await call(buyer.request, 'messaging.block', { userId: sellerId });
  await expect(buyer.getByText('No conversations yet.')).toBeVisible();
  await fieldOf(seller).fill('Are you there?');
  await fieldOf(seller).press('Enter');
  const alert = logOf(seller).getByRole('alert');
  await expect(alert).toContainText("We couldn't deliver this message.");
  await alert.getByRole('button', { name: 'Discard' }).click();
  await expect(logOf(seller).getByText('Are you there?')).toHaveCount(0);

  await call(buyer.request, 'messaging.unblock', { userId: sellerId });
  await expect(buyer.getByRole('heading', { name: 'Conversations (1)' })).toBeVisible();
  await fieldOf(seller).fill('Pay when you come.');
  await fieldOf(seller).press('Enter');
  await expect(buyer.getByRole('link', { name: /Pay when you come\./ })).toBeVisible();

  // The browser logs the one refused request.
  await end(/^Failed to load resource: the server responded with a status of 403 /);
});

test('the Enter key that ends a composition in Safari does not send the message', async ({
  browser,
  baseURL,
}) => {
  const { buyer, chat, end } = await twoPeople(browser, baseURL, { title: 'Kanji poster' });
  await buyer.goto(chat);
  const field = fieldOf(buyer);
  await field.fill('にほ');
  // Simulates Safari, which reports this key after the composition has ended, recognizable only by
  // its key code.
  await field.evaluate((element) => {
    const init = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  await expect(field).toHaveValue('にほ');
  await field.press('Enter');
  await expect(logOf(buyer).getByText('にほ')).toBeVisible();
  await end();
});

test('screen readers announce a repeated message again', async ({ browser, baseURL }) => {
  const { seller, buyer, chat, id, end } = await twoPeople(browser, baseURL, {
    title: 'Echo dot',
  });
  await buyer.goto(chat);
  await expect(buyer.getByText(/^Say hello to/)).toBeVisible();
  const announcer = buyer.getByRole('log');
  await say(seller, id, 'Hello?');
  await expect(announcer).toContainText('Hello?');
  const changes = await announcer.evaluateHandle((element) => {
    const seen = { added: 0 };
    new MutationObserver((records) => {
      for (const { addedNodes } of records) seen.added += addedNodes.length;
    }).observe(element, { childList: true, subtree: true });
    return seen;
  });
  await say(seller, id, 'Hello?');
  await expect(logOf(buyer).getByText('Hello?')).toHaveCount(2);
  await expect.poll(() => changes.evaluate(({ added }) => added)).toBeGreaterThan(0);
  await end();
});

test('the chat reports being offline within a second, and the page does not scroll', async ({
  browser,
  baseURL,
}) => {
  const { buyer, chat, end } = await twoPeople(browser, baseURL, { title: 'Tall mirror' });
  await buyer.goto(chat);
  await expect(fieldOf(buyer)).toBeVisible();
  const overflow = () =>
    buyer.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  const footer = buyer.getByRole('contentinfo');
  const [first, last] = ['Capital Region Marketplace', 'Shipping & Returns'];
  for (const width of [992, 1440]) {
    await buyer.setViewportSize({ width, height: 900 });
    await expect.poll(overflow).toBe(0);
    // The footer is as wide as the conversations and the chat above it.
    const left = (await footer.getByRole('link', { name: first }).boundingBox())?.x;
    const right = await footer.getByRole('link', { name: last }).boundingBox();
    expect(left).toBe(Math.max(24, (width - 1200) / 2));
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeCloseTo(width - (left ?? 0), 0);
  }
  await buyer.context().setOffline(true);
  await expect(buyer.getByText("You're offline.")).toBeVisible({ timeout: 1_000 });
  await end(/^Failed to load resource|^WebSocket connection/);
});

test('a failure to load more conversations is reported, and the next click loads them', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, end } = await twoPeople(browser, baseURL, { title: 'First of many' });
  for (let n = 0; n < conversationsPerPage; n += 1) {
    const data = { title: `Chair number ${n}`, price: '5', location: 'Troy, NY' };
    const posted = await seller.request.post('/api/listings', { data });
    const { id: listingId } = (await posted.json()) as { id: string };
    const { id } = await call<{ id: string }>(buyer.request, 'messaging.openConversation', {
      listingId,
    });
    await say(buyer, id, 'Is it still there?');
  }
  await buyer.goto('/messages');
  const rows = buyer.getByRole('link', { name: /Chair number/ });
  await expect(rows.first()).toBeVisible();
  await buyer.route(/messaging\.conversations/, (route) => route.abort());
  const more = buyer.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect(buyer.getByText("We couldn't load more conversations.")).toBeVisible();
  await buyer.unroute(/messaging\.conversations/);
  await more.click();
  await expect(buyer.getByText('First of many').first()).toBeVisible();
  await expect(buyer.getByText("We couldn't load more conversations.")).toBeHidden();
  await end(/^Failed to load resource/);
});
