import { type Browser, expect, test } from '@playwright/test';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

async function postListing(browser: Browser, baseURL: string | undefined, title: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const complaints = watchConsole(page);
  await signIn(page, 'larch-stool-seller@example.com');
  const listing = { title, description: 'In good order.', price: '40' };
  const posted = await page.request.post('/api/listings', {
    data: { ...listing, location: 'Troy, NY' },
  });
  const { id } = (await posted.json()) as { id: string };
  const end = async () => {
    expect(complaints).toEqual([]);
    await context.close();
  };
  // Starts from a page that only the browser renders, so that React is running.
  const open = async () => {
    await page.goto('/my-listings');
    await page.getByRole('link', { name: title, exact: true }).click();
  };
  return { context, page, open, url: `${baseURL}/listings/${id}`, end };
}

test('without a share sheet, Share copies the address, or shows it if copying fails', async ({
  browser,
  baseURL,
}) => {
  const { context, page, open, url, end } = await postListing(browser, baseURL, 'Larch stool');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open();
  expect(await page.evaluate(() => 'share' in navigator)).toBe(false);
  const button = page.getByRole('button', { name: 'Share', exact: true });
  await button.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  await context.clearPermissions();
  // Simulates a page over plain HTTP, which has no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await button.click();
  await expect(page.getByText('Copy failed')).toBeVisible();
  await expect(page.getByText(`Please copy it manually: ${url}`)).toBeVisible();
  await end();
});

test('Share passes the title and address to the system, and a closed share sheet is no error', async ({
  browser,
  baseURL,
}) => {
  const { page, open, url, end } = await postListing(browser, baseURL, 'Larch bench');
  // This browser has no share sheet on Linux.
  await page.addInitScript(() => {
    const share = async (data: ShareData) => {
      document.documentElement.dataset.shared = JSON.stringify(data);
      throw new DOMException('Share canceled', 'AbortError');
    };
    Object.assign(navigator, { share });
  });
  await open();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = () => page.evaluate(() => document.documentElement.dataset.shared ?? '{}');
  await expect.poll(async () => JSON.parse(await shared())).toEqual({ title: 'Larch bench', url });
  await expect(page.getByText(/Link copied|Copy failed/)).toHaveCount(0);
  await end();
});
