import type { Context } from '../context.ts';
import { authRouter } from '../features/auth/auth.router.ts';
import { findSession } from '../features/auth/sessions.ts';
import type { AppContext } from '../app-context.ts';
import { createCallerFactory } from '../trpc.ts';
import { testContext } from './context.ts';
import { queuedCode } from './mail.ts';

const createAuthCaller = createCallerFactory(authRouter);

/** A browser with its cookies, which calls the sign-in procedures. */
export interface TestBrowser {
  cookies: Context['cookies'];
  auth(): Promise<ReturnType<typeof createAuthCaller>>;
}

export function openBrowser(ctx: AppContext, overrides: Partial<Context> = {}): TestBrowser {
  const cookies: Context['cookies'] = { ...overrides.cookies };
  return {
    cookies,
    async auth() {
      const found = cookies.session ? await findSession(ctx, cookies.session) : null;
      const session = found && { id: found.id, user: found.user };
      const context = testContext(ctx, { ...overrides, session, cookies });
      context.setCookie = (name, value) => {
        cookies[name] = value ?? undefined;
      };
      return createAuthCaller(context);
    },
  };
}

/** Requests a code in this browser and reads it from the queued email. */
export async function askForCode(
  ctx: AppContext,
  browser: TestBrowser,
  email: string,
): Promise<{ token: string; code: string }> {
  const { token } = await (await browser.auth()).sendCode({ email });
  if (token === null) throw new Error('This browser was signed in at once, without a code.');
  return { token, code: await queuedCode(ctx, email) };
}

export async function signIn(ctx: AppContext, browser: TestBrowser, email: string) {
  const pending = await askForCode(ctx, browser, email);
  return (await browser.auth()).verify(pending);
}
