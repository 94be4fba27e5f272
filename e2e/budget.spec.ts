import { statSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { postListings } from './api.ts';
import { waitForHydration } from './page.ts';
import { signIn, signInAsAdmin } from './sign-in.ts';

/*
 * The limits for JavaScript in bytes, as the server sends it with gzip: for the first view of the list, for what keeps the
 * list live, which loads after the page is complete, and for what each other page adds. Counts
 * everything that the browser requests until it is idle.
 */
const firstView = 150_000;
const liveUpdates = 10_000;
const perPage = 60_000;
const isLiveUpdate = (file: string) =>
  /^\/assets\/(?:follow-visible-listings|live|NewListings|socket)-/.test(file);
const sizeOf = (file: string) =>
  statSync(new URL(`../client/dist/client${file}.gz`, import.meta.url)).size;

const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0);

async function scriptsOf(page: Page, path: string): Promise<Set<string>> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) files.add(pathname);
  });
  await page.goto(path);
  // On a busy machine, the network may be idle for half a second before the page requests its
  // scripts.
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  // The code for live updates loads later, if there are listings.
  if (path === '/listings') await expect.poll(() => [...files].some(isLiveUpdate)).toBe(true);
  await page.waitForLoadState('networkidle');
  await page.close();
  return files;
}

async function weigh(browser: Browser, paths: string[], admin = '') {
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  if (admin) await signInAsAdmin(await context.newPage(), admin);
  const seen = await scriptsOf(await context.newPage(), '/listings');
  const added = new Map<string, number>();
  for (const path of paths) {
    const files = await scriptsOf(await context.newPage(), path);
    added.set(path, total(files.difference(seen)));
  }
  await context.close();
  const live = new Set([...seen].filter(isLiveUpdate));
  return { first: total(seen.difference(live)), live: total(live), added };
}

test('the list loads little JavaScript for a visitor, and each other page adds little', async ({
  page,
  browser,
}) => {
  await signIn(page, 'kay.budget@example.com');
  await postListings(page.request, [{ title: 'Budget chair', price: '5', location: 'Troy' }]);
  const paths = ['/', '/map', '/edit-listing/new', '/privacy-policy', '/admin/initialize'];
  const { first, live, added } = await weigh(browser, paths);
  expect(first).toBeGreaterThan(50_000);
  expect(first).toBeLessThanOrEqual(firstView);
  expect(live).toBeGreaterThan(1_000);
  expect(live).toBeLessThanOrEqual(liveUpdates);
  for (const [path, size] of added) {
    expect(size, path).toBeLessThanOrEqual(perPage);
  }
});

test('the pages of a signed-in user add little JavaScript', async ({ browser }) => {
  const own = [
    '/home',
    '/my-listings',
    '/messages',
    '/notifications',
    '/settings',
    '/orders',
    '/searches',
  ];
  const paths = [...own, '/profile', '/edit-listing/new', '/admin'];
  const { added } = await weigh(browser, paths, 'oli.admin@example.com');
  for (const [path, size] of added) {
    expect(size, path).toBeLessThanOrEqual(perPage);
  }
});

test('the browser requests scripts only after the style sheet has loaded', async ({ page }) => {
  const order: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') order.push('a script is asked for');
  });
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'stylesheet') order.push('the style sheet is here');
  });
  await page.goto('/listings');
  await waitForHydration(page);
  expect(order[0]).toBe('the style sheet is here');
  expect(order).toContain('a script is asked for');
});
