import { randomUUID } from 'node:crypto';
import type { Context, Session } from '../context.ts';
import type { AppContext } from '../app-context.ts';

/**
 * Creates a call's context without a request, by default of a visitor in a browser without cookies.
 * Cookies that the call sets go to `cookies`, as in a browser.
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

/**
 * Creates the context of a signed-in user. The session exists only in this context, not in the
 * database.
 */
export function contextOfUser(
  ctx: AppContext,
  user: Session['user'],
  overrides: Partial<Context> = {},
): Context {
  // An admin in a test is within the grace.
  const session = { id: randomUUID(), user: { adminSince: new Date(), ...user } };
  return testContext(ctx, { session, ...overrides });
}
