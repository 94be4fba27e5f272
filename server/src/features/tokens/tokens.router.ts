import * as z from 'zod';
import {
  createTokenInput,
  revokeTokenInput,
  apiTokensView,
  newApiTokenView,
} from '@marketplace/shared/tokens/schemas';
import { router, userProcedure } from '../../trpc.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

/** Personal API tokens, managed by sessions only: no token creates or revokes tokens. */
export const tokensRouter = router({
  list: userProcedure
    .output(apiTokensView)
    .query(({ ctx }) => listTokens(ctx.db, ctx.session.user.id)),

  create: userProcedure
    .input(createTokenInput)
    .output(newApiTokenView)
    .mutation(({ ctx, input }) => createToken(ctx, ctx.session.user.id, input)),

  revoke: userProcedure
    .input(revokeTokenInput)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeToken(ctx.db, ctx.session.user.id, input.id)),
});
