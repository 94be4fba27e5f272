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
   * Waits for the turn of one call, and resolves with a function that ends it. Absent where the call
   * is part of work that already has a turn, such as a page.
   */
  enter?: () => Promise<() => void>;
  /** The WebSocket that the call came over; absent over HTTP. */
  connection?: Connection;
}

export type CookieName = 'session' | 'device' | 'browser';

/**
 * The session that a token stands in for at a call that needs `scope`. Throws FORBIDDEN where the call
 * takes no tokens (undefined) or the token's scope is too narrow.
 */
export function sessionOfToken(token: ApiToken, scope: TokenScope | undefined): Session {
  if (!scope) throw notForTokens();
  if (scope === 'write' && token.scope !== 'write') {
    throw new AppError('FORBIDDEN', 'This API token may only read.');
  }
  return { id: token.id, user: token.user };
}

export function notForTokens(): AppError {
  return new AppError('FORBIDDEN', 'This call takes no API token; sign in instead.');
}
