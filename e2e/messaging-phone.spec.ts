import { expect, type Page, test } from '@playwright/test';
import { checkAccessibility, checkNarrowWidths } from './accessibility.ts';
import { fieldOf, logOf, say, twoPeople } from './two-people.ts';

test.use({ trace: 'off' });

/** Returns how far the document can be scrolled, in px. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);

const chatHeaderOf = (page: Page) =>
  page.getByRole('region', { name: /^Conversation with/ }).locator('header');

test('an open chat fills the screen of a phone and has one header', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, chat, id, conversation, end } = await twoPeople(browser, baseURL, {
    title: 'Walnut sideboard with three drawers',
    onPhone: true,
  });
  await say(seller, id, 'It is still here.');
  await buyer.goto('/messages');
  const row = buyer.getByRole('listitem').filter({ hasText: 'It is still here.' });
  expect((await row.boundingBox())?.width).toBe(390);
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(64);
  await expect(row.getByText('Now', { exact: true })).toBeVisible();
  await checkAccessibility(buyer, 'the inbox on a phone');
  await row.getByRole('link').click();

  const header = chatHeaderOf(buyer);
  await expect(header.getByRole('heading')).toBeFocused();
  expect(await header.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 56 });
  for (const chrome of ['banner', 'contentinfo'] as const) {
    await expect(buyer.getByRole(chrome)).toHaveCount(0);
  }
  await expect(buyer.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(header.getByRole('link', { name: /Walnut sideboard.*\$40/ })).toBeVisible();
  expect(await overflowOf(buyer)).toBe(0);

  // Simulates a keyboard in a browser that resizes the page.
  await expect(logOf(buyer).getByText('It is still here.')).toBeInViewport();
  await fieldOf(buyer).click();
  for (const height of [460, 300]) {
    await buyer.setViewportSize({ width: 390, height });
    await expect(fieldOf(buyer)).toBeInViewport({ ratio: 1 });
    await expect(buyer.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
    await expect(logOf(buyer).getByText('It is still here.')).toBeInViewport({ ratio: 1 });
    await expect(header).toBeInViewport({ ratio: 1 });
    expect(await overflowOf(buyer)).toBe(0);
  }
  await buyer.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility(buyer, 'a chat on a phone');
  await checkNarrowWidths(buyer, chat);

  await header.getByRole('button', { name: 'More' }).click();
  await checkAccessibility(buyer, 'the menu of a chat');
  const other = conversation.otherParticipants[0]?.id ?? '';
  const profile = buyer.getByRole('menuitem', { name: 'View profile' });
  await expect(profile).toHaveAttribute('href', `/users/${other}`);
  await buyer.keyboard.press('Escape');

  // The list has the site's header and bottom bar again, and fits between them.
  await buyer.getByRole('link', { name: 'All conversations' }).click();
  await expect(buyer.getByRole('heading', { name: 'Conversations (1)' })).toBeFocused();
  await expect(buyer.getByRole('banner')).toBeVisible();
  await expect.poll(() => overflowOf(buyer)).toBe(0);
  await buyer.goto(chat);
  await header.getByRole('link', { name: /Walnut sideboard/ }).click();
  await expect(buyer).toHaveURL(`/listings/${conversation.listingId}`);
  await expect(buyer.getByRole('banner')).toBeVisible();
  await end();
});

test('a chat stays above a keyboard that covers part of the window', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, chat, id, end } = await twoPeople(browser, baseURL, {
    title: 'Ladder',
    onPhone: true,
  });
  await say(seller, id, 'It has eight steps.');
  // Simulates Safari, where the window keeps its height, and the visible part becomes smaller and
  // moves down.
  await buyer.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { scale: 1, height: 844, offsetTop: 0 });
    Object.defineProperty(window, 'visualViewport', { value: view });
  });
  await buyer.goto(chat);
  await expect(logOf(buyer).getByText('It has eight steps.')).toBeVisible();
  await buyer.evaluate(() => {
    const view = window.visualViewport as VisualViewport;
    Object.assign(view, { height: 500, offsetTop: 120 });
    view.dispatchEvent(new Event('scroll'));
  });
  const panel = buyer.getByRole('region', { name: /^Conversation with/ });
  await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 120, width: 390, height: 500 });
  const field = await fieldOf(buyer).boundingBox();
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(620);
  await end();
});

test('the empty pane links to unread messages, or else to the marketplace', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, end } = await twoPeople(browser, baseURL, { title: 'Clay pot' });
  await buyer.goto('/messages');
  await expect(buyer.getByText('Select a conversation to start messaging')).toBeVisible();
  const browse = buyer.getByRole('main').getByRole('link', { name: 'Browse Marketplace' });
  await expect(browse).toHaveAttribute('href', '/listings');
  await say(seller, id, 'One');
  await say(seller, id, 'Two');
  const next = buyer.getByRole('link', { name: /^Read 2 new messages from/ });
  await expect(next).toBeVisible();
  await expect(browse).toHaveCount(0);
  await checkAccessibility(buyer, 'the empty pane');
  await next.click();
  await expect(logOf(buyer).getByText('Two', { exact: true })).toBeVisible();
  await end();
});
