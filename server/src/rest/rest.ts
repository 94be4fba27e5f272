import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { notForTokens } from '../context.ts';
import { bearerOf } from '../platform/http.ts';
import { apiContextOf } from '../request-context.ts';
import { createCaller } from '../router.ts';
import { accountRoutes } from './account.ts';
import { adminRoutes, figuresRoutes } from './admin.ts';
import type { ApiRoutes } from './api.ts';
import { bulkRoutes } from './bulk.ts';
import { favoriteRoutes, listingRoutes, reviewRoutes, searchRoutes } from './listings.ts';
import { meetupRoutes, messagingRoutes } from './messaging.ts';
import { registerOpenApi } from './openapi.ts';
import { paymentRoutes } from './payments.ts';
import { s3Routes } from './s3.ts';
import { uploadRoutes } from './uploads.ts';
import { webhookRoutes } from './webhooks.ts';

/** Registers the REST routes. Most of them call the same procedures as tRPC. */
export async function registerRest(app: FastifyInstance, ctx: AppContext): Promise<void> {
  await app.register(async (rest) => {
    acceptEmptyJson(rest);
    refuseTokens(rest);
    await registerOpenApi(rest, ctx);
    const all: ApiRoutes[] = [
      ...accountRoutes,
      ...bulkRoutes,
      ...listingRoutes,
      ...favoriteRoutes,
      ...searchRoutes,
      ...uploadRoutes,
      ...s3Routes,
      ...messagingRoutes,
      ...meetupRoutes,
      ...reviewRoutes,
      ...webhookRoutes,
      ...adminRoutes,
      ...figuresRoutes,
      ...paymentRoutes,
      unsubscribeRoute,
    ];
    for (const addRoutes of all) addRoutes(rest, ctx);
  });
}

/** Refuses tokens for routes documented for sessions only, whatever procedure they call. */
function refuseTokens(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const security = request.routeOptions.schema?.security ?? [];
    if (security.length === 0 || security.some((way) => 'token' in way)) return;
    if (bearerOf(request.headers) !== null) throw notForTokens();
  });
}

/** Accepts an empty body that is announced as JSON, because some documented calls send that. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** The route is for email programs, so it is not in the documentation. */
const unsubscribeOptions = { schema: { hide: true }, bodyLimit: 16 * 1024 };

/**
 * Adds the one-click unsubscribe of email programs (RFC 8058): their provider posts a form without
 * a cookie, and only the token decides. GET of the address is a page that changes nothing, because
 * email scanners open links.
 */
function unsubscribeRoute(app: FastifyInstance, ctx: AppContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, undefined),
    );
    scope.post<{ Querystring: { token?: string } }>(
      '/unsubscribe',
      unsubscribeOptions,
      async (request, reply) => {
        const { token = '' } = request.query;
        const caller = createCaller(await apiContextOf(ctx, request, reply));
        await caller.notifications.unsubscribe({ token });
        reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
        return "You're unsubscribed.\n";
      },
    );
  });
}
