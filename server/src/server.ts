import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createDatabase, createPool } from '@marketplace/db/database';
import { startEmbeddedPostgres } from '@marketplace/db/embedded/embedded-postgres';
import { ensurePrivateDirectory } from '@marketplace/db/embedded/private-directory';
import { migrate } from '@marketplace/db/migrate';
import type { AppContext } from './app-context.ts';
import { buildApp } from './app.ts';
import { startAddingPictures } from './demo/add-pictures.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { readDictionary } from './features/listings/search/dictionary.ts';
import { pushKeys } from './features/push/push-keys.ts';
import { createPostgresBus } from './platform/bus/postgres-bus.ts';
import { createRedisBus } from './platform/bus/redis-bus.ts';
import { createCoalesce } from './platform/coalesce.ts';
import type { Config } from './platform/config.ts';
import { createOpenAiDescriber } from './platform/describer.ts';
import { isLoopbackHost } from './platform/http.ts';
import { createLimiter } from './platform/limiter.ts';
import { createMailbox } from './platform/mailer/mailer.ts';
import { createFileStore } from './platform/object-store/file-store.ts';
import { createS3Store } from './platform/object-store/s3-store.ts';
import { createPayPal } from './platform/paypal/paypal-rest.ts';
import { createSecrets, loadSessionSecret } from './platform/secrets.ts';
import { createHub } from './realtime/hub.ts';
import { devMailPath } from './rest/dev-mail.ts';
import { startWorker } from './worker/worker.ts';

/** How many ms running requests may take to finish when the server stops. */
const requestsTimeoutMs = 4_000;

/**
 * How many connections may wait to be accepted. The system drops others, and their clients retry
 * after 1 s, then 2 s, up to half a minute, which is worse than a refusal.
 */
const backlog = 4_096;

/**
 * Time limits in ms for a connection, a statement and the next statement of a transaction, so that
 * nothing waits forever.
 */
const databaseTimeouts = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
};

export interface RunningServer {
  /** The text to print at the start; empty for a worker without a web server. */
  greeting: string;
  /**
   * Serves for `drainSeconds` more while load balancers stop sending requests (0: not at all),
   * stops accepting connections, lets requests finish, and closes everything, including the
   * embedded database. Rejects if something was cut off or could not be closed.
   */
  close(drainSeconds?: number): Promise<void>;
}

interface Roles {
  web: boolean;
  worker: boolean;
  /** Settles once there is a client to serve; undefined if it exists. */
  clientBuilt?: Promise<void> | undefined;
}

/** Starts the web server, the worker for background tasks, or both. */
export async function startServer(
  config: Config,
  log: Logger,
  roles: Roles,
): Promise<RunningServer> {
  const closing = createClosing(log);
  const { close } = closing;
  try {
    const ctx = await openContext(config, log, closing);
    const isDemo = config.databaseUrl === undefined && config.seedDemo;
    await pushKeys(ctx);
    if (isDemo) await seedDemo(ctx);
    if (roles.worker) {
      const worker = await startWorker(ctx);
      closing.push(() => worker.stop());
    }
    if (!roles.web) return { greeting: '', close };
    await roles.clientBuilt;
    const app = await buildApp(ctx);
    closing.push(closerOf(app, requestsTimeoutMs));
    await app.listen({ port: config.port, host: config.host, backlog });
    if (isDemo) closing.push(startAddingPictures(ctx));
    const drainAndClose = async (seconds = 0) => {
      if (seconds > 0) await app.drain(seconds);
      await close();
    };
    return { greeting: greetingOf(ctx), close: drainAndClose };
  } catch (error) {
    // `close` logs its errors, and the reason of the failed start matters more.
    await close().catch(() => undefined);
    throw error;
  }
}

async function openContext(config: Config, log: Logger, closing: Closing): Promise<AppContext> {
  ensurePrivateDirectory(config.dataDir);
  readDictionary(join(config.dataDir, 'search'));
  let connectionString = config.databaseUrl;
  if (connectionString === undefined) {
    const embedded = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (message) => log.info(message),
    });
    closing.push(() => embedded.stop());
    connectionString = embedded.connectionString;
  }
  const onError = (error: Error) => log.warn({ err: error }, 'Lost a database connection.');
  const ran = await migrateFirst(connectionString, onError);
  if (ran.length > 0) log.info({ migrations: ran }, 'Applied migrations.');
  const pool = createPool({ connectionString, max: 20, ...databaseTimeouts }, onError);
  closing.push(() => pool.end());

  const secrets = createSecrets(config.sessionSecret ?? loadSessionSecret(config.dataDir));
  const objects = config.s3
    ? createS3Store(config.s3)
    : createFileStore(join(config.dataDir, 'objects'), { minFreeBytes: config.minFreeDiskBytes });
  await objects.check();
  const { redisUrl } = config;
  const bus = redisUrl ? createRedisBus(redisUrl, log) : createPostgresBus(pool, log);
  closing.push(() => bus.close());
  const db = createDatabase(pool);
  const hub = createHub({ bus, db, log });
  closing.push(() => hub.close());
  return {
    config,
    log,
    pool,
    db,
    objects,
    secrets,
    limiter: createLimiter(pool, config.rateLimitFactor),
    coalesce: createCoalesce(),
    hub,
    mailbox: config.smtpUrl ? null : createMailbox(join(config.dataDir, 'mail')),
    describer: config.openai ? createOpenAiDescriber(config.openai) : null,
    paypal: createPayPal(config),
  };
}

/** Uses separate connections, because a migration may take longer than a request may. */
async function migrateFirst(
  connectionString: string,
  onError: (error: Error) => void,
): Promise<string[]> {
  const pool = createPool({ connectionString }, onError);
  try {
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Returns a function that closes the app. It cuts off requests that are not finished after
 * `timeoutMs` milliseconds, and then throws.
 */
function closerOf({ server, close }: FastifyInstance, timeoutMs: number) {
  let open = 0;
  server.on('request', (_request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
  });
  return async () => {
    let cut = 0;
    const timer = setTimeout(() => {
      cut = open;
      server.closeAllConnections();
    }, timeoutMs);
    await close();
    clearTimeout(timer);
    if (cut > 0) throw new Error(`Requests cut off after ${timeoutMs} ms: ${cut}.`);
  };
}

/**
 * Returns the text printed once the server listens: its address, where emails go, and how to become
 * an admin.
 */
function greetingOf({ config, secrets }: AppContext): string {
  const site = config.publicUrl;
  const mail = config.smtpUrl
    ? `Email     sent through ${new URL(config.smtpUrl).host}`
    : `Email     ${mailSite(config)}${devMailPath({ config, secrets })} (from this machine only)`;
  return [
    `${config.brand.productName} is running.`,
    '',
    `Site      ${site}`,
    ...networkHint(config),
    mail,
    `Admin     sign in as ${adminHint(config)}`,
  ].join('\n');
}

/**
 * Returns a hint if the server listens to a network but has no PUBLIC_URL, so that it accepts only
 * local names.
 */
function networkHint({ host, publicUrlGiven, port }: Config): string[] {
  if (publicUrlGiven || isLoopbackHost(host) || host === '::1') return [];
  return [
    `Network   set PUBLIC_URL to allow access, such as PUBLIC_URL=http://192.168.1.5:${port}`,
  ];
}

/**
 * Returns the site for the email page. It bypasses a proxy, through which the page is not
 * available.
 */
function mailSite({ publicUrl, port }: Config): string {
  const isLoopback = isLoopbackHost(new URL(publicUrl).hostname);
  return isLoopback ? publicUrl : `http://localhost:${port}`;
}

function adminHint(config: Config): string {
  const demo = config.databaseUrl === undefined && config.seedDemo;
  if (demo) return 'admin@example.com; the code is on the email page above';
  return 'yourself, then open /admin/initialize before anyone else does';
}

type Closing = ReturnType<typeof createClosing>;

/** Collects steps that close everything in reverse order when a start fails or the server stops. */
export function createClosing(log: Logger) {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    push: (step: () => Promise<unknown>) => void steps.push(step),
    /** Runs every step, logs each error, and throws the first one. */
    async close() {
      const errors: unknown[] = [];
      for (const step of steps.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          log.error({ err: error }, 'A service could not be closed.');
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
