import { type Browser, expect, type Locator, type Page } from '@playwright/test';

/** The browser options of a phone. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** Opens a page in a new browser context, so without cookies. */
export async function newPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

/** Waits until React runs the page. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => window.early === null);
}

/**
 * Opens the dialog for posting a listing with the button in the header, or on a phone in the bottom
 * bar. A page without listings has a second such button.
 */
export async function openPostDialog(page: Page, name = 'Create New Listing'): Promise<Locator> {
  const frame = page.getByRole('banner').or(page.getByRole('navigation', { name: 'Main' }));
  await frame.getByRole('button', { name: 'Post Listing' }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Waits for a toast, as long as a busy machine may take to store five photos. */
export async function waitForToast(page: Page, text: string): Promise<void> {
  const toasts = page.getByRole('region', { name: /notifications/i });
  await expect(toasts.getByText(text)).toBeVisible({ timeout: 60_000 });
}

/**
 * Collects the warnings and errors that the page writes to the console. The test must check that
 * there are none.
 */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  // The browser's message when Playwright blocks the service worker.
  const blocked = 'Service Worker registration blocked by Playwright';
  page.on('console', (message) => {
    if (!['warning', 'error'].includes(message.type()) || message.text() === blocked) return;
    complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
