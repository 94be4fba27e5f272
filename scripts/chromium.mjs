// Finds or installs the Chromium for the browser tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const debianChromium = '/usr/bin/chromium';

const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  debianChromium,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The file with the absolute path of the executable. playwright.config.ts reads it. */
const memory = (root) => join(root, 'node_modules/.cache/marketplace/chromium-path');

/** Returns the path that an earlier start found, if the file still exists. */
export function rememberedChromium(root) {
  const path = existsSync(memory(root)) ? readFileSync(memory(root), 'utf8') : '';
  return path && existsSync(path) ? path : undefined;
}

/** Runs the browser, because it may be a stub for a snap, or lack shared libraries. */
const runs = (path) =>
  existsSync(path) && spawnSync(path, ['--version'], { timeout: 15_000 }).status === 0;

function find(root) {
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test');
  return [chromium.executablePath(), ...systemPaths].find(runs);
}

function download(root) {
  console.log('Downloading a browser for the tests ...');
  const cli = createRequire(join(root, 'package.json')).resolve('@playwright/test/cli');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    stdio: 'ignore',
    timeout: 180_000,
  });
}

/** Runs apt-get as root on Debian. Returns false elsewhere, and when it fails. */
function apt(...args) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 600_000 }).status === 0;
}

const aptInstall = (name) => apt('install', '--yes', '--no-install-recommends', name);

function installFromDistribution() {
  console.log('Installing a browser for the tests from the distribution ...');
  apt('update');
  if (!aptInstall('chromium-headless-shell')) aptInstall('chromium');
}

/**
 * Finds a Chromium that runs (Playwright's, then the system's) and remembers its path. If there is
 * none, downloads Playwright's, or, as root on Debian, installs the distribution's package. Throws
 * an error that says what to do.
 */
export function ensureChromium(root) {
  let path = find(root);
  // The headless shell draws no windows and uses a fifth less CPU.
  if (path === debianChromium && aptInstall('chromium-headless-shell')) path = find(root);
  for (const obtain of [download, installFromDistribution]) {
    if (path) break;
    obtain(root);
    path = find(root);
  }
  if (!path) {
    throw new Error(
      'The browser tests need Chromium, and none could be found, downloaded or installed. Install ' +
        'it by hand (Debian: apt-get install chromium), or let "npx playwright install chromium" ' +
        'reach its download, and start again.',
    );
  }
  mkdirSync(dirname(memory(root)), { recursive: true });
  writeFileSync(memory(root), path);
}
