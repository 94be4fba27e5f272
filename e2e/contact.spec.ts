import { type Browser, expect, type Page, test } from '@playwright/test';
import { newPage, phone, waitForHydration, watchConsole } from './page.ts';
import { enterCode, fillSignIn, nextCode, signIn } from './sign-in.ts';
import { countTaps } from './touch.ts';
import { logOf } from './two-people.ts';
import { postListings } from './api.ts';

const networkErrors = /^Failed to load resource: /;

/**
 * Creates a seller in a separate browser and posts a listing. Returns the seller's page and the
 * listing's id.
 */
async function sellerOf(browser: Browser, baseURL: string | undefined, title: string) {
  const seller = await newPage(browser, baseURL);
  await signIn(seller, `${title.toLowerCase().replaceAll(' ', '-')}-seller@example.com`);
  const [listing] = await postListings(seller.request, [{ title, price: '8', location: 'Troy' }]);
  return { seller, id: listing?.id ?? '' };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Contact Seller' });

async function stored(page: Page): Promise<string[]> {
  const list = await page.request.get('/api/conversations');
  const [conversation] = (await list.json()) as { id: string }[];
  if (!conversation) return [];
  const messages = await page.request.get(`/api/messages/${conversation.id}`);
  return ((await messages.json()) as { content: string }[]).map(({ content }) => content);
}

test('a new visitor on a phone reaches a conversation in five taps', async ({
  browser,
  baseURL,
}) => {
  const { seller } = await sellerOf(browser, baseURL, 'Five tap lamp');
  const context = await browser.newContext({ baseURL, ...phone });
  const page = await context.newPage();
  const complaints = watchConsole(page);
  const taps = await countTaps(page);
  const email = 'five-taps@example.com';
  await page.goto('/listings?search=five+tap+lamp');
  await waitForHydration(page);

  const card = page.getByRole('article').filter({ hasText: 'Five tap lamp' });
  await card.getByRole('button', { name: 'Contact Seller' }).tap();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await dialog.getByRole('button', { name: 'Sign In' }).tap();
  await expect(dialog.getByLabel('Verification code')).toBeFocused();
  await page.keyboard.type(await nextCode(page.request, email));
  // The dialog requests a new user's name, which needs no tap to skip.
  await expect(dialog.getByText(/^So .+ knows who's writing/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Is this still available?' }).tap();
  await expect(dialog.getByRole('button', { name: 'Send message' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Send message' }).tap();
  await expect(dialog.getByText('Message sent')).toBeVisible();
  expect(taps.count).toBe(4);
  await dialog.getByRole('link', { name: 'View conversation' }).tap();
  await expect(logOf(page).getByText('Is this still available?')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(taps.count).toBe(5);
  expect(await stored(page)).toEqual(['Is this still available?']);
  expect(complaints).toEqual([]);
  await Promise.all([context.close(), seller.context().close()]);
});

test('a new user can give a name with the first message and is asked only once', async ({
  browser,
  baseURL,
}) => {
  const { seller, id } = await sellerOf(browser, baseURL, 'Newcomer chair');
  const buyer = await newPage(browser, baseURL);
  const email = 'newcomer-with-a-name@example.com';
  await buyer.goto(`/listings/${id}`);
  const open = () => buyer.getByRole('button', { name: 'Contact Seller' }).first().click();
  await open();
  const dialog = dialogOf(buyer);
  expect(await fillSignIn(buyer, dialog, email)).toMatchObject({ isNew: true });
  await expect(dialog.getByLabel(/^Message to /)).toBeFocused();
  await dialog.getByLabel('First name').fill('Robin');
  const town = dialog.getByRole('combobox', { name: 'Town' });
  await town.fill('Boston');
  await dialog.getByLabel(/^Message to /).fill('Hello');
  await dialog.getByRole('button', { name: 'Can I pick it up today?' }).click();
  await expect(dialog.getByLabel(/^Message to /)).toHaveValue('Hello Can I pick it up today?');
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect(town).toHaveAccessibleDescription(/only available in the Capital Region/);
  expect(await stored(buyer)).toEqual([]);
  await town.fill('troy');
  await dialog.getByLabel(/^Message to /).focus();
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await dialog.getByRole('button', { name: 'Keep browsing' }).click();
  await expect(dialog).toBeHidden();
  const menu = buyer.getByRole('banner').getByRole('button', { name: 'Account menu for Robin' });
  await expect(menu).toBeVisible();
  const user = await buyer.request.get('/api/auth/user');
  expect(await user.json()).toMatchObject({ firstName: 'Robin', lastName: null, town: 'Troy, NY' });
  await open();
  await expect(dialog.getByLabel(/^Message to /)).toHaveValue('');
  await expect(dialog.getByLabel('First name')).toHaveCount(0);

  await buyer.context().clearCookies();
  await buyer.goto(`/listings/${id}`);
  await open();
  expect(await fillSignIn(buyer, dialog, email)).toMatchObject({ isNew: false });
  await expect(dialog.getByLabel(/^Message to /)).toBeFocused();
  await expect(dialog.getByLabel('First name')).toHaveCount(0);
  await Promise.all([buyer, seller].map((page) => page.context().close()));
});

test('only the close button ends the sign-in before a first message, and a reload continues it', async ({
  browser,
  baseURL,
}) => {
  const { seller, id } = await sellerOf(browser, baseURL, 'Interrupted rug');
  const buyer = await newPage(browser, baseURL);
  const email = 'interrupted@example.com';
  await buyer.goto(`/listings/${id}`);
  const open = buyer.getByRole('button', { name: 'Contact Seller' }).first();
  const dialog = dialogOf(buyer);
  const cross = dialog.getByRole('button', { name: 'Close' });
  await open.click();
  await expect(dialog.getByText('Sign in to message this seller.')).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await buyer.keyboard.press('Escape');
  await buyer.mouse.click(4, 4);
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await expect(dialog.getByLabel(/^Message to /)).toHaveCount(0);
  await cross.click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByLabel('Verification code')).toBeFocused();

  // A phone may reload the page while its user reads the email.
  await buyer.reload();
  await open.click();
  await enterCode(buyer, dialog, email);
  await expect(dialog.getByLabel(/^Message to /)).toBeFocused();
  await buyer.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await Promise.all([buyer, seller].map((page) => page.context().close()));
});

test('a message draft survives a closed dialog, a reload and a failure, and is sent once', async ({
  browser,
  baseURL,
}) => {
  const { seller, id } = await sellerOf(browser, baseURL, 'Tin lamp');
  const buyer = await newPage(browser, baseURL);
  const complaints = watchConsole(buyer);
  await seller.goto(`/listings/${id}`);
  await expect(seller.getByRole('button', { name: 'Your Listing' }).first()).toBeDisabled();
  await signIn(buyer, 'contact-buyer@example.com');
  await buyer.goto(`/listings/${id}`);
  await buyer.getByRole('button', { name: 'Contact Seller' }).first().click();

  const dialog = dialogOf(buyer);
  const field = dialog.getByLabel(/^Message to /);
  const sendButton = dialog.getByRole('button', { name: 'Send message' });
  await expect(sendButton).toBeDisabled();
  const emptyText = dialog.getByText('Please enter a message.');
  await field.press('Control+Enter');
  await expect(emptyText).toBeVisible();
  await field.fill('Hello');
  await expect(emptyText).toBeHidden();
  await field.fill('   ');
  await expect(emptyText).toBeVisible();
  await expect(sendButton).toBeDisabled();
  await field.fill('Does it come with a bulb?');
  await buyer.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await buyer.reload();
  await buyer.getByRole('button', { name: 'Contact Seller' }).first().click();
  await expect(field).toHaveValue('Does it come with a bulb?');

  await buyer.route('**/trpc/messaging.openConversation?*', (route) => route.abort());
  await sendButton.click();
  await expect(buyer.getByText('Failed to start conversation. Please try again.')).toBeVisible();
  await expect(field).toHaveValue('Does it come with a bulb?');
  await buyer.unroute('**/trpc/messaging.openConversation?*');

  // The message arrives, but its response does not. Until then, no button works.
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await buyer.route(/\/trpc\/(?:[^?]*,)?messaging\.send[,?]/, async (route) => {
    await route.fetch();
    await answered;
    await route.abort();
  });
  await sendButton.click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await buyer.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  answer();
  await expect(buyer.getByText('Failed to send message. Please try again.')).toBeVisible();
  await expect(field).toHaveValue('Does it come with a bulb?');
  await buyer.unroute(/\/trpc\/(?:[^?]*,)?messaging\.send[,?]/);
  await sendButton.click();
  await expect(dialog.getByText('Message sent')).toBeVisible();
  await buyer.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await stored(buyer)).toEqual(['Does it come with a bulb?']);

  await buyer.getByRole('button', { name: 'Contact Seller' }).first().click();
  await expect(field).toHaveValue('');
  await expect(seller.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
  expect(complaints.filter((text) => !networkErrors.test(text))).toEqual([]);
  await Promise.all([buyer, seller].map((page) => page.context().close()));
});
