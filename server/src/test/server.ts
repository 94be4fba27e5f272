import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { vi } from 'vitest';
import type { WebSocket } from 'ws';
import { createDatabase, createPool } from '@marketplace/db/database';
import { buildApp } from '../app.ts';
import { startSession } from '../features/auth/sessions.ts';
import type { AppContext } from '../app-context.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { createPostgresBus } from '../platform/bus/postgres-bus.ts';
import { cookieName } from '../platform/http.ts';
import { createHub } from '../realtime/hub.ts';
import { createContract } from './contract.ts';
import type { TestDatabase } from './database.ts';
import { createTestContext } from './app-context.ts';
import { createTestUser } from './users.ts';

export interface TestServer {
  /** The address without a trailing slash. */
  url: string;
  ctx: AppContext;
  bus: Bus;
  sockets(): Set<WebSocket>;
  /** Creates a user with a session. `cookie` is the cookie of their browser. */
  signedIn(values?: Parameters<typeof createTestUser>[1]): Promise<SignedIn>;
  onClose(end: () => Promise<void>): void;
  close(): Promise<void>;
}

export interface SignedIn {
  id: string;
  sessionId: string;
  cookie: string;
}

/**
 * Options of an instance: its bus, if not the database; how often it polls; and its load limits.
 */
export interface InstanceOptions {
  openBus?: (pool: Pool, log: Logger) => Bus;
  tickMs?: number;
  limits?: Parameters<typeof buildApp>[2];
}

/** Tests send bursts from one network, on machines of any speed. */
const unlimited = {
  inWork: Infinity,
  inWorkOfNetwork: Infinity,
  perSecondOfNetwork: Infinity,
  socketsOfNetwork: Infinity,
  visitorSocketsOfNetwork: Infinity,
  eventLoopDelay: 0,
};

/**
 * Starts a whole server on a free port with a separate pool, bus and hub on the test's database, so
 * that several servers are instances of one site. Resolves once it receives from the other
 * instances. `close` fails if an API response was not as documented.
 */
export async function startTestServer(
  database: TestDatabase,
  overrides: Partial<AppContext> = {},
  { openBus = createPostgresBus, tickMs, limits }: InstanceOptions = {},
): Promise<TestServer> {
  const pool = createPool({ connectionString: database.url, max: 10 }, () => undefined);
  const db = createDatabase(pool);
  const base = createTestContext(database, { pool, db, ...overrides });
  const bus = openBus(pool, base.log);
  const hub = createHub({ bus, db, log: base.log, tickMs });
  const ctx: AppContext = { ...base, hub, ...overrides };
  const contract = createContract();
  const app = await buildApp(ctx, (app) => contract.watch(app), { ...unlimited, ...limits });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await vi.waitFor(() => bus.check(), 10_000);
  const { port } = app.server.address() as AddressInfo;
  const ends: (() => Promise<void>)[] = [];
  return {
    url: `http://127.0.0.1:${port}`,
    ctx,
    bus,
    sockets: () => app.websocketServer.clients,
    async signedIn(values) {
      const { id } = await createTestUser(db, values);
      const session = await startSession(db, ctx.secrets, { userId: id, userAgent: 'Test' });
      const name = cookieName('session', ctx.config.secureCookies);
      return { id, sessionId: session.id, cookie: `${name}=${session.token}` };
    },
    onClose: (end) => void ends.push(end),
    async close() {
      await app.close();
      await Promise.all(ends.map((end) => end()));
      await ctx.views.close();
      await ctx.screener.close();
      await hub.close();
      await bus.close();
      await pool.end();
      contract.assertKept();
    },
  };
}
