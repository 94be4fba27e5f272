import type { TokenScope } from '@marketplace/shared/tokens/constants';
import type { AppContext } from './app-context.ts';
import { AppError } from './errors.ts';
import type { Connection } from './realtime/connection.ts';

/** Who calls: a live session and its user, who is neither deactivated nor deleted. */
export interface Session {
  id: string;
  user: { id: string; email: string; isAdmin: boolean; membershipTier: 'free' | 'premium' };
}

/** A personal API token and whom it stands for, in place of a session. */
export interface ApiToken {
  id: string;
  scope: TokenScope;
  user: Session['user'];
}

/** The server's services and what a procedure knows of the call. Tests make one without a request. */
export interface Context extends AppContext {
  session: Session | null;
  /** With it there is no session and no cookie; what it may do is decided call by call. */
  token?: ApiToken;
  ip: string;
  userAgent: string;
  /** The cookies that came with the call, and a way to set or (null) clear one in the answer. */
  cookies: Record<string, string | undefined>;
  setCookie(name: CookieName, value: string | null): void;
  /**
   * Waits for the turn of one call, and resolves with a function that ends it. Absent where the call
   * is part of work that has had its turn, as in a page.
   */
  enter?: () => Promise<() => void>;
  /** The WebSocket that the call came over; absent over HTTP. */
  connection?: Connection;
}

export type CookieName = 'session' | 'device' | 'browser';

/**
 * The session that a token stands in for at a call that needs `scope`, or that takes no tokens.
 * Throws FORBIDDEN.
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
