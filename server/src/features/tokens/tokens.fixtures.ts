import type { TokenScope } from '@marketplace/shared/tokens/constants';
import type { Parts } from '../../parts.ts';
import { createToken } from './tokens.ts';

/** A new token of the user's. */
export async function newApiToken(
  parts: Parts,
  userId: string,
  scope: TokenScope,
): Promise<string> {
  return (await createToken(parts, userId, { name: 'Test', scope })).token;
}
