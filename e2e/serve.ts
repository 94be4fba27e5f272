import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@marketplace/server/platform/config';
import { createLogger } from '@marketplace/server/platform/logger';
import { startServer } from '@marketplace/server/server';
import { startMailCatcher } from './mail-catcher.ts';

/**
 * The server under test: the real one on an embedded PostgreSQL and a file store of its own, with
 * mail going to a real SMTP server whose letters the tests fetch over HTTP.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'marketplace-e2e-'));
const mail = await startMailCatcher(Number(process.env.E2E_MAIL_PORT));
const config = readConfig({
  NODE_ENV: 'test',
  PORT: process.env.E2E_PORT,
  DATA_DIR: dataDir,
  SMTP_URL: mail.smtpUrl,
  SEED_DEMO: 'false',
  RATE_LIMIT_FACTOR: '1000',
  LOG_LEVEL: 'warn',
});
const server = await startServer(config, createLogger(config.logLevel), {
  web: true,
  worker: true,
});

process.on('SIGTERM', async () => {
  await server.close();
  await mail.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
