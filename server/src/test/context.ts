import { randomUUID } from 'node:crypto';
import type { Context, Session } from '../context.ts';
import type { AppContext } from '../app-context.ts';

/**
 * A call's context without a request: by default signed out, from a browser without cookies
 * otherwise. Cookies that the call sets land in its `cookies`, as in a browser.
 */
export function testContext(ctx: AppContext, overrides: Partial<Context> = {}): Context {
  const cookies: Context['cookies'] = { ...overrides.cookies };
  return {
    ...ctx,
    session: null,
    ip: '203.0.113.7',
    userAgent: 'Test browser',
    setCookie(name, value) {
      cookies[name] = value ?? undefined;
    },
    ...overrides,
    cookies,
  };
}

/** The context of a signed-in user; the session exists in this context alone, not in the database. */
export function contextOfUser(
  ctx: AppContext,
  user: Session['user'],
  overrides: Partial<Context> = {},
): Context {
  return testContext(ctx, { session: { id: randomUUID(), user }, ...overrides });
}
