import { type Browser, expect, type Page, test } from '@playwright/test';
import { becomeAdmin, nextMail, signIn } from './sign-in.ts';

type Buyer = 'approves' | 'leaves' | 'fails' | 'does not approve';

const payPalUrl = `http://127.0.0.1:${process.env.E2E_PAYPAL_PORT}`;
let store: Page;
let listingId: string;
let otherListingId: string;

async function openAs(browser: Browser, baseURL: string | undefined, email: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, email);
  return page;
}

async function post(page: Page, title: string): Promise<string> {
  const data = { title, price: '75', location: 'Troy', category: 'home' };
  const answer = await page.request.post('/api/listings', { data });
  return ((await answer.json()) as { id: string }).id;
}

test.beforeAll(async ({ browser, baseURL }) => {
  store = await openAs(browser, baseURL, `official-store-${Date.now()}@example.com`);
  listingId = await post(store, 'Lamp of the official store');
  const { id } = (await (await store.request.get('/api/auth/user')).json()) as { id: string };
  const other = await openAs(browser, baseURL, 'another-seller@example.com');
  otherListingId = await post(other, 'Lamp of a neighbor');
  const admin = await openAs(browser, baseURL, 'max.admin@example.com');
  await becomeAdmin(admin);
  const data = { id, canUsePaypal: true };
  expect((await admin.request.post('/trpc/admin.updateUser', { data })).ok()).toBe(true);
  for (const page of [other, admin]) await page.context().close();
});
test.afterAll(() => store.context().close());

/**
 * Replaces PayPal's script and the window that it opens. `buyer` determines what the buyer does
 * there, and an approval reaches the server that stands in for PayPal. Counts how often the script
 * is fetched.
 */
async function standIn(page: Page, buyer: { does: Buyer }): Promise<{ fetched: number }> {
  const script = { fetched: 0 };
  await page.exposeFunction('inPayPalWindow', async (orderId: string): Promise<Buyer> => {
    if (buyer.does === 'approves') {
      await page.request.get(`${payPalUrl}/buyer-approves/${orderId}`);
    }
    return buyer.does;
  });
  await page.route('https://www.paypal.com/web-sdk/v6/core**', (route) => {
    script.fetched += 1;
    return route.fulfill({
      contentType: 'text/javascript',
      body: `(${payPalScript.toString()})()`,
    });
  });
  return script;
}

/** Runs in the page in place of PayPal's script. */
function payPalScript() {
  interface Callbacks {
    onApprove: (data: { orderId: string }) => Promise<void>;
    onCancel: () => void;
    onError: (error: Error) => void;
  }
  const createPayPalOneTimePaymentSession = (callbacks: Callbacks) => ({
    async start(_mode: unknown, order: Promise<{ orderId: string }>) {
      const { orderId } = await order;
      const { inPayPalWindow } = window as unknown as {
        inPayPalWindow: (orderId: string) => Promise<string>;
      };
      const done = await inPayPalWindow(orderId);
      if (done === 'leaves') callbacks.onCancel();
      else if (done === 'fails') callbacks.onError(new Error('The window failed.'));
      else await callbacks.onApprove({ orderId });
    },
  });
  Object.assign(window, {
    // PayPal's loader checks the version when it is called again.
    paypal: {
      version: '6.0.0',
      createInstance: async () => ({ createPayPalOneTimePaymentSession }),
    },
  });
}

async function callQuery(page: Page, path: string): Promise<{ items: unknown[] }> {
  const answer = await page.request.get(`/trpc/${path}`, { params: { input: '{}' } });
  return ((await answer.json()) as { result: { data: { items: unknown[] } } }).result.data;
}

const buyNow = (page: Page) => page.getByRole('button', { name: 'Buy Now with PayPal' });

test('a buyer buys a listing, and buyer and seller see the order', async ({ page }) => {
  const email = 'lamp-buyer@example.com';
  await signIn(page, email);
  const script = await standIn(page, { does: 'approves' });
  await page.goto(`/listings/${listingId}`);
  await expect(buyNow(page)).toBeVisible();
  expect(script.fetched).toBe(0);
  await buyNow(page).click();
  await expect(page.getByRole('button', { name: 'Pay $75.00 with PayPal' })).toBeEnabled();
  expect(script.fetched).toBe(1);
  await page.getByRole('radio', { name: 'Shipping, $9.95' }).check();
  await page.getByRole('button', { name: 'Pay $84.95 with PayPal' }).click();
  const done = page.getByRole('alert').filter({ hasText: 'Payment received' });
  await expect(done).toContainText('You paid $84.95.');
  await expect(done).toContainText('will ship it to the address you gave PayPal');
  const receipt = await nextMail(page.request, email);
  expect(receipt.text).toContain('Total: $84.95 (USD)');

  await done.getByRole('link', { name: 'Your orders' }).click();
  await expect(page).toHaveTitle(/^Orders/);
  const bought = page.getByRole('region', { name: 'Bought' }).getByRole('listitem');
  await expect(bought).toHaveCount(1);
  await expect(bought).toContainText('Lamp of the official store');
  await expect(bought).toContainText('$75.00 · $9.95 shipping');
  await expect(bought).toContainText('$84.95');
  await expect(bought).toContainText('Paid');
  await expect(page.getByRole('region', { name: 'Sold' })).toBeHidden();

  await store.goto('/');
  await store.getByRole('button', { name: /^Account menu for / }).click();
  await store.getByRole('menuitem', { name: 'Orders' }).click();
  const sold = store.getByRole('region', { name: 'Sold' }).getByRole('listitem');
  await expect(sold.first()).toContainText('Lamp of the official store');
  await store.goto('/notifications');
  const news = store.getByRole('link', { name: /^Sold: Lamp of the official store/ });
  await expect(news.first()).toContainText('paid $84.95 with PayPal. Please ship it.');
  await news.first().click();
  await expect(store).toHaveURL(/\/orders$/);
  await store.goto(`/listings/${listingId}`);
  await expect(store.getByText('Your Listing')).toBeVisible();
  await expect(buyNow(store)).toBeHidden();
});

test('a buyer can cancel the checkout, and a blocked script is reported', async ({ page }) => {
  await signIn(page, 'blocked@example.com');
  await page.route('https://www.paypal.com/**', (route) => route.abort());
  await page.goto(`/listings/${listingId}`);
  await buyNow(page).click();
  await expect(page.getByText("We couldn't load PayPal.")).toBeVisible();
  await page.unroute('https://www.paypal.com/**');
  await standIn(page, { does: 'approves' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Pay $75.00 with PayPal' })).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel PayPal Checkout' }).click();
  await expect(page.getByText('PayPal checkout')).toBeHidden();
  await expect(buyNow(page)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a payment that is canceled, fails or is not approved is reported and charges nothing', async ({
    page,
  }) => {
    await signIn(page, 'careful@example.com');
    const buyer: { does: Buyer } = { does: 'leaves' };
    await standIn(page, buyer);
    const logged: string[] = [];
    page.on('pageerror', (error) => logged.push(error.message));
    await page.goto(`/listings/${listingId}`);
    await buyNow(page).click();
    const pay = page.getByRole('button', { name: 'Pay $75.00 with PayPal' });
    await pay.click();
    await expect(
      page.getByRole('status').filter({ hasText: 'You left PayPal before paying.' }),
    ).toBeVisible();

    buyer.does = 'fails';
    await pay.click();
    await expect(
      page.getByRole('alert').filter({ hasText: "We couldn't start the payment." }),
    ).toBeVisible();
    expect(logged).toEqual(['The window failed.']);

    buyer.does = 'does not approve';
    await pay.click();
    await expect(page.getByText("This payment isn't approved yet.")).toBeVisible();

    buyer.does = 'approves';
    await page.route('**/trpc/payments.capture*', (route) => route.abort());
    await pay.click();
    await expect(page.getByText("You won't be charged twice.")).toBeVisible();
    await page.unroute('**/trpc/payments.capture*');
    await page.getByRole('button', { name: 'Finish payment' }).click();
    await expect(page.getByText('You paid $75.00.')).toBeVisible();
  });

  test('a buyer finishes a payment from the orders after closing its page', async ({ page }) => {
    await signIn(page, 'closes-the-page@example.com');
    await standIn(page, { does: 'approves' });
    await page.goto(`/listings/${listingId}`);
    await buyNow(page).click();
    await page.route('**/trpc/payments.capture*', (route) => route.abort());
    await page.getByRole('button', { name: 'Pay $75.00 with PayPal' }).click();
    await expect(page.getByText("You won't be charged twice.")).toBeVisible();
    await page.goto('/orders');
    const bought = page.getByRole('region', { name: 'Bought' }).getByRole('listitem');
    await expect(bought).toContainText('Not paid yet');
    await expect(bought).toContainText("You haven't been charged yet.");
    const finish = bought.getByRole('button', { name: 'Finish payment' });
    await finish.click();
    await expect(bought.getByRole('alert')).toContainText("You won't be charged twice");
    await page.unroute('**/trpc/payments.capture*');
    await finish.click();
    await expect(bought.getByText('Paid', { exact: true })).toBeVisible();
    await expect(finish).toBeHidden();
  });
});

test('an approved payment cannot be canceled, and the reopened checkout finishes it once', async ({
  page,
}) => {
  await signIn(page, 'approves-and-leaves@example.com');
  await standIn(page, { does: 'approves' });
  await page.route('**/trpc/payments.capture*', (route) => route.abort());
  await page.goto(`/listings/${listingId}`);
  await buyNow(page).click();
  await page.getByRole('radio', { name: 'Shipping, $9.95' }).check();
  await page.getByRole('button', { name: 'Pay $84.95 with PayPal' }).click();
  await expect(page.getByText("You won't be charged twice.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel PayPal Checkout' })).toBeHidden();

  await page.reload();
  await page.unroute('**/trpc/payments.capture*');
  await buyNow(page).click();
  const finish = page.getByRole('button', { name: 'Finish payment' });
  await expect(finish).toBeEnabled();
  await expect(page.getByText("You haven't been charged yet.")).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Shipping, $9.95' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Cancel PayPal Checkout' })).toBeHidden();
  await finish.click();
  await expect(page.getByText("You paid $84.95. We've emailed you a receipt.")).toBeVisible();

  await page.reload();
  await buyNow(page).click();
  await expect(page.getByText('You already bought this')).toBeVisible();
  await expect(page.getByText("If you pay again, you'll buy a second one.")).toBeVisible();
  const { items } = await callQuery(page, 'payments.orders');
  expect(items).toHaveLength(1);
});

test('a visitor must sign in to buy, and sees no button if the seller does not accept PayPal', async ({
  page,
}) => {
  await page.goto(`/listings/${otherListingId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Lamp of a neighbor' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Contact Seller' }).first()).toBeVisible();
  await expect(buyNow(page)).toBeHidden();
  await page.goto(`/listings/${listingId}`);
  await buyNow(page).click();
  await expect(page.getByRole('dialog').getByText('Sign in to buy with PayPal.')).toBeVisible();
});
