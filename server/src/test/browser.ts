import type { Context } from '../context.ts';
import { findSession } from '../features/auth/sessions.ts';
import type { AppContext } from '../app-context.ts';
import { createCaller } from '../router.ts';
import { testContext } from './context.ts';
import { queuedCode } from './mail.ts';

type Caller = ReturnType<typeof createCaller>;

/** A browser with its cookies, which calls procedures with the session that it has by then. */
export interface TestBrowser {
  cookies: Context['cookies'];
  call(): Promise<Caller>;
  /** Returns the sign-in procedures. */
  auth(): Promise<Caller['auth']>;
}

export function openBrowser(ctx: AppContext, overrides: Partial<Context> = {}): TestBrowser {
  const cookies: Context['cookies'] = { ...overrides.cookies };
  const browser: TestBrowser = {
    cookies,
    async call() {
      const found = cookies.session ? await findSession(ctx, cookies.session) : null;
      const session = found && { id: found.id, user: found.user, confirmedAt: found.confirmedAt };
      const context = testContext(ctx, { ...overrides, session, cookies });
      context.setCookie = (name, value) => {
        cookies[name] = value ?? undefined;
      };
      return createCaller(context);
    },
    auth: async () => (await browser.call()).auth,
  };
  return browser;
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
