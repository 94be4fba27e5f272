import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { TokenScope } from '@marketplace/shared/tokens/constants';
import { type Context, notForTokens, type Session, sessionOfToken } from '../context.ts';
import type { AppContext } from '../app-context.ts';
import { apiContextOf } from '../request-context.ts';
import { bearerOf } from '../platform/bearer.ts';
import { createCaller } from '../router.ts';

/** The context of a REST call, whose cookies go out with its answer. */
export function restContext(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  return apiContextOf(ctx, request, reply);
}

/** The procedures, called as whoever sent this request. */
export async function callerOf(ctx: AppContext, request: FastifyRequest, reply: FastifyReply) {
  return createCaller(await restContext(ctx, request, reply));
}

/**
 * Who sent a call that is no procedure, by session or by a token of the `needed` scope. Throws
 * UNAUTHORIZED for a visitor, FORBIDDEN for another token.
 */
export function userOf({ session, token }: Context, needed: TokenScope): Session['user'] {
  if (token) return sessionOfToken(token, needed).user;
  if (!session) throw new TRPCError({ code: 'UNAUTHORIZED', message: unauthorized });
  return session.user;
}

/** Refuses tokens at routes that are documented for sessions alone, whatever they call. */
export function keepTokensOut(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const security = request.routeOptions.schema?.security ?? [];
    if (security.length === 0 || security.some((way) => 'token' in way)) return;
    if (bearerOf(request.headers) !== null) throw notForTokens();
  });
}

/** A list's items as the documented array; where to go on is in `X-Next-Cursor` and `Link`. */
export function sendPage<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { items: Item[]; nextCursor: string | null },
): Item[] {
  if (page.nextCursor === null) return page.items;
  const next = new URL(request.url, 'http://host');
  next.searchParams.set('cursor', page.nextCursor);
  reply.header('x-next-cursor', page.nextCursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  return page.items;
}

/** An address of this server as the caller reaches it, from a path; another address stays as it is. */
export function absoluteUrl({ config }: AppContext, request: FastifyRequest, url: string): string {
  const own = config.publicUrlGiven ? config.publicUrl : `${request.protocol}://${request.host}`;
  return new URL(url, own).href;
}

/** Some documented calls announce JSON and send nothing: an empty body counts as none. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}
