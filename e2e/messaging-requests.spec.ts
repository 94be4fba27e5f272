import { expect, type Page, test } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { fieldOf, logOf, say, twoPeople } from './two-people.ts';

test.use({ trace: 'off' });

const requestsOf = (page: Page) => page.getByRole('group', { name: /^Requests/ });
const barOf = (page: Page) => page.getByRole('region', { name: 'Request' });

test('a request is apart from the inbox until its receiver accepts or answers it', async ({
  browser,
  baseURL,
}) => {
  const one = await twoPeople(browser, baseURL, { title: 'Pewter jug', isNew: true });
  const { seller, buyer } = one;
  await seller.goto('/messages');
  // The conversation is open, but nobody has written.
  await expect(seller.getByRole('heading', { name: 'Conversations (1)' })).toBeVisible();
  // The request arrives live. Its author sees an ordinary conversation.
  await buyer.goto(one.chat);
  await fieldOf(buyer).fill('Hello! See https://example.com/jug');
  await buyer.keyboard.press('Enter');
  await expect(logOf(buyer).getByRole('link', { name: 'https://example.com/jug' })).toBeVisible();
  await expect(buyer.getByRole('heading', { name: 'Conversations (1)' })).toBeVisible();
  await expect(barOf(buyer)).toHaveCount(0);
  const row = requestsOf(seller).getByRole('link', { name: /Pewter jug.*1 unread/ });
  await expect(row).toBeVisible();
  await expect(requestsOf(seller).getByRole('heading')).toHaveText('Requests (1)');
  await expect(seller.getByRole('heading', { name: 'Conversations (0)' })).toBeVisible();
  await expect(seller.getByText('No conversations yet.')).toBeHidden();
  await expect(seller.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();

  await row.click();
  await expect(barOf(seller)).toContainText('is new here. Reply to accept, or:');
  await expect(logOf(seller).getByText('https://example.com/jug')).toBeVisible();
  await expect(logOf(seller).getByRole('link')).toHaveCount(0);
  await checkAccessibility(seller, 'a request');
  await fieldOf(seller).fill('A draft');
  await barOf(seller).getByRole('button', { name: 'Accept' }).click();
  await expect(barOf(seller)).toHaveCount(0);
  await expect(requestsOf(seller)).toHaveCount(0);
  await expect(seller.getByRole('heading', { name: 'Conversations (1)' })).toBeVisible();
  await expect(fieldOf(seller)).toHaveValue('A draft');

  const other = await twoPeople(browser, baseURL, { title: 'Pewter plate', isNew: true });
  await say(other.buyer, other.id, 'Still there?');
  await other.seller.goto(other.chat);
  await expect(barOf(other.seller)).toBeVisible();
  await fieldOf(other.seller).fill('Yes, it is.');
  await other.seller.keyboard.press('Enter');
  await expect(barOf(other.seller)).toHaveCount(0);
  await expect(requestsOf(other.seller)).toHaveCount(0);
  await expect(logOf(other.seller).getByText('Yes, it is.')).toBeVisible();
  await other.end();
  await one.end();
});

test('a request can be reported, and its author blocked', async ({ browser, baseURL }) => {
  const { seller, buyer, id, chat, end } = await twoPeople(browser, baseURL, {
    title: 'Pewter mug',
    isNew: true,
  });
  await say(buyer, id, 'Pay me first.');
  await seller.goto(chat);
  await barOf(seller).getByRole('button', { name: 'Report' }).click();
  const report = seller.getByRole('dialog', { name: 'Report message' });
  await expect(report.getByText('Pay me first.')).toBeVisible();
  await seller.keyboard.press('Escape');
  await expect(report).toBeHidden();
  await barOf(seller).getByRole('button', { name: 'Block' }).click();
  await seller.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(seller).toHaveURL('/messages');
  await expect(requestsOf(seller)).toHaveCount(0);
  await end();
});
