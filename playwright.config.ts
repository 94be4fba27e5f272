import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { freePort } from '@marketplace/server/test/free-port';

// Every worker reads this file again. The first read chooses the ports for all.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_MAIL_PORT ??= String(await freePort());
process.env.E2E_PAYPAL_PORT ??= String(await freePort());
process.env.E2E_PUSH_PORT ??= String(await freePort());

// scripts/bootstrap.mjs writes this path, of Playwright's browser or the system's.
const chosen = 'node_modules/.cache/marketplace/chromium-path';
const executablePath = existsSync(chosen) ? readFileSync(chosen, 'utf8').trim() : undefined;
const root = process.getuid?.() === 0;

// Chromium uses only the last list of disabled features. This one repeats Playwright's and adds the
// parts that draw the address bar, which nobody sees and which take a quarter of a run.
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
  // Only the run on S3 has a language model for the server.
  testIgnore: process.env.E2E_S3 ? [] : ['**/describe.spec.ts', '**/stopwatch.spec.ts'],
  // The run on S3 repeats only the tests that depend on where files are stored.
  ...(process.env.E2E_S3 && { grep: /@s3/ }),
  fullyParallel: false,
  // Two workers leave two cores idle for a quarter of the time, while each waits for a page, an
  // email or a toast.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Generous for a busy machine. A wait ends as soon as its condition is met.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  snapshotPathTemplate: 'e2e/visual/{arg}{ext}',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    // Tracing takes a third of a run. Use `--trace on` if needed.
    trace: 'off',
    // `page.route` does not see a service worker's requests. e2e/offline.spec.ts allows service
    // workers.
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
    // An S3 server on a busy machine takes a minute to start.
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
    stderr: 'pipe',
  },
});
