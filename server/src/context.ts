import { suspensionText } from '@marketplace/shared/moderation/suspension';
import type { TokenScope } from '@marketplace/shared/tokens/constants';
import type { AppContext } from './app-context.ts';
import { AppError } from './errors.ts';
import type { Connection } from './realtime/subscribe.ts';

/** A valid session and its user, who is neither deactivated nor deleted. */
export interface Session {
  id: string;
  user: {
    id: string;
    email: string;
    isAdmin: boolean;
    membershipTier: 'free' | 'premium';
    /** True if the user hid listings, which lists then leave out. */
    hidesListings?: boolean;
    /** 0 new, 1 member, 2 regular, 3 trusted. A socket has the one from when it was opened. */
    standing?: number;
    /** Set while the account is read-only. */
    suspension?: Suspension | undefined;
    /** True if the user has a passkey or an authenticator app. */
    hasFactor?: boolean;
    /** When an admin became one. */
    adminSince?: Date | null;
  };
  /** When a second factor was last proved in this session. */
  confirmedAt?: Date | null;
}

export interface Suspension {
  until: Date;
  reason: string;
}

/** A personal API token and its user, in place of a session. */
export type ApiToken = { id: string; scope: TokenScope; user: Session['user'] };

/** The server's services and the facts of one call. Tests create one without a request. */
export interface Context extends AppContext {
  session: Session | null;
  /** A call with a token has no session or cookies. Each procedure decides if it accepts tokens. */
  token?: ApiToken;
  ip: string;
  userAgent: string;
  cookies: Record<string, string | undefined>;
  setCookie(name: CookieName, value: string | null): void;
  /**
   * Waits until the server has capacity for work of this weight, by default 1, and returns a
   * function that ends the work. Absent inside work that has capacity, such as a page.
   */
  enter?: (weight?: number) => Promise<() => void>;
  /** True if reading a listing is a view: someone opens its page. The REST API has no views. */
  countsViews?: boolean;
  /** The WebSocket of the call; absent over HTTP. */
  connection?: Connection;
}

export type CookieName = 'session' | 'device' | 'browser';

/**
 * Returns a token's user as a session. Throws FORBIDDEN without `scope`, and if the token's scope
 * is not sufficient.
 */
export function sessionOfToken(token: ApiToken, scope: TokenScope | undefined): Session {
  if (!scope) throw notForTokens();
  if (scope === 'write' && token.scope !== 'write') {
    throw new AppError('FORBIDDEN', 'This API token is read-only.');
  }
  return { id: token.id, user: token.user };
}

/** Throws FORBIDDEN while an account is suspended, with the end, the reason and how to appeal. */
export function assertNotSuspended(suspension: Suspension | undefined): void {
  // The session of a socket may outlive the suspension.
  if (!suspension || suspension.until.getTime() <= Date.now()) return;
  throw new AppError('FORBIDDEN', suspensionText(suspension));
}

export function notForTokens(): AppError {
  return new AppError('FORBIDDEN', "This call doesn't accept API tokens. Sign in instead.");
}
