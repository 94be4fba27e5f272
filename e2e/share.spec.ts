import { type Browser, expect, test } from '@playwright/test';
import { signIn, watchConsole } from './journey.ts';

async function openListing(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const complaints = watchConsole(page);
  await signIn(page, 'larch-stool-seller@example.com');
  const listing = { title: 'Larch stool', description: 'In good order.', price: '40' };
  const posted = await page.request.post('/api/listings', {
    data: { ...listing, location: 'Troy, NY' },
  });
  const { id } = (await posted.json()) as { id: string };
  const end = async () => {
    expect(complaints).toEqual([]);
    await context.close();
  };
  return { context, page, path: `/listings/${id}`, url: `${baseURL}/listings/${id}`, end };
}

test('sharing copies the address where the browser cannot share, and shows it where that fails', async ({
  browser,
  baseURL,
}) => {
  const { context, page, path, url, end } = await openListing(browser, baseURL);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${path}?from=mail`);
  expect(await page.evaluate(() => 'share' in navigator)).toBe(false);
  const button = page.getByRole('button', { name: 'Share', exact: true });
  await button.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  await context.clearPermissions();
  // A browser without a clipboard, as over plain http.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await button.click();
  await expect(page.getByText('Copy failed')).toBeVisible();
  await expect(page.getByText(`Please copy it manually: ${url}`)).toBeVisible();
  await end();
});

test('sharing hands title and address to the system, and a closed sheet is no failure', async ({
  browser,
  baseURL,
}) => {
  const { page, path, url, end } = await openListing(browser, baseURL);
  // This browser has no sheet of its own on Linux.
  await page.addInitScript(() => {
    const share = async (data: ShareData) => {
      document.documentElement.dataset.shared = JSON.stringify(data);
      throw new DOMException('Share canceled', 'AbortError');
    };
    Object.assign(navigator, { share });
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = () => page.evaluate(() => document.documentElement.dataset.shared ?? '{}');
  await expect.poll(async () => JSON.parse(await shared())).toEqual({ title: 'Larch stool', url });
  await expect(page.getByText(/Link copied|Copy failed/)).toHaveCount(0);
  await end();
});
