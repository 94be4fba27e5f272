import { expect, type Page, test } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { call } from './api.ts';
import { fieldOf, logOf, say, twoPeople } from './two-people.ts';

test.use({ trace: 'off' });

const optionsOf = (page: Page) => page.getByRole('button', { name: /^Options for/ });

test('a conversation can be archived and restored, and returns to the inbox with a new message', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, openTab, end } = await twoPeople(browser, baseURL, {
    title: 'Copper kettle',
    onPhone: true,
  });
  await say(seller, id, 'Do you want it?');
  const tab = await openTab();
  await tab.goto('/messages');
  await buyer.goto('/messages');
  const row = (page: Page) => page.getByRole('link', { name: /Copper kettle/ });
  await expect(row(tab)).toBeVisible();
  await optionsOf(buyer).click();
  await buyer.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(buyer.getByText('Conversation archived')).toBeVisible();
  for (const page of [buyer, tab]) {
    await expect(page.getByText('No conversations yet.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Conversations (0)' })).toBeVisible();
    // An archived conversation counts as read.
    await expect(page.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  }
  await buyer.getByRole('button', { name: 'Undo' }).click();
  await expect(buyer.getByText('Moved to your inbox')).toBeVisible();
  for (const page of [buyer, tab]) await expect(row(page)).toBeVisible();

  // Archives from the chat's menu, which then shows the list.
  await row(buyer).click();
  await buyer.getByRole('button', { name: 'More' }).click();
  await buyer.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(buyer).toHaveURL('/messages');
  await expect(buyer.getByText('No conversations yet.')).toBeVisible();
  await buyer.getByRole('link', { name: 'Archived' }).click();
  await expect(buyer.getByRole('heading', { name: 'Archived (1)' })).toBeFocused();
  await checkAccessibility(buyer, 'the archive');
  await row(buyer).click();
  await expect(logOf(buyer).getByText('Do you want it?')).toBeVisible();
  await buyer.getByRole('link', { name: 'All conversations' }).click();
  await expect(buyer.getByRole('heading', { name: 'Archived (1)' })).toBeVisible();

  // The next message returns the conversation to the inbox on every page.
  await say(seller, id, 'Last chance.');
  await expect(buyer.getByText('Nothing archived')).toBeVisible();
  await expect(
    tab.getByRole('link', { name: /Copper kettle.*Last chance.*1 unread/ }),
  ).toBeVisible();
  await buyer.getByRole('link', { name: 'Back to inbox' }).first().click();
  await expect(buyer.getByRole('link', { name: /Copper kettle.*1 unread/ })).toBeVisible();
  await end();
});

test('a conversation with a new message is not archived, and a failure is reported', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, end } = await twoPeople(browser, baseURL, { title: 'Tin soldier' });
  await buyer.goto('/messages');
  await optionsOf(buyer).focus();
  await buyer.keyboard.press('Enter');
  const archive = buyer.getByRole('menuitem', { name: 'Archive' });
  // The message is stored while the request is on its way.
  await buyer.route(/messaging\.archive/, async (route) => {
    await say(seller, id, 'Wait!');
    await route.continue();
  });
  await archive.click();
  await expect(buyer.getByText('A new message just came in')).toBeVisible();
  await expect(buyer.getByRole('link', { name: /Tin soldier.*Wait!.*1 unread/ })).toBeVisible();
  await buyer.unroute(/messaging\.archive/);

  await buyer.route(/messaging\.archive/, (route) => route.abort());
  await optionsOf(buyer).click();
  await archive.click();
  await expect(buyer.getByText(/^We couldn't archive this conversation/)).toBeVisible();
  await buyer.unroute(/messaging\.archive/);

  // The focus stays in the list when the keyboard is used.
  await optionsOf(buyer).focus();
  await buyer.keyboard.press('Enter');
  await expect(buyer.getByRole('menuitem', { name: 'View profile' })).toBeFocused();
  // While it fades in, the menu focuses its first item twice, some milliseconds apart.
  await expect(buyer.getByRole('menu')).toHaveCSS('opacity', '1');
  await buyer.keyboard.press('ArrowUp');
  await expect(archive).toBeFocused();
  await buyer.keyboard.press('Enter');
  await expect(buyer.getByText('No conversations yet.')).toBeVisible();
  await expect(buyer.getByRole('heading', { name: 'Conversations (0)' })).toBeFocused();
  await end(/^Failed to load resource/);
});

test('search finds conversations by name, listing and message, including archived ones', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, end } = await twoPeople(browser, baseURL, { title: 'Cedar chest' });
  await say(seller, id, 'There are moth balls in it, and the key is lost.');
  await say(seller, id, 'Sorry.');
  const data = { title: 'Iron pan', price: '5', location: 'Troy, NY' };
  const posted = await seller.request.post('/api/listings', { data });
  const { id: listingId } = (await posted.json()) as { id: string };
  const pan = await call<{ id: string }>(buyer.request, 'messaging.openConversation', {
    listingId,
  });
  await say(buyer, pan.id, 'Is it rusty?');
  await call(buyer.request, 'messaging.archive', { conversationId: pan.id, archived: true });

  await buyer.goto('/messages');
  const field = buyer.getByRole('textbox', { name: 'Search conversations' });
  await field.fill('MOTH');
  const found = buyer.getByRole('link', { name: /Cedar chest.*moth balls in it/ });
  await expect(found.locator('mark')).toHaveText('moth');
  await expect(buyer.getByText('1 conversation found')).toBeAttached();
  await checkAccessibility(buyer, 'what was found');
  await field.fill('iron');
  await expect(buyer.getByRole('link', { name: /Archived.*Iron pan/ })).toBeVisible();
  await field.fill('no such thing');
  await expect(buyer.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(buyer.getByRole('status').getByText('No matches')).toBeAttached();
  await buyer.getByRole('button', { name: 'Clear search', exact: true }).last().click();
  await expect(found).toHaveCount(0);

  // A conversation that is in no loaded list opens and updates live.
  await field.fill('rusty');
  await buyer.getByRole('link', { name: /Iron pan/ }).click();
  await expect(logOf(buyer).getByText('Is it rusty?')).toBeVisible();
  await say(seller, pan.id, 'Only a little.');
  await expect(logOf(buyer).getByText('Only a little.')).toBeVisible();
  await fieldOf(buyer).fill('I take it.');
  await fieldOf(buyer).press('Enter');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(buyer.getByRole('link', { name: /Iron pan.*I take it\./ })).toBeVisible();
  // Arrow keys move between the rows.
  await buyer.getByRole('link', { name: /Iron pan.*I take it\./ }).focus();
  await buyer.keyboard.press('ArrowDown');
  await expect(buyer.getByRole('link', { name: /Cedar chest.*Sorry/ })).toBeFocused();
  await end();
});
