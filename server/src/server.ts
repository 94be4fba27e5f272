import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createDatabase, createPool } from '@marketplace/db/database';
import { startEmbeddedPostgres } from '@marketplace/db/embedded/embedded-postgres';
import { ensurePrivateDirectory } from '@marketplace/db/embedded/cluster';
import { migrate } from '@marketplace/db/migrate';
import type { AppContext } from './app-context.ts';
import { buildApp } from './app.ts';
import { startAddingPictures } from './demo/add-pictures.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { createViews } from './features/listings/stats/count-views.ts';
import { readDictionary } from './features/listings/search/dictionary.ts';
import { mailReplies } from './features/messaging/mail-replies/receive-reply.ts';
import { pushKeys } from './features/push/subscriptions.ts';
import { createScreener } from './features/screening/screener.ts';
import { createPostgresBus } from './platform/bus/postgres-bus.ts';
import { createRedisBus } from './platform/bus/redis-bus.ts';
import { createCoalesce } from './platform/coalesce.ts';
import type { Config } from './platform/config.ts';
import { createOpenAiDescriber } from './platform/describer.ts';
import { isLoopbackHost } from './platform/networks.ts';
import { createLimiter } from './platform/limiter.ts';
import { startInboundMail } from './platform/mailer/inbound-mail.ts';
import { createMailbox } from './platform/mailer/mailer.ts';
import { createFileStore } from './platform/object-store/file-store.ts';
import { createS3Store } from './platform/object-store/s3-store.ts';
import { publicOutbound } from './platform/outbound.ts';
import { createPayPal } from './platform/paypal/paypal-rest.ts';
import { createSecrets, loadSessionSecret } from './platform/secrets.ts';
import { createHub } from './realtime/hub.ts';
import { devMailPath } from './rest/dev-mail.ts';
import { startWorker } from './worker/worker.ts';

/**
 * How many connections may wait to be accepted. The system drops others, and their clients retry
 * after 1 s, then 2 s, up to half a minute, which is worse than a refusal.
 */
const backlog = 4_096;

/** Time limits in ms, so that nothing waits forever. */
const databaseTimeouts = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
};

export interface RunningServer {
  /** The text to print at the start; empty for a worker without a web server. */
  greeting: string;
  /**
   * Serves for `drainSeconds` more while load balancers stop sending requests, lets requests
   * finish, and closes everything. Rejects if something was cut off or could not be closed.
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
    closing.push(closerOf(app));
    await app.listen({ port: config.port, host: config.host, backlog });
    if (config.inboundMail) {
      const listener = { ...config.inboundMail, host: config.host, log };
      const inbound = await startInboundMail(listener, mailReplies(ctx));
      closing.push(inbound.stop);
    }
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
    const say = (message: string) => log.info(message);
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
    closing.push(() => embedded.stop());
    connectionString = embedded.connectionString;
  }
  const onError = (error: Error) => log.warn({ err: error }, 'Lost a database connection.');
  // A migration may take longer than a request may, so it has connections without time limits.
  const migrating = createPool({ connectionString }, onError);
  const ran = await migrate(migrating).finally(() => migrating.end());
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
  const views = createViews({ db, log, secrets });
  closing.push(() => views.close());
  const screener = createScreener({ db, log });
  closing.push(() => screener.close());
  await screener.follow();
  return {
    ...{ config, log, pool, db, objects, secrets, hub, views, screener },
    limiter: createLimiter(pool, config.rateLimitFactor),
    coalesce: createCoalesce(),
    outbound: publicOutbound,
    mailbox: config.smtpUrl ? null : createMailbox(join(config.dataDir, 'mail')),
    describer: config.openai ? createOpenAiDescriber(config.openai) : null,
    paypal: createPayPal(config),
  };
}

/** Returns a function that closes the app. Cuts off requests after four seconds, and then throws. */
function closerOf({ server, close }: FastifyInstance) {
  const timeoutMs = 4_000;
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

/** Returns the text printed once the server listens. */
function greetingOf({ config, secrets }: AppContext): string {
  const { publicUrl, publicUrlGiven, host, port } = config;
  const needsPublicUrl = !publicUrlGiven && !isLoopbackHost(host) && host !== '::1';
  const isLocal = isLoopbackHost(new URL(publicUrl).hostname);
  // The page of emails is not available through a proxy.
  const mailSite = isLocal ? publicUrl : `http://localhost:${port}`;
  const mailPage = `${mailSite}${devMailPath({ config, secrets })} (from this machine only)`;
  const isDemo = config.databaseUrl === undefined && config.seedDemo;
  const admin = isDemo
    ? 'admin@example.com; the code is on the email page above'
    : 'yourself, then open /admin/initialize before anyone else does';
  const hint = `set PUBLIC_URL to allow access, such as PUBLIC_URL=http://192.168.1.5:${port}`;
  return [
    `${config.brand.productName} is running.`,
    '',
    `Site      ${publicUrl}`,
    ...(needsPublicUrl ? [`Network   ${hint}`] : []),
    `Email     ${config.smtpUrl ? `sent through ${new URL(config.smtpUrl).host}` : mailPage}`,
    `Admin     sign in as ${admin}`,
  ].join('\n');
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
