import '@fastify/cookie';
import { TRPCError } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, CookieName } from './context.ts';
import { findSession } from './features/auth/sessions.ts';
import { findToken } from './features/tokens/tokens.ts';
import type { AppContext } from './app-context.ts';
import { bearerOf, cookieName, cookieOptions } from './platform/http.ts';

/**
 * Returns the context of a call with the session of its cookie. Sets cookies on `reply`, if any.
 */
export async function contextOf(
  ctx: AppContext,
  request: FastifyRequest,
  reply?: FastifyReply,
): Promise<Context> {
  const secure = ctx.config.secureCookies;
  const cookie = (name: CookieName) => request.cookies[cookieName(name, secure)];
  const token = cookie('session');
  const found = token ? await findSession(ctx, token) : null;
  const context: Context = {
    ...ctx,
    session: found && { id: found.id, user: found.user, confirmedAt: found.confirmedAt },
    ip: request.ip,
    userAgent: userAgentOf(request),
    cookies: { session: token, device: cookie('device'), browser: cookie('browser') },
    setCookie: setCookieOn(reply, secure),
  };
  // The cookie's 30 days are renewed together with the session's.
  if (token && found?.renewed) context.setCookie('session', token);
  return context;
}

/** This is outside `contextOf`, so that an open socket's context does not retain its request. */
function setCookieOn(reply: FastifyReply | undefined, secure: boolean): Context['setCookie'] {
  return (name, value) => {
    const options = cookieOptions(name, secure);
    const wire = cookieName(name, secure);
    if (value === null) reply?.clearCookie(wire, options);
    else reply?.setCookie(wire, value, options);
  };
}

/**
 * Returns the context of an API call. With a bearer token, cookies are ignored and none is set.
 * Throws UNAUTHORIZED for an invalid token. Pages and sockets use only cookies.
 */
export async function apiContextOf(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const bearer = bearerOf(request.headers);
  if (bearer === null) return contextOf(ctx, request, reply);
  const token = await findToken(ctx, bearer);
  if (!token) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
    throw new TRPCError({ code: 'UNAUTHORIZED', message: "This API token isn't valid." });
  }
  const { ip } = request;
  const userAgent = userAgentOf(request);
  return { ...ctx, session: null, token, ip, userAgent, cookies: {}, setCookie: () => undefined };
}

export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300);
}
