import type { TokenScope } from '@marketplace/shared/tokens/constants';
import type { AppContext } from './app-context.ts';
import { AppError } from './errors.ts';
import type { Connection } from './realtime/subscribe.ts';

/** Who calls: a live session and its user, who is neither deactivated nor deleted. */
export interface Session {
  id: string;
  user: { id: string; email: string; isAdmin: boolean; membershipTier: 'free' | 'premium' };
}

/** A personal API token and its user, in place of a session. */
export interface ApiToken {
  id: string;
  scope: TokenScope;
  user: Session['user'];
}

/** The server's services and the facts of one call. Tests make one without a request. */
export interface Context extends AppContext {
  session: Session | null;
  /** With a token there is no session and no cookie. Each procedure decides whether it takes one. */
  token?: ApiToken;
  ip: string;
  userAgent: string;
  /** The cookies that came with the call, and a way to set or (null) clear one in the answer. */
  cookies: Record<string, string | undefined>;
  setCookie(name: CookieName, value: string | null): void;
  /**
   * Waits for a turn for work of this weight (by default 1), and gives a function that ends it. Absent
   * inside work that has one, like a page.
   */
  enter?: (weight?: number) => Promise<() => void>;
  /** The WebSocket that the call came over; absent over HTTP. */
  connection?: Connection;
}

export type CookieName = 'session' | 'device' | 'browser';

/** The session a token stands for. Throws FORBIDDEN without `scope`, or if the token may not do as much. */
export function sessionOfToken(token: ApiToken, scope: TokenScope | undefined): Session {
  if (!scope) throw notForTokens();
  if (scope === 'write' && token.scope !== 'write') {
    throw new AppError('FORBIDDEN', 'This API token is read-only.');
  }
  return { id: token.id, user: token.user };
}

export function notForTokens(): AppError {
  return new AppError('FORBIDDEN', "This call doesn't accept API tokens. Sign in instead.");
}
