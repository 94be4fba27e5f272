import * as z from 'zod';
import * as schemas from '@marketplace/shared/tokens/schemas';
import { confirmedProcedure, router, userProcedure } from '../../trpc.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

/** Personal API tokens, managed by sessions only: no token creates or revokes tokens. */
export const tokensRouter = router({
  list: userProcedure
    .output(schemas.apiTokensView)
    .query(({ ctx }) => listTokens(ctx.db, ctx.session.user.id)),

  create: confirmedProcedure
    .input(schemas.createTokenInput)
    .output(schemas.newApiTokenView)
    .mutation(({ ctx, input }) => createToken(ctx, ctx.session.user.id, input)),

  revoke: userProcedure
    .meta({ whileSuspended: true })
    .input(schemas.revokeTokenInput)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeToken(ctx.db, ctx.session.user.id, input.id)),
});
