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
import { mediaRoutes } from './rest/media.ts';
import { cspReportRoutes, healthRoutes, registerMetrics } from './rest/monitoring.ts';
import { registerRest } from './rest/rest.ts';
import { registerTrpc } from './trpc-http.ts';

/** Time limits of clients in milliseconds, and the load that the server accepts. */
const serverLimits = {
  /** For the headers of a request. */
  headersTimeout: 20_000,
  /** For a whole request: a picture of 10 MB may come over a slow phone line. */
  requestTimeout: 300_000,
  /** Without a byte in either direction; a model may think for 30 s before there is an answer. */
  silenceTimeout: 120_000,
  timeoutsCheckedEvery: 5_000,
  ...sheddingLimits,
};

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The whole server over its context, not yet listening. A test builds one on a free port, and may
 * `watch` its answers: hooks that it adds see every route.
 */
export async function buildApp(
  ctx: AppContext,
  watch?: (app: FastifyInstance) => void,
  limits: Partial<typeof serverLimits> = {},
): Promise<FastifyInstance> {
  const { headersTimeout, requestTimeout, silenceTimeout, timeoutsCheckedEvery, ...shedding } = {
    ...serverLimits,
    ...limits,
  };
  const loggerInstance: FastifyBaseLogger = ctx.log;
  const app = Fastify({
    loggerInstance,
    trustProxy: trustedHops(ctx.config.trustProxy),
    bodyLimit: 1024 * 1024,
    requestTimeout,
    connectionTimeout: silenceTimeout,
    http: {
      headersTimeout,
      connectionsCheckingInterval: timeoutsCheckedEvery,
      // Refused below instead, in words.
      requireHostHeader: false,
    },
    clientErrorHandler: refuseUnreadable,
    rewriteUrl: decodableUrl,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are still served.
    return503OnClosing: false,
    // No address is longer.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  app.setErrorHandler(handleError);
  watch?.(app);
  await registerSecurityHeaders(app, ctx);
  app.addHook('onRequest', async (request) => assertOwnHost(ctx.config, request));
  registerBusyPage(app, ctx.config);
  registerVisitorCache(app);
  const pageCache = registerPageCache(app);
  const admission = await registerShedding(app, ctx, shedding);
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) || mayChangeState(ctx.config, request.headers)) return;
    // Pages of other sites cannot send a bearer token, and with one no cookie counts.
    if (bearerOf(request.headers) !== null) return;
    throw new AppError('FORBIDDEN', 'This request came from another site.');
  });
  app.addHook('onRequest', async ({ headers }) => {
    // Nothing is decompressed, so that a small body cannot become a large one.
    if ((headers['content-encoding'] ?? 'identity') === 'identity') return;
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without content encoding.');
  });
  app.addHook('onSend', async (request, reply) => {
    // Answers of the API are not cached unless they say so.
    if (kindOfPath(request.url) !== 'call' || reply.hasHeader('cache-control')) return;
    reply.header('cache-control', 'private, no-store');
  });
  app.addHook('onResponse', async ({ raw }) => {
    // Unread, the rest of a form that was refused midway would block its connection.
    if (!raw.complete) raw.unpipe().resume();
  });
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: maxImageBytes, files: 1, fields: 5 } });
  registerDraining(app);
  await registerSocket(app, ctx, { admission });
  registerMetrics(app, ctx);
  await registerTrpc(app, ctx, admission);
  healthRoutes(app, ctx);
  mediaRoutes(app, ctx);
  registerDevMail(app, ctx);
  await registerRest(app, ctx);
  await cspReportRoutes(app, ctx);
  await registerRendering(app, ctx, pageCache);
  return app;
}

/** Fastify takes no number of hops, as a request may come without a proxy; TRUST_PROXY says none does. */
function trustedHops(proxies: AppContext['config']['trustProxy']) {
  if (typeof proxies !== 'number') return proxies;
  return (_address: string, hop: number) => hop < proxies;
}
