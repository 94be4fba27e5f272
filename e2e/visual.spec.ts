import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '@marketplace/server/test/free-port';
import { openScreen, people, screens, signInToDemo, waitForPictures } from './screens.ts';

/*
 * Compares ten key screens of the demo marketplace, on a phone in light and on a desktop in dark
 * colors, with the pictures in e2e/visual. After an intended change, run `npx playwright test
 * visual --update-snapshots` and look at each new picture. Other systems draw letters differently.
 */
test.skip(process.platform !== 'linux', 'The pictures are of Linux.');

const key = [
  ...['landing', 'listings-filtered', 'listing', 'sign-in', 'map'],
  ...['contact', 'messages', 'settings', 'my-listings', 'admin-users'],
];
const looks = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
} as const;

let server: ChildProcess;
let directory: string;
let url: string;

test.beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  directory = mkdtempSync(join(tmpdir(), 'marketplace-visual-'));
  server = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: directory,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '100',
      // The Admin Center has no banner, because its date changes every day.
      ADMIN_SECOND_FACTOR_GRACE_DAYS: '365',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  await waitForPictures(url);
});

test.afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(directory, { recursive: true, force: true });
});

const seen = new Set(screens.filter(({ name }) => key.includes(name)).map(({ as }) => as));

for (const who of seen) {
  const email = people[who];
  test(`what the ${who} sees`, async ({ browser }) => {
    const storageState = email ? await signInToDemo(browser, url, email) : undefined;
    for (const [look, settings] of Object.entries(looks)) {
      const context = await browser.newContext({
        ...settings,
        ...(storageState && { storageState }),
        baseURL: url,
        reducedMotion: 'reduce',
      });
      for (const screen of screens.filter(({ name, as }) => as === who && key.includes(name))) {
        const page = await context.newPage();
        await openScreen(page, screen);
        await expect.soft(page).toHaveScreenshot(`${screen.name}-${look}.png`, {
          // Ages and days change with time.
          mask: [page.locator('time')],
          maxDiffPixelRatio: 0.01,
        });
        await page.close();
      }
      await context.close();
    }
  });
}
