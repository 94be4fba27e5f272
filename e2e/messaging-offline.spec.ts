import { expect, type Page, test, type WebSocketRoute } from '@playwright/test';
import { call } from './api.ts';
import { fieldOf, logOf, say, twoPeople } from './two-people.ts';

/** The browser's messages about a request that failed or was refused. */
const networkErrors = /^Failed to load resource: |^WebSocket connection to /;

const waitingOf = (page: Page) => logOf(page).getByText('Waiting for connection…');

async function write(page: Page, ...messages: string[]): Promise<void> {
  for (const message of messages) {
    await fieldOf(page).fill(message);
    await fieldOf(page).press('Enter');
    await expect(logOf(page).getByText(message, { exact: true })).toBeVisible();
  }
}

/** Returns the messages of the conversation on the server, oldest first. */
async function stored(page: Page, conversationId: string): Promise<string[]> {
  const input = encodeURIComponent(JSON.stringify({ conversationId }));
  const answer = await page.request.get(`/trpc/messaging.history?input=${input}`);
  const { result } = (await answer.json()) as {
    result: { data: { items: { content: string }[] } };
  };
  return result.data.items.map(({ content }) => content).reverse();
}

test('messages written offline are sent once and in order, even after the page was closed', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, chat, openTab, end } = await twoPeople(browser, baseURL, {
    title: 'Blue stool',
  });
  await seller.goto(chat);
  await buyer.goto(chat);
  await write(buyer, 'Zero');
  await expect(logOf(seller).getByText('Zero', { exact: true })).toBeVisible();

  await buyer.context().setOffline(true);
  await write(buyer, 'One', 'Two', 'Three');
  await expect(waitingOf(buyer).first()).toBeVisible();
  await expect(
    buyer.getByText("You're offline. We'll send your messages when you reconnect."),
  ).toBeVisible();
  expect(await stored(seller, id)).toEqual(['Zero']);
  await buyer.close();
  await seller.context().setOffline(true);
  await expect(seller.getByText("You're offline.", { exact: false })).toBeVisible();

  const again = await openTab();
  await again.context().setOffline(false);
  await again.goto(chat);
  // A page that opens again must load its code first.
  const opening = { timeout: 20_000 };
  await expect(logOf(again).getByText('Three', { exact: true })).toBeVisible(opening);
  const all = ['Zero', 'One', 'Two', 'Three'];
  await expect.poll(() => stored(again, id), opening).toEqual(all);
  await expect(waitingOf(again)).toHaveCount(0);

  // The seller was offline during that time and misses nothing.
  await seller.context().setOffline(false);
  for (const text of ['One', 'Two', 'Three']) {
    await expect(logOf(seller).getByText(text, { exact: true })).toHaveCount(1);
  }
  await expect(seller.getByText("You're offline.", { exact: false })).toBeHidden();
  await end(networkErrors);
});

test('no message is lost or duplicated when the server is unreachable or a response is lost', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, chat, end } = await twoPeople(browser, baseURL, {
    title: 'Green stool',
  });
  let isCut = false;
  let isMute = false;
  const sockets: WebSocketRoute[] = [];
  await buyer.routeWebSocket('**/trpc', async (socket) => {
    if (isCut) return socket.close();
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      if (!isMute) server.send(frame);
    });
    sockets.push(socket);
  });
  await seller.goto(chat);
  await buyer.goto(chat);
  // The call may share a request with others.
  const sends = /\/trpc\/(?:[^?]*,)?messaging\.send[,?]/;
  await buyer.route(sends, (route) => route.abort());
  // Messages go over the open socket, and no message is lost when the socket is dead.
  await write(buyer, 'Over the socket');
  await expect(logOf(seller).getByText('Over the socket', { exact: true })).toBeVisible();
  await buyer.unroute(sends);
  isMute = true;
  await write(buyer, 'Without it');
  await expect(logOf(seller).getByText('Without it', { exact: true })).toBeVisible();
  await buyer.route(sends, (route) => route.abort());

  isCut = true;
  for (const socket of sockets) await socket.close();
  await write(buyer, 'One', 'Two');
  await expect(waitingOf(buyer).first()).toBeVisible();
  await buyer.unroute(sends);
  await expect(logOf(seller).getByText('Two', { exact: true })).toBeVisible();
  await expect(waitingOf(buyer)).toHaveCount(0);

  let lost = 0;
  await buyer.route(sends, async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await write(buyer, 'Three', 'Four');
  await expect(logOf(seller).getByText('Four', { exact: true })).toBeVisible();
  await expect(waitingOf(buyer)).toHaveCount(0);
  expect(lost).toBe(1);

  // The page reloads while a message is being sent.
  await buyer.unroute(sends);
  await buyer.route(sends, async (route) => {
    await route.fetch();
    await buyer.reload();
  });
  await fieldOf(buyer).fill('Five');
  await Promise.all([buyer.waitForEvent('load'), fieldOf(buyer).press('Enter')]);
  await buyer.unroute(sends);
  await expect(logOf(buyer).getByText('Five', { exact: true })).toHaveCount(1);
  expect(await stored(seller, id)).toEqual([
    ...['Over the socket', 'Without it', 'One', 'Two', 'Three', 'Four', 'Five'],
  ]);
  await end(networkErrors);
});

test('a refused message can be retried or discarded and does not block later messages', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, chat, end } = await twoPeople(browser, baseURL, {
    title: 'Red stool',
  });
  await buyer.goto(chat);
  await expect(fieldOf(buyer)).toBeVisible();
  const buyerId = await idOf(buyer);
  await call(seller.request, 'messaging.block', { userId: buyerId });
  await write(buyer, 'One', 'Two');
  const failed = logOf(buyer).getByRole('alert');
  await expect(failed).toHaveCount(2);
  expect(await stored(buyer, id)).toEqual([]);

  await call(seller.request, 'messaging.unblock', { userId: buyerId });
  await buyer.reload();
  await expect(failed).toHaveCount(2);
  // Uses the keyboard, because the layout may still shift after the reload.
  await failed.first().getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(failed).toHaveCount(1);
  await write(buyer, 'Three');
  await expect.poll(() => stored(buyer, id)).toEqual(['Three']);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toHaveCount(0);
  await expect.poll(() => stored(buyer, id)).toEqual(['Three', 'Two']);

  // The server refuses a message with another user as its sender.
  const message = { conversationId: id, content: 'Four', clientId: crypto.randomUUID() };
  const refused = await seller.request.post('/trpc/messaging.send', {
    data: { ...message, senderId: buyerId },
  });
  expect(refused.status()).toBe(401);
  await end(networkErrors);
});

async function idOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/auth/user');
  return ((await answer.json()) as { id: string }).id;
}

test('two tabs of one person stay in sync, and both sign out together', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, id, chat, openTab, end } = await twoPeople(browser, baseURL, {
    title: 'Pine stool',
  });
  const other = await openTab();
  await buyer.goto('/listings');
  await other.goto('/settings');
  for (const tab of [buyer, other]) {
    await expect(tab.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  }
  await say(seller, id, 'Still interested?');
  for (const tab of [buyer, other]) {
    await expect(tab.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
    await expect(tab).toHaveTitle(/^\(1\) /);
  }
  await other.getByRole('button', { name: /^Account menu for / }).click();
  await expect(other.getByRole('menuitem', { name: /^Messages\s*1$/ })).toBeVisible();
  await other.keyboard.press('Escape');

  await buyer.goto(chat);
  for (const tab of [buyer, other]) {
    await expect(tab.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
    await expect(tab).not.toHaveTitle(/^\(/);
  }
  await other.goto(chat);
  await write(buyer, 'Yes, very.');
  await expect(logOf(other).getByText('Yes, very.', { exact: true })).toHaveCount(1);
  await buyer.context().setOffline(true);
  await write(other, 'From one tab.');
  await expect(logOf(buyer).getByText('From one tab.', { exact: true })).toHaveCount(1);
  await write(buyer, 'From the other.');
  await buyer.context().setOffline(false);
  const all = ['Still interested?', 'Yes, very.', 'From one tab.', 'From the other.'];
  await expect.poll(() => stored(seller, id)).toEqual(all);
  for (const tab of [buyer, other]) {
    await expect(waitingOf(tab)).toHaveCount(0);
    await expect(logOf(tab).getByText('From the other.', { exact: true })).toHaveCount(1);
  }

  await other.goto('/listings');
  await expect(other.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await buyer.goto('/listings');
  const openSocket = other.waitForEvent('websocket');
  await other.reload();
  await openSocket;
  await expect(other.getByRole('button', { name: /^Account menu for / })).toBeVisible();
  await buyer.getByRole('button', { name: /^Account menu for / }).click();
  await buyer.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(buyer.getByText('You have been successfully signed out.')).toBeVisible();
  await expect(other.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await end(networkErrors);
});

test('a tab whose connection died while it slept catches up when it wakes', async ({
  browser,
  baseURL,
}) => {
  const { seller, id, chat, openTab, end } = await twoPeople(browser, baseURL, {
    title: 'Oak stool',
  });
  const tab = await openTab();
  let sockets = 0;
  let dead = -1;
  await tab.routeWebSocket(/\/trpc$/, (socket) => {
    sockets += 1;
    const mine = sockets;
    const server = socket.connectToServer();
    socket.onMessage((message) => mine > dead && server.send(message));
    server.onMessage((message) => mine > dead && socket.send(message));
  });
  // Blocks the history after the connection died. A late response could deliver the messages
  // without the socket.
  await tab.route(/messaging\.history/, async (route) => {
    const response = await route.fetch();
    await (sockets === dead ? route.abort() : route.fulfill({ response }));
  });
  await tab.goto(chat);
  // From now on, messages arrive only through the feed.
  await expect(logOf(tab).getByText('Say hello to')).toBeVisible();
  await say(seller, id, 'One');
  await expect(logOf(tab).getByText('One', { exact: true })).toBeVisible();

  // From now on, the socket carries nothing, not even a close frame.
  dead = sockets;
  await say(seller, id, 'Two');
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(logOf(tab).getByText('Two', { exact: true })).toBeVisible();
  expect(sockets).toBe(dead + 1);

  // A socket that answers is not replaced.
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await say(seller, id, 'Three');
  await expect(logOf(tab).getByText('Three', { exact: true })).toBeVisible();

  // Freezes the tab, as browsers freeze hidden tabs on phones.
  const session = await tab.context().newCDPSession(tab);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await say(seller, id, 'Four');
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(logOf(tab).getByText('Four', { exact: true })).toBeVisible();
  expect(sockets).toBe(dead + 1);
  await end(networkErrors);
});

test('a tab that wakes while its socket is opening waits for that socket', async ({
  browser,
  baseURL,
}) => {
  const { seller, id, chat, openTab, end } = await twoPeople(browser, baseURL, {
    title: 'Ash stool',
  });
  const tab = await openTab();
  let sockets = 0;
  await tab.routeWebSocket(/\/trpc$/, async (socket) => {
    sockets += 1;
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    socket.connectToServer();
  });
  await tab.goto(chat);
  await expect(fieldOf(tab)).toBeVisible();
  await say(seller, id, 'One');
  await expect(logOf(tab).getByText('One', { exact: true })).toBeVisible();
  expect(sockets).toBe(1);
  await end();
});
