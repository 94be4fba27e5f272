import { expect, type Page, test } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { call } from './api.ts';
import { newPage } from './page.ts';
import { listen } from './screen-reader.ts';
import { signIn } from './sign-in.ts';
import { fieldOf, twoPeople } from './two-people.ts';

/** The product promises that a change appears within a second. */
const promised = { timeout: 1_000 };

/** Opens a page, and waits until it follows its listings. */
async function open(page: Page, path: string): Promise<void> {
  const following = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => payload.includes('"version"')),
    );
  await Promise.all([following, page.goto(path)]);
}

test('open pages show a new price and availability within a second', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, conversation, id, chat, openTab, end } = await twoPeople(
    browser,
    baseURL,
    { title: 'Cherry sideboard' },
  );
  const { listingId } = conversation;
  const list = await newPage(browser, baseURL);
  const page = await list.context().newPage();
  const { hears } = await listen(page);
  const other = await openTab();
  await Promise.all([
    open(list, '/listings?search=cherry+sideboard'),
    open(page, `/listing/${listingId}`),
    open(buyer, chat),
    open(other, '/messages'),
  ]);
  const card = list.getByRole('article').filter({ hasText: 'Cherry sideboard' });
  const places = [
    card,
    page.getByRole('main').locator('header'),
    buyer.getByRole('region', { name: /^Conversation with/ }).locator('header'),
  ];
  const shows = (text: string) =>
    Promise.all(places.map((place) => expect(place).toContainText(text, promised)));
  const room = async () => ({
    card: await card.boundingBox(),
    button: await page.getByRole('button', { name: 'Contact Seller' }).boundingBox(),
  });
  const before = await room();

  await call(seller.request, 'listings.update', {
    ...{ id: listingId, title: 'Cherry sideboard', price: '35' },
  });
  await shows('$35');
  await hears('Price changed to $35');
  await expect(buyer.getByText('Price changed to $35').first()).toBeVisible();
  expect(await room()).toEqual(before);
  await expect(fieldOf(buyer)).toBeInViewport({ ratio: 1 });
  await checkAccessibility(page, 'a listing whose price has just changed');

  await call(seller.request, 'deals.reserve', { conversationId: id });
  await shows('Reserved');
  await hears('Reserved');
  expect(await card.boundingBox()).toEqual(before.card);
  await call(seller.request, 'deals.release', { listingId });
  await call(seller.request, 'deals.markSold', { listingId });
  await shows('Sold');
  await expect(other.getByRole('listitem').getByText('Sold')).toBeVisible(promised);
  await expect(buyer.getByText('Sold just now')).toBeVisible();
  expect(await card.boundingBox()).toEqual(before.card);
  await checkAccessibility(buyer, 'a chat about what has just been sold');

  await call(seller.request, 'listings.remove', { id: listingId });
  await expect(card).toContainText('No longer available', promised);
  await expect(card.getByRole('link')).toHaveCount(0);
  await hears('No longer available');
  await expect(page.getByRole('heading', { name: 'Cherry sideboard' })).toBeVisible();
  expect(await card.boundingBox()).toEqual(before.card);
  await checkAccessibility(list, 'a list with what has just been removed');
  await list.context().close();
  await end();
});

test('a page still shows changes after its visitor signs in in another tab', async ({
  browser,
  baseURL,
}) => {
  const { seller, conversation, end } = await twoPeople(browser, baseURL, { title: 'Ash bench' });
  const { listingId: id } = conversation;
  const visitor = await newPage(browser, baseURL);
  await open(visitor, `/listing/${id}`);
  await signIn(visitor, 'ash-bench-visitor@example.com');
  const socketOfUser = visitor.waitForEvent('websocket');
  await (await visitor.context().newPage()).goto('/privacy-policy');
  await socketOfUser;
  await call(seller.request, 'listings.update', { id, title: 'Ash bench', price: '31' });
  await expect(visitor.getByRole('main').locator('header')).toContainText('$31');
  await visitor.context().close();
  await end();
});
