import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signIn } from './sign-in.ts';
import { waitForHydration, watchConsole } from './page.ts';

/** The browser's messages about a failed request. */
const networkErrors = /^Failed to load resource: |^WebSocket connection to /;

/** Opens a browser that allows service workers, unlike the rest of the tests. */
function openBrowser(browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  return browser.newContext({ baseURL, serviceWorkers: 'allow' });
}

/** Waits until the service worker is active. Later requests go through it. */
async function workerIsActive(page: Page): Promise<void> {
  const active = page.evaluate(
    async () => (await navigator.serviceWorker.ready).active?.state ?? '',
  );
  expect(['activating', 'activated']).toContain(await active);
}

/**
 * Returns the names of the other people in the conversations that this browser stores, or null if
 * it stores none.
 */
function keptNames(page: Page): Promise<string[] | null> {
  return page.evaluate(async () => {
    const kept = await caches.match('/kept-conversations');
    const { conversations } = (await kept?.json()) ?? { conversations: null };
    return conversations?.map(({ name }: { name: string }) => name) ?? null;
  });
}

async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), path).toBe(true);
  const body = (await answer.json()) as { id: string; result?: { data: { id: string } } };
  return body.result?.data ?? body;
}

/**
 * Signs both people in, posts a listing of the seller and sends the buyer's message about it.
 * Returns the conversation's id.
 */
async function askedAbout(seller: Page, buyer: Page, title: string): Promise<string> {
  const name = title.toLowerCase().replaceAll(' ', '-');
  await signIn(seller, `${name}-seller@example.com`);
  await signIn(buyer, `${name}-buyer@example.com`);
  const listing = { title, description: 'In good order.', price: '40', location: 'Troy, NY' };
  const { id: listingId } = await post(seller, '/api/listings', listing);
  const { id } = await post(buyer, '/trpc/messaging.openConversation', { listingId });
  const message = { conversationId: id, clientId: crypto.randomUUID() };
  await post(buyer, '/trpc/messaging.send', { ...message, content: 'Is it still there?' });
  return id;
}

test('recent conversations can be read offline, and messages written offline are sent later', async ({
  browser,
  baseURL,
}) => {
  const contexts = [await openBrowser(browser, baseURL), await openBrowser(browser, baseURL)];
  const [seller, buyer] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!seller || !buyer) throw new Error('no pages');
  const complaints = [watchConsole(seller), watchConsole(buyer)];
  const id = await askedAbout(seller, buyer, 'Walnut stool');
  await seller.goto(`/messages?c=${id}`);
  await workerIsActive(seller);
  await expect(seller.getByText('Is it still there?').first()).toBeVisible();
  await expect.poll(() => keptNames(seller)).toHaveLength(1);

  await seller.context().setOffline(true);
  const field = seller.getByRole('textbox', { name: /^Message / });
  await field.fill('Yes. Meet me at 4 Pine St.');
  await field.press('Enter');
  await expect(seller.getByText('Waiting for connection…')).toBeVisible();

  // Every page that is opened now shows the offline page, at the page's own address.
  await seller.goto('/listings');
  await expect(seller.getByRole('heading', { name: "You're offline" })).toBeVisible();
  await expect(seller).toHaveTitle(/^You're offline · /);
  const row = seller.getByRole('listitem').filter({ hasText: 'Walnut stool' }).first();
  await expect(row).toContainText('You: Yes. Meet me at 4 Pine St.');
  await expect(row.getByText('Is it still there?')).toBeHidden();
  await row.locator('summary').click();
  await expect(row.getByText('Is it still there?')).toBeVisible();
  const bubble = row.locator('p').filter({ hasText: 'Is it still there?' });
  await expect(bubble).toHaveCSS('border-top-right-radius', '20px');
  await seller.goto(`/messages?c=${id}`);
  await expect(row.getByText('Is it still there?')).toBeVisible();
  await expect(row.getByText('Waiting for connection…')).toBeVisible();
  await expect(seller.getByRole('textbox')).toHaveCount(0);
  await seller.getByRole('button', { name: 'Try again' }).click();
  await expect(seller.getByRole('heading', { name: "You're offline" })).toBeVisible();

  // Back online, the offline page gives way by itself, and the message is sent.
  await seller.context().setOffline(false);
  await expect(seller.getByRole('textbox', { name: /^Message / })).toBeVisible();
  await buyer.goto(`/messages?c=${id}`);
  await expect(buyer.getByRole('region', { name: /^Messages with/ })).toContainText('4 Pine St.');
  expect(complaints.flat().filter((text) => !networkErrors.test(text))).toEqual([]);
  await Promise.all(contexts.map((context) => context.close()));
});

test('stored conversations belong to the signed-in user and are deleted at sign-out', async ({
  browser,
  baseURL,
}) => {
  const context = await openBrowser(browser, baseURL);
  const other = await openBrowser(browser, baseURL);
  const seller = await context.newPage();
  const id = await askedAbout(seller, await other.newPage(), 'Cherry stool');
  await seller.goto(`/messages?c=${id}`);
  await expect.poll(() => keptNames(seller)).toHaveLength(1);

  await seller.getByRole('button', { name: /^Account menu for / }).click();
  await seller.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(seller.getByText('You have been successfully signed out.')).toBeVisible();
  await expect.poll(() => keptNames(seller)).toBeNull();
  await context.setOffline(true);
  await seller.goto('/listings');
  await expect(seller.getByRole('heading', { name: "You're offline" })).toBeVisible();
  await expect(seller.getByText('Cherry stool')).toHaveCount(0);
  await context.setOffline(false);
  await expect(seller.getByRole('heading', { name: 'Cherry stool' })).toBeVisible();

  // Copies may remain when a session ends elsewhere. The next visitor's page deletes them, and so
  // does another user's.
  const leftBehind = {
    userId: 'somebody',
    keptAt: new Date().toISOString(),
    conversations: [{ id: 'a', title: 'Secret', name: 'Sam', lastMessageAt: '', messages: [] }],
  };
  const leave = () =>
    seller.evaluate(async (kept) => {
      const cache = await caches.open('kept-conversations');
      await cache.put('/kept-conversations', Response.json(kept));
    }, leftBehind);
  await leave();
  await seller.reload();
  await expect.poll(() => keptNames(seller)).toBeNull();
  await leave();
  await signIn(seller, 'cherry-stool-next@example.com');
  await seller.goto('/');
  await expect.poll(() => keptNames(seller)).toBeNull();
  await Promise.all([context.close(), other.close()]);
});

test('online, pages and API responses come from the server, and only files come from the cache', async ({
  browser,
  baseURL,
}) => {
  const context = await openBrowser(browser, baseURL);
  const page = await context.newPage();
  const complaints = watchConsole(page);
  await signIn(page, 'elm-stool-seller@example.com');
  const listing = { description: 'In good order.', price: '40', location: 'Troy, NY' };
  const { id } = await post(page, '/api/listings', { ...listing, title: 'Elm stool' });
  await page.goto('/');
  await workerIsActive(page);
  await page.goto(`/listings/${id}`);
  await expect(page.getByRole('heading', { name: 'Elm stool' })).toBeVisible();
  const renamed = await page.request.put(`/api/listings/${id}`, {
    data: { ...listing, title: 'Elm bench' },
  });
  expect(renamed.ok()).toBe(true);

  const fromWorker = new Set<string>();
  page.on('response', (response) => {
    if (response.fromServiceWorker()) fromWorker.add(new URL(response.url()).pathname);
  });
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole('heading', { name: 'Elm bench' })).toBeVisible();
  await page.getByRole('link', { name: 'Marketplace', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Elm bench' })).toBeVisible();
  // The page went through the worker, which has no copy of it. API calls did not.
  const passed = [...fromWorker];
  expect(passed).toContain(`/listings/${id}`);
  expect(passed.filter((path) => !path.startsWith('/assets/'))).toEqual([`/listings/${id}`]);
  expect(passed.filter((path) => path.startsWith('/assets/'))).not.toEqual([]);
  const kept = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name !== 'kept-conversations');
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual(['/offline']);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a new release takes over silently, and the previous release's files remain for open tabs", async ({
  browser,
  baseURL,
}) => {
  const context = await openBrowser(browser, baseURL);
  const page = await context.newPage();
  const complaints = watchConsole(page);
  // Uses a page without a list, because a list could grow under the mouse.
  await page.goto('/landing');
  await workerIsActive(page);
  const scriptOf = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  const old = await scriptOf();
  await page.evaluate(async () => {
    for (const name of ['offline-old', 'assets-oldest', 'assets-old', 'kept-conversations']) {
      await (await caches.open(name)).put('/assets/some.js', new Response(''));
    }
    // To the browser, another URL means the same as changed content.
    await navigator.serviceWorker.register('/sw.js?next');
  });
  await expect.poll(scriptOf).toBe(`${old}?next`);
  const names = () => page.evaluate(() => caches.keys());
  await expect.poll(names).not.toContain('assets-oldest');
  expect(await names()).toEqual(expect.arrayContaining(['assets-old', 'kept-conversations']));
  expect(await names()).not.toContain('offline-old');

  // The open page continues to work, even for a page whose code is not loaded.
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 247, 242)');
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  await page.reload();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(28, 25, 23)');
  expect(complaints.filter((text) => !networkErrors.test(text))).toEqual([]);
  await context.close();
});

test('photos that another app shares with the installed app start a listing', async ({
  browser,
  baseURL,
}) => {
  const context = await openBrowser(browser, baseURL);
  const page = await context.newPage();
  await page.goto('/community-guidelines');
  await workerIsActive(page);
  // The system sends such a form when someone shares photos with the app.
  await page.evaluate(() => {
    const photos = new DataTransfer();
    photos.items.add(new File(['a photo'], 'bike.jpg', { type: 'image/jpeg' }));
    photos.items.add(new File(['a photo'], 'wheel.jpg', { type: 'image/jpeg' }));
    const form = document.createElement('form');
    Object.assign(form, {
      method: 'POST',
      action: '/share-photos',
      enctype: 'multipart/form-data',
    });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: 'photos', multiple: true, files: photos.files });
    form.append(input);
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL('/edit-listing/new');
  const photos = page.getByRole('button', { name: /^Remove photo \d$/ });
  await expect(photos).toHaveCount(2);
  await page.reload();
  await expect(photos).toHaveCount(2);
  await context.close();
});

test('the site can be installed as an app', async ({ browser, baseURL }) => {
  const context = await openBrowser(browser, baseURL);
  const page = await context.newPage();
  await page.goto('/');
  const session = await context.newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Capital Region Marketplace' });
  // A full Chromium reports that nothing can be installed in a private window, and a headless shell
  // reports nothing. The server's tests check the icons.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([]);
  await context.close();
});
