import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@marketplace/server/platform/config';
import { createLogger } from '@marketplace/server/platform/logger';
import { startServer } from '@marketplace/server/server';
import { freePort } from '@marketplace/server/test/free-port';
import { root } from './run.ts';

/** Starts the marketplace with its demo data in a new directory, which `close` deletes. */
export async function startDemoServer() {
  const directory = mkdtempSync(join(tmpdir(), 'marketplace-demo-'));
  const port = await freePort();
  const settings = { DATA_DIR: directory, PORT: String(port), RATE_LIMIT_FACTOR: '100' };
  const config = readConfig({ ...settings, LOG_LEVEL: 'warn' });
  const log = createLogger(config.logLevel);
  const server = await startServer(config, log, { web: true, worker: true });
  return {
    url: `http://localhost:${port}`,
    directory,
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the path of the browser that `scripts/bootstrap.mjs --browser` found. */
export const chromiumPath = () =>
  readFileSync(join(root, 'node_modules/.cache/marketplace/chromium-path'), 'utf8');
