import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import { AppError } from './errors.ts';
import type { Parts } from './parts.ts';
import { mayChangeState } from './platform/origin.ts';
import { registerSocket } from './realtime/socket.ts';
import { registerRendering } from './rendering/render.ts';
import { registerSecurityHeaders } from './rendering/security-headers.ts';
import { contextOf } from './request-context.ts';
import { registerDevMail } from './rest/dev-mail.ts';
import { handleError } from './rest/errors.ts';
import { healthRoutes } from './rest/health.ts';
import { mediaRoutes } from './rest/media.ts';
import { registerMetrics } from './rest/metrics.ts';
import { registerRest } from './rest/rest.ts';
import { type AppRouter, appRouter } from './router.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The whole server over its parts, not yet listening. A test builds one on a free port. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = parts.log;
  const app = Fastify({
    loggerInstance,
    trustProxy: parts.config.trustProxy,
    bodyLimit: 1024 * 1024,
    // A picture of 10 MB may come over a slow phone line.
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 5000 },
  });
  app.setErrorHandler(handleError);
  await registerSecurityHeaders(app, parts);
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) || mayChangeState(parts.config, request.headers)) return;
    throw new AppError('FORBIDDEN', 'This call came from another site.');
  });
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: maxImageBytes, files: 1, fields: 5 } });
  await registerSocket(app, parts);
  registerMetrics(app, parts);
  await registerTrpc(app, parts);
  healthRoutes(app, parts);
  mediaRoutes(app, parts);
  registerDevMail(app, parts);
  await registerRest(app, parts);
  await registerRendering(app, parts);
  return app;
}

/** tRPC over HTTP. Only JSON: a form of another site can send other types without being asked. */
async function registerTrpc(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(async (scope) => {
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
        createContext: ({ req, res }) => contextOf(parts, req, res),
        onError: ({ error, path }) => {
          if (error.code === 'INTERNAL_SERVER_ERROR') {
            parts.log.error({ err: error.cause ?? error, path }, 'procedure failed');
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
