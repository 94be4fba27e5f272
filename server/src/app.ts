import { maxHeaderSize } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import { kindOfPath } from '@marketplace/shared/paths';
import type { AppContext } from './app-context.ts';
import { registerDraining } from './draining.ts';
import { AppError } from './errors.ts';
import { decodableUrl, refuseUnreadable } from './malformed-requests.ts';
import { assertOwnHost, bearerOf, mayChangeState } from './platform/http.ts';
import { registerShedding, sheddingLimits } from './platform/shedding.ts';
import { registerVisitorCache } from './platform/visitor-cache.ts';
import { registerSocket } from './realtime/socket.ts';
import { registerBusyPage } from './rendering/busy-page.ts';
import { registerPageCache, registerRendering } from './rendering/render.ts';
import { registerSecurityHeaders } from './rendering/security-headers.ts';
import { registerDevMail } from './rest/dev-mail.ts';
import { handleError } from './rest/errors.ts';
import { registerMedia } from './rest/media.ts';
import { registerCspReports, registerHealth, registerMetrics } from './rest/monitoring.ts';
import { registerRest } from './rest/rest.ts';
import { registerTrpc } from './trpc-http.ts';

/** Time limits for clients in ms, and the load that the server accepts. */
const serverLimits = {
  headersTimeout: 20_000,
  /** The limit for a whole request. A picture of 10 MB may come over a slow phone connection. */
  requestTimeout: 300_000,
  /** The limit without a byte in either direction. A model may need 30 s before it responds. */
  silenceTimeout: 120_000,
  timeoutsCheckedEvery: 5_000,
  ...sheddingLimits,
};

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the server, not listening yet. Hooks that a test adds with `watch` see every route. */
export async function buildApp(
  ctx: AppContext,
  watch?: (app: FastifyInstance) => void,
  limits: Partial<typeof serverLimits> = {},
): Promise<FastifyInstance> {
  const { trustProxy: hops } = ctx.config;
  const all = { ...serverLimits, ...limits };
  const { headersTimeout, requestTimeout, silenceTimeout, timeoutsCheckedEvery, ...shedding } = all;
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    // Fastify refuses a number of hops. TRUST_PROXY guarantees that no request skips the proxies.
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    bodyLimit: 1024 * 1024,
    requestTimeout,
    connectionTimeout: silenceTimeout,
    http: {
      headersTimeout,
      connectionsCheckingInterval: timeoutsCheckedEvery,
      // `assertOwnHost` refuses such requests with a text.
      requireHostHeader: false,
    },
    clientErrorHandler: refuseUnreadable,
    rewriteUrl: decodableUrl,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are still served.
    return503OnClosing: false,
    // No address can be longer.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  app.setErrorHandler(handleError);
  watch?.(app);
  await registerSecurityHeaders(app, ctx);
  app.addHook('onRequest', async (request) => assertOwnHost(ctx.config, request));
  registerBusyPage(app, ctx.config);
  registerVisitorCache(app);
  const pageCache = registerPageCache(app, ctx);
  const admission = await registerShedding(app, ctx, shedding);
  addRequestRules(app, ctx.config);
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: maxImageBytes, files: 1, fields: 5 } });
  registerDraining(app);
  await registerSocket(app, ctx, { admission });
  registerMetrics(app, ctx);
  await registerTrpc(app, ctx, admission);
  registerHealth(app, ctx);
  registerMedia(app, ctx);
  registerDevMail(app, ctx);
  await registerRest(app, ctx);
  await registerCspReports(app, ctx);
  await registerRendering(app, ctx, pageCache);
  return app;
}

/** Adds the rules of all routes: changes from other sites, encodings, caching, unread bodies. */
function addRequestRules(app: FastifyInstance, config: AppContext['config']): void {
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) || mayChangeState(config, request.headers)) return;
    // Pages of other sites cannot send a bearer token, and with a token no cookie counts.
    if (bearerOf(request.headers) !== null) return;
    throw new AppError('FORBIDDEN', 'This request came from another site.');
  });
  app.addHook('onRequest', async ({ headers }) => {
    // Bodies are not decompressed, so that a small body cannot become a large one.
    if ((headers['content-encoding'] ?? 'identity') === 'identity') return;
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without content encoding.');
  });
  app.addHook('onSend', async (request, reply) => {
    // API responses are not cached unless the route says so.
    if (kindOfPath(request.url) !== 'call' || reply.hasHeader('cache-control')) return;
    reply.header('cache-control', 'private, no-store');
  });
  app.addHook('onResponse', async ({ raw }) => {
    // The unread rest of a refused form would block its connection.
    if (!raw.complete) raw.unpipe().resume();
  });
}
