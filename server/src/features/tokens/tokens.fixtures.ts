import type { TokenScope } from '@marketplace/shared/tokens/constants';
import type { AppContext } from '../../app-context.ts';
import { createToken } from './tokens.ts';

/** A new token of the user's. */
export async function newApiToken(
  ctx: AppContext,
  userId: string,
  scope: TokenScope,
): Promise<string> {
  return (await createToken(ctx, userId, { name: 'Test', scope })).token;
}
