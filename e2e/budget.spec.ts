import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { alive, signIn } from './journey.ts';
import { postListings } from './listings.ts';

/*
 * How much JavaScript a phone fetches, in bytes after gzip: for the first view of the list, for what
 * keeps the list live, which comes once the page is whole, and for what each other page adds. Counted is
 * what the browser asked for until it was at rest.
 */
const firstView = 150_000;
const liveUpdates = 10_000;
const perPage = 60_000;
const isLiveUpdate = (file: string) =>
  /^\/assets\/(?:follow-shown|live|NewListings|socket)-/.test(file);
const sizeOf = (file: string) =>
  gzipSync(readFileSync(new URL(`../client/dist/client${file}`, import.meta.url))).length;

const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0);

async function scriptsOf(page: Page, path: string): Promise<Set<string>> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) files.add(pathname);
  });
  await page.goto(path);
  // A busy machine may be idle for half a second before the page asks for its scripts.
  await alive(page);
  await page.waitForLoadState('networkidle');
  // Where there are listings, it comes after a while.
  if (path === '/listings') await expect.poll(() => [...files].some(isLiveUpdate)).toBe(true);
  await page.waitForLoadState('networkidle');
  await page.close();
  return files;
}

async function weigh(browser: Browser, paths: string[], admin = '') {
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  if (admin !== '') {
    await signIn(await context.newPage(), admin);
    expect((await context.request.post('/api/admin/force-initialize')).ok()).toBe(true);
  }
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

test('a visitor fetches little for the list, and little more for any page', async ({
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

test('the pages of somebody signed in add little', async ({ browser }) => {
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

test('no script is asked for before what paints the page is here', async ({ page }) => {
  const order: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') order.push('a script is asked for');
  });
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'stylesheet') order.push('the style sheet is here');
  });
  await page.goto('/listings');
  await alive(page);
  expect(order[0]).toBe('the style sheet is here');
  expect(order).toContain('a script is asked for');
});
