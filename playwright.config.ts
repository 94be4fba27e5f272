import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { freePort } from '@marketplace/server/test/free-port';

// The configuration is read again in every worker: the first reading chooses, the others inherit.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_MAIL_PORT ??= String(await freePort());
process.env.E2E_PAYPAL_PORT ??= String(await freePort());
process.env.E2E_PUSH_PORT ??= String(await freePort());

// Written by the bootstrap: Playwright's own browser, or the system's.
const chosen = 'node_modules/.cache/marketplace/chromium-path';
const executablePath = existsSync(chosen) ? readFileSync(chosen, 'utf8').trim() : undefined;
const root = process.getuid?.() === 0;

// Chromium takes the last list only: this repeats Playwright's and adds what draws the address bar,
// which costs a quarter of a run and which nobody sees.
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

export default defineConfig({
  testDir: 'e2e',
  // The server has a model to ask only in the run on S3.
  testIgnore: process.env.E2E_S3 ? [] : ['**/describe.spec.ts'],
  // The others are the same wherever the files lie.
  ...(process.env.E2E_S3 && { grep: /@s3/ }),
  fullyParallel: false,
  // Two leave two cores idle for a quarter of the time: each waits for its page, its mail, its toast.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Room for a busy machine: these are waits for something, which end as soon as it is there.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  snapshotPathTemplate: 'e2e/visual/{arg}{ext}',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    // A third of the work of a run; `--trace on` has it.
    trace: 'off',
    // Requests that a service worker makes would pass by `page.route`; e2e/offline.spec.ts has it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      args: [
        ...(root ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-gpu',
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
  },
  webServer: {
    command: 'exec node e2e/serve.ts',
    url: `http://localhost:${process.env.E2E_PORT}/readyz`,
    // An S3 server on a busy machine needs a minute.
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
    stderr: 'pipe',
  },
});
