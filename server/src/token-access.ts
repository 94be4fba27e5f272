import { AppError } from './errors.ts';
import type { ApiToken, Session } from './context.ts';

/**
 * What a token is for: listings, messages, reviews, pictures, news, and who somebody is. What is not
 * named here, such as accounts, sessions, tokens, payments and all that admins do, takes a session.
 */
const forTokens =
  /^(?:(?:listings|messaging|reviews|uploads)\.\w+|notifications\.(?:list|unreadCount|markRead)|account\.profile|auth\.me)$/;

/**
 * The session that a token stands in for at one procedure. Throws FORBIDDEN where tokens are not
 * taken, and for one that may only read where something would change.
 */
export function sessionOfToken(
  token: ApiToken,
  { path, type }: { path: string; type: 'query' | 'mutation' | 'subscription' },
): Session {
  if (type === 'subscription' || !forTokens.test(path)) throw notForTokens();
  return actAs(token, type === 'query' ? 'read' : 'write');
}

/** The same for a call that is no procedure. Throws FORBIDDEN where `needed` is more than it may. */
export function actAs(token: ApiToken, needed: ApiToken['scope']): Session {
  if (needed === 'write' && token.scope !== 'write') {
    throw new AppError('FORBIDDEN', 'This API token may only read.');
  }
  return { id: token.id, user: token.user };
}

export function notForTokens(): AppError {
  return new AppError('FORBIDDEN', 'This call takes no API token; sign in instead.');
}
