import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { AdminEvent } from '@marketplace/shared/admin/schemas';
import type { AppContext } from '../app-context.ts';
import { createViews } from '../features/listings/stats/count-views.ts';
import { createScreener } from '../features/screening/screener.ts';
import { createCoalesce } from '../platform/coalesce.ts';
import { readConfig } from '../platform/config.ts';
import { createLimiter } from '../platform/limiter.ts';
import { createMailbox } from '../platform/mailer/mailer.ts';
import { createFileStore } from '../platform/object-store/file-store.ts';
import { publicOutbound } from '../platform/outbound.ts';
import { createSecrets } from '../platform/secrets.ts';
import type { Hub } from '../realtime/hub.ts';
import { createPresence } from '../realtime/presence.ts';
import type { TestDatabase } from './database.ts';

/** A hub that only records calls. Nobody follows a feed through it. */
export interface RecordingHub extends Hub {
  woken: string[];
  closedSessions: string[];
  adminEvents: AdminEvent[];
  changedListings: string[];
}

export function createRecordingHub(): RecordingHub {
  const woken: string[] = [];
  const closedSessions: string[] = [];
  const adminEvents: AdminEvent[] = [];
  const changedListings: string[] = [];
  return {
    woken,
    closedSessions,
    adminEvents,
    changedListings,
    listings: {
      changed: (ids) => void changedListings.push(...ids),
      watch: () => () => undefined,
      onChanged: () => () => undefined,
    },
    admin: { publish: (event) => void adminEvents.push(event), follow: () => () => undefined },
    deliver: (entries) => void woken.push(...entries.map((entry) => entry.userId)),
    closeSessions: (sessionIds) => void closedSessions.push(...sessionIds),
    follow: () => () => undefined,
    onSessionsClosed: () => () => undefined,
    presence: createPresence(() => undefined),
    deliveries: {
      reached: () => undefined,
      reachedAll: () => undefined,
      close: async () => undefined,
    },
    close: async () => undefined,
  };
}

/**
 * Creates the context of a server on a test's database, with files and emails in a separate folder,
 * a silent log, and limits as in production. The caller closes the database; the folder is removed
 * at the end of the run.
 */
export function createTestContext(
  database: TestDatabase,
  overrides: Partial<AppContext> = {},
): AppContext {
  const dataDir = join(inject('filesDirectory'), randomUUID());
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  const secrets = createSecrets('a secret of tests that is 32 characters or more');
  return {
    config,
    log,
    pool: database.pool,
    db: database.db,
    objects: createFileStore(join(dataDir, 'objects')),
    secrets,
    limiter: createLimiter(database.pool, config.rateLimitFactor),
    coalesce: createCoalesce(),
    hub: createRecordingHub(),
    views: createViews({ db: overrides.db ?? database.db, log, secrets }),
    // Allows everything until a test calls `reload`.
    screener: createScreener({ db: overrides.db ?? database.db, log }),
    outbound: publicOutbound,
    mailbox: createMailbox(join(dataDir, 'mail')),
    describer: null,
    paypal: null,
    ...overrides,
  };
}
