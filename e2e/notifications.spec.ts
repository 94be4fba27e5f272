import { type Browser, expect, type Page, test } from '@playwright/test';
import { notificationsPerPage } from '@marketplace/shared/notifications/inputs';
import { call, postListings } from './api.ts';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

const bellOf = (page: Page) => page.getByRole('banner').getByLabel(/^Notifications/);
const entriesOf = (page: Page) => page.getByRole('main').getByRole('listitem');

interface Listing {
  id: string;
  sellerId: string;
}

async function postListing(page: Page, title: string): Promise<Listing> {
  const data = { title, price: '60', location: 'Troy', category: 'furniture' };
  const answer = await page.request.post('/api/listings', { data });
  return (await answer.json()) as Listing;
}

/** Signs a user in, in a separate browser. */
async function somebody(browser: Browser, baseURL: string | undefined, email: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, email);
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    expect(answer.status()).toBe(201);
  };
  return {
    rate: ({ id, sellerId }: Listing, comment: string) =>
      post('/api/seller-reviews', { sellerId, listingId: id, rating: 5, comment }),
    write: ({ id, sellerId }: Listing, content: string) =>
      post('/api/messages', { receiverId: sellerId, listingId: id, content }),
    close: () => context.close(),
  };
}

test('notifications arrive in every tab, and reading one marks it as read in all tabs', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const complaints = [watchConsole(page)];
  await signIn(page, 'news-seller@example.com');
  const listing = await postListing(page, 'Cherry bookcase');
  await page.goto('/');
  const tab = await context.newPage();
  complaints.push(watchConsole(tab));
  await tab.goto('/notifications');
  await expect(tab.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  const buyer = await somebody(browser, baseURL, 'news-buyer@example.com');

  await buyer.rate(listing, 'A joy to deal with.');
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(page.getByText('1 unread notification', { exact: true })).toBeAttached();
  await expect(bellOf(tab)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(tab.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(entriesOf(tab)).toHaveText([/rated you5 of 5: A joy to deal with\.Just nowUnread$/]);

  // The bell and its panel work by keyboard.
  await bellOf(page).press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  // The panel focuses its heading when it opens, which would take the focus from the link.
  await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeFocused();
  await panel.getByRole('link', { name: /rated you/ }).press('Enter');
  await expect(page).toHaveURL(`/users/${listing.sellerId}`);
  await expect(panel).toBeHidden();
  for (const one of [page, tab]) {
    await expect(bellOf(one)).toHaveAccessibleName('Notifications');
  }
  await expect(entriesOf(tab)).toHaveCount(1);
  await expect(entriesOf(tab).getByText('Unread')).toHaveCount(0);

  await buyer.rate(listing, 'Still a joy.');
  await buyer.write(listing, 'Is the bookcase still here?');
  await expect(entriesOf(tab).getByText('Unread')).toHaveCount(2);
  await expect(entriesOf(tab).first()).toContainText('sent you a messageCherry bookcase');
  // Messages have a separate counter.
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bellOf(page).click();
  await expect(panel.getByText('Unread')).toHaveCount(2);
  await tab.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(entriesOf(tab).getByText('Unread')).toHaveCount(0);
  await expect(tab.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(panel.getByText('Unread')).toHaveCount(0);
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();

  await tab.reload();
  await expect(entriesOf(tab)).toHaveCount(3);
  await expect(entriesOf(tab).getByText('Unread')).toHaveCount(0);
  await buyer.close();
  expect(complaints.flat()).toEqual([]);
});

test('a failure to load more notifications is reported, and the next click loads them', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'much-news@example.com');
  const total = notificationsPerPage + 1;
  const listings = await postListings(
    page.request,
    Array.from({ length: total }, (_, n) => ({
      title: `Newsy ${n}`,
      price: '6',
      location: 'Troy',
    })),
  );
  const buyer = await somebody(browser, baseURL, 'much-news-buyer@example.com');
  for (const listing of listings) await buyer.write(listing, 'Is it still there?');
  await buyer.close();
  await page.goto('/notifications');
  await expect(entriesOf(page)).toHaveCount(notificationsPerPage);
  const complaint = page.getByRole('main').getByRole('alert');
  await page.route(/notifications\.list/, (route) => route.abort());
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect(complaint).toHaveText("We couldn't load more notifications.");
  // The error stays visible when the list itself is requested again.
  const again = page.waitForEvent('requestfailed', (one) =>
    one.url().includes('notifications.list'),
  );
  await call(page.request, 'notifications.markRead', {});
  await again;
  await expect(complaint).toBeVisible();
  await expect(entriesOf(page)).toHaveCount(notificationsPerPage);
  await page.unroute(/notifications\.list/);
  await more.click();
  await expect(entriesOf(page)).toHaveCount(total);
  await expect(complaint).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the bell links to the notifications page, and an entry to its conversation', async ({
    page,
    browser,
    baseURL,
  }) => {
    const complaints = watchConsole(page);
    await signIn(page, 'news-phone@example.com');
    const listing = await postListing(page, 'Green armchair');
    await page.goto('/');
    const buyer = await somebody(browser, baseURL, 'news-phone-buyer@example.com');
    await buyer.write(listing, 'Hello there');
    await bellOf(page).click();
    await expect(page).toHaveURL('/notifications');
    await page.getByRole('link', { name: /sent you a message/ }).click();
    await expect(page).toHaveURL(/\/messages\?c=/);
    const text = page.getByText('Hello there').filter({ visible: true });
    await expect(text.first()).toBeVisible();
    await page.goBack();
    await expect(entriesOf(page)).toHaveCount(1);
    await expect(entriesOf(page).getByText('Unread')).toHaveCount(0);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(390);
    await buyer.close();
    expect(complaints).toEqual([]);
  });
});
