import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { maxCallsInBatch } from '@marketplace/shared/batch';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import { kindOfPath } from '@marketplace/shared/paths';
import type { AppContext } from './app-context.ts';
import { registerDraining } from './draining.ts';
import { AppError, databaseBusy } from './errors.ts';
import type { Admission } from './platform/admission.ts';
import { assertOwnHost, bearerOf, mayChangeState } from './platform/http.ts';
import { registerShedding, sheddingLimits } from './platform/shedding.ts';
import { registerVisitorCache } from './platform/visitor-cache.ts';
import { registerSocket } from './realtime/socket.ts';
import { registerBusyPage } from './rendering/busy-page.ts';
import { registerRendering } from './rendering/render.ts';
import { registerSecurityHeaders } from './rendering/security-headers.ts';
import { apiContextOf } from './request-context.ts';
import { registerDevMail } from './rest/dev-mail.ts';
import { handleError, handleTrpcError } from './rest/errors.ts';
import { mediaRoutes } from './rest/media.ts';
import { cspReportRoutes, healthRoutes, registerMetrics } from './rest/monitoring.ts';
import { registerRest } from './rest/rest.ts';
import { type AppRouter, appRouter } from './router.ts';

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
    http: { headersTimeout, connectionsCheckingInterval: timeoutsCheckedEvery },
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are still served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 5000 },
  });
  app.setErrorHandler(handleError);
  watch?.(app);
  await registerSecurityHeaders(app, ctx);
  app.addHook('onRequest', async (request) => assertOwnHost(ctx.config, request));
  registerBusyPage(app, ctx.config);
  registerVisitorCache(app);
  const admission = await registerShedding(app, ctx, shedding);
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) || mayChangeState(ctx.config, request.headers)) return;
    // Pages of other sites cannot send a bearer token, and with one no cookie counts.
    if (bearerOf(request.headers) !== null) return;
    throw new AppError('FORBIDDEN', 'This call came from another site.');
  });
  app.addHook('onRequest', async ({ headers }) => {
    // Nothing is decompressed, so that a small body cannot become a large one.
    if ((headers['content-encoding'] ?? 'identity') === 'identity') return;
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, without an encoding.');
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
  await registerRendering(app, ctx);
  return app;
}

/** Fastify takes no number of hops, as a request may come without a proxy; TRUST_PROXY says none does. */
function trustedHops(proxies: AppContext['config']['trustProxy']) {
  if (typeof proxies !== 'number') return proxies;
  return (_address: string, hop: number) => hop < proxies;
}

/** tRPC over HTTP. Only JSON, since forms of other sites can send other types without a preflight. */
async function registerTrpc(
  app: FastifyInstance,
  ctx: AppContext,
  admission: Admission,
): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler(handleTrpcError);
    scope.addHook('onRequest', async (request) => {
      if (reading.has(request.method)) return;
      const type = request.headers['content-type'] ?? '';
      if (type.split(';', 1)[0]?.trim() !== 'application/json') {
        throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'JSON is expected.' });
      }
    });
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        router: appRouter,
        maxBodySize: 1024 * 1024,
        maxBatchSize: maxCallsInBatch,
        createContext: async ({ req, res }) => ({
          ...(await apiContextOf(ctx, req, res).catch(refuseWhenBusy)),
          enter: () => admission.enterCall(req.ip),
        }),
        onError: ({ error, path }) => {
          if (error.code === 'INTERNAL_SERVER_ERROR') {
            ctx.log.error({ err: error.cause ?? error, path }, 'procedure failed');
          }
        },
        responseMeta: ({ errors }) => {
          const cause = errors[0]?.cause;
          const retryAfter = cause instanceof AppError ? cause.retryAfter : undefined;
          return { headers: retryAfter ? { 'retry-after': String(retryAfter) } : {} };
        },
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>);
  });
}

/** Throws the refusal for a database that is busy, and any other error as it is. */
function refuseWhenBusy(error: unknown): never {
  const busy = databaseBusy(error);
  if (!busy) throw error;
  throw new TRPCError({ code: busy.code, message: busy.message, cause: busy });
}
