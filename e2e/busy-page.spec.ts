import { type Browser, expect, type Page, test } from '@playwright/test';
import { startTarget, type Target } from '../attacks/target.ts';
import { watchConsole } from './page.ts';

/** A server that allows each network one page, and the next one about three seconds later. */
let server: Target;
test.beforeAll(async () => {
  server = await startTarget({ RATE_LIMIT_FACTOR: '0.013' });
});
test.afterAll(() => server.stop());

/** Opens a page while the network has no requests left. */
async function openWhileBusy(page: Page): Promise<void> {
  await expect(async () => {
    // Uses up what is left, for pages and for calls.
    for (const path of ['/privacy-policy', ...Array<string>(6).fill('/api/listings?limit=1')]) {
      await page.request.get(`${server.url}${path}`);
    }
    await page.goto(`${server.url}/listings?category=furniture`);
    expect(await page.title()).toMatch(/^Busy right now/);
  }).toPass();
}

async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext(options);
  return { page: await context.newPage(), close: () => context.close() };
}

for (const javaScriptEnabled of [true, false]) {
  test(`a refused page reloads by itself, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const { page, close } = await openPage(browser, { javaScriptEnabled, colorScheme: 'dark' });
    const complaints = watchConsole(page);
    await openWhileBusy(page);
    await expect(page).toHaveTitle('Busy right now · Capital Region Marketplace');
    await expect(page.getByRole('heading', { name: 'Busy right now' })).toBeVisible();
    await expect(page.getByText(/^Too many requests are coming from your network\./)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(28, 25, 23)');
    // The browser logs this status to the console.
    expect(complaints.filter((text) => !text.includes('status of 429'))).toEqual([]);

    await expect(page).toHaveTitle(/Furniture/, { timeout: 60_000 });
    expect(new URL(page.url()).search).toBe('?category=furniture');
    await close();
  });
}

test('a refused page has the chosen color scheme', async ({ browser }) => {
  const { page, close } = await openPage(browser, { colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'light'));
  await openWhileBusy(page);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 247, 242)');
  await close();
});
