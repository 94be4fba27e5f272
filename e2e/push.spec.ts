import { type Browser, expect, type Page, test, type Worker } from '@playwright/test';
import { signIn } from './sign-in.ts';
import { waitForHydration, watchConsole } from './page.ts';

const pushService = `http://127.0.0.1:${process.env.E2E_PUSH_PORT}`;

/** The global scope of a service worker. Its types are not available here. */
interface WorkerScope extends EventTarget {
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  /** The notifications that would be visible. A browser without a screen shows none. */
  shown: Shown[];
}

interface Shown {
  title: string;
  tag: string;
  data: { path: string };
}

/**
 * Opens a browser with a service worker that may show notifications. The browser has no push
 * service, which would need a Google account, so it subscribes to a local one.
 */
async function openBrowser(browser: Browser, allowed: boolean): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({ baseURL, serviceWorkers: 'allow' });
  if (allowed) await context.grantPermissions(['notifications']);
  const page = await context.newPage();
  await page.exposeFunction('subscribeAtPushService', async (applicationServerKey: string) => {
    const body = JSON.stringify({ applicationServerKey });
    return (await fetch(`${pushService}/subscriptions`, { method: 'POST', body })).json();
  });
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = async (options) => {
      const window = globalThis as unknown as {
        subscribeAtPushService: (key: unknown) => Promise<PushSubscriptionJSON>;
      };
      const subscription = await window.subscribeAtPushService(options?.applicationServerKey);
      return { ...subscription, toJSON: () => subscription } as unknown as PushSubscription;
    };
  });
  return page;
}

/** Returns what has arrived at this endpoint of the push service, decrypted. */
async function arrivedAt(endpoint: string): Promise<{ title: string }[]> {
  const all = (await (await fetch(`${pushService}/received`)).json()) as {
    subscription: string;
    content: { title: string };
  }[];
  const id = endpoint.split('/').at(-1);
  return all.flatMap(({ subscription, content }) => (subscription === id ? content : []));
}

/** Returns the push endpoint of the page's device. */
async function endpointOf(page: Page): Promise<string> {
  const answer = await page.request.get('/trpc/push.settings');
  return (await answer.json()).result.data.device.endpoint;
}

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/**
 * Dispatches an event to the service worker like the browser, waits until it is handled, and
 * returns the notifications.
 */
async function deliver(page: Page, type: string, content: object): Promise<Shown[]> {
  const worker = await workerOf(page);
  const event = { type, content };
  return worker.evaluate(async ({ type, content }) => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options } as Shown);
    const done: Promise<unknown>[] = [];
    const about =
      type === 'push'
        ? { data: { json: () => content } }
        : { notification: { ...content, close: () => undefined } };
    const waitUntil = (work: Promise<unknown>) => void done.push(work);
    scope.dispatchEvent(Object.assign(new Event(type), about, { waitUntil }));
    await Promise.all(done);
    return scope.shown;
  }, event);
}

async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), path).toBe(true);
  const body = (await answer.json()) as { id: string; result?: { data: { id: string } } };
  return body.result?.data ?? body;
}

/**
 * Posts a listing of the seller, and opens the buyer's conversation about it. Returns the
 * conversation's id.
 */
async function askedBy(buyer: Page, seller: Page, title: string): Promise<string> {
  const listing = { title, description: 'In good order.', price: '40', location: 'Troy, NY' };
  const { id: listingId } = await post(seller, '/api/listings', listing);
  return (await post(buyer, '/trpc/messaging.openConversation', { listingId })).id;
}

const send = (page: Page, conversationId: string, content: string) =>
  post(page, '/trpc/messaging.send', { conversationId, content, clientId: crypto.randomUUID() });

const deviceSwitch = (page: Page) => page.getByRole('switch', { name: 'Notify me on this device' });

test('a message arrives as a notification, which opens the conversation in the existing window', async ({
  browser,
}) => {
  const [seller, buyer] = await Promise.all([
    openBrowser(browser, true),
    openBrowser(browser, true),
  ]);
  await signIn(seller, 'sam.push@example.com');
  await signIn(buyer, 'dana.push@example.com');
  const complaints = watchConsole(seller);
  await post(buyer, '/trpc/account.update', { firstName: 'Dana', username: 'dana-push' });
  const id = await askedBy(buyer, seller, 'Beech stool');

  await seller.goto('/settings?section=notifications');
  await deviceSwitch(seller).press('Space');
  await expect(seller.getByRole('switch', { name: 'Messages', exact: true })).toBeChecked();
  const endpoint = await endpointOf(seller);
  await send(buyer, id, 'Is it still there?');
  await expect.poll(() => arrivedAt(endpoint)).toHaveLength(1);
  const [push] = await arrivedAt(endpoint);
  expect(push).toMatchObject({ title: 'New message from Dana', body: null });

  // No notification appears while the page is visible. Then the page is gone.
  expect(await deliver(seller, 'push', push!)).toEqual([]);
  await seller.goto('about:blank');
  const [shown] = await deliver(seller, 'push', push!);
  expect(shown).toMatchObject({ title: 'New message from Dana', tag: `messages:${id}` });

  await seller.goto('/listings');
  await waitForHydration(seller);
  await seller.evaluate(() => Object.assign(window, { isSamePage: true }));
  await seller.waitForLoadState('networkidle');
  await deliver(seller, 'notificationclick', shown!);
  await expect(seller).toHaveURL(`/messages?c=${id}`);
  await expect(seller.getByText('Is it still there?').first()).toBeVisible();
  expect(await seller.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(complaints).toEqual([]);
  await Promise.all([seller.context().close(), buyer.context().close()]);
});

test('each device gets the notifications that its user chose, until they are turned off', async ({
  browser,
}) => {
  const page = await openBrowser(browser, true);
  const complaints = watchConsole(page);
  await signIn(page, 'choosy.push@example.com');
  await page.goto('/settings?section=notifications');
  await deviceSwitch(page).press('Space');
  const details = page.getByRole('switch', { name: 'Show details' });
  await expect(details).not.toBeChecked();
  await details.press('Space');
  await page.getByRole('switch', { name: 'Deals' }).press('Space');
  await expect(page.getByRole('status').getByText('Saved')).toHaveCount(3);
  await page.reload();
  await expect(details).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Deals' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Alerts' })).toBeChecked();
  await deviceSwitch(page).press('Space');
  await expect(details).toHaveCount(0);
  await page.reload();
  await expect(deviceSwitch(page)).not.toBeChecked();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('notifications are offered after the first message and after saving a search, but not after a refusal', async ({
  browser,
}) => {
  const [seller, buyer] = await Promise.all([
    openBrowser(browser, true),
    openBrowser(browser, true),
  ]);
  await signIn(seller, 'offer-seller.push@example.com');
  await signIn(buyer, 'offer-buyer.push@example.com');
  const id = await askedBy(buyer, seller, 'Ash stool');
  await buyer.goto(`/messages?c=${id}`);
  const field = buyer.getByRole('textbox', { name: /^Message / });
  await expect(field).toBeVisible();
  const offer = buyer.getByText('Get notified about replies?');
  await expect(offer).toHaveCount(0);
  await field.fill('Is it still there?');
  await field.press('Enter');
  await expect(offer).toBeVisible();
  await buyer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
  await expect(field).toBeFocused();
  await buyer.reload();
  await expect(buyer.getByText('Is it still there?').first()).toBeVisible();
  await expect(offer).toHaveCount(0);

  await buyer.goto('/listings?search=stool');
  await buyer.getByRole('button', { name: 'Tell me about new ones' }).click();
  await buyer.getByRole('menuitem', { name: 'At once' }).click();
  await expect(buyer.getByText('Get notified about new ones?')).toBeVisible();
  await buyer.getByRole('button', { name: 'Not now' }).click();
  await expect(buyer.getByRole('link', { name: 'Search saved · At once' })).toBeFocused();

  await seller.goto(`/messages?c=${id}`);
  const answer = seller.getByRole('textbox', { name: /^Message / });
  await answer.fill('Yes');
  await answer.press('Enter');
  await seller.getByRole('button', { name: 'Turn on' }).click();
  await expect(
    seller.getByText('Notifications are on. You can change them in Settings.'),
  ).toBeVisible();
  await seller.getByRole('button', { name: 'OK' }).click();
  expect(await endpointOf(seller)).toContain(pushService);
  await Promise.all([seller.context().close(), buyer.context().close()]);
});

test('a user who blocks notifications sees what to do', async ({ browser }) => {
  const page = await openBrowser(browser, false);
  // A browser without a screen has no dialog for the permission.
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
  });
  await signIn(page, 'denied.push@example.com');
  await page.goto('/settings?section=notifications');
  await deviceSwitch(page).press('Space');
  await expect(page.getByText(/^Your browser blocks notifications from this site\./)).toBeVisible();
  await expect(deviceSwitch(page)).toHaveCount(0);
  await page.context().close();
});
