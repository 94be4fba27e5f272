import * as schemas from '@marketplace/shared/auth/schemas';
import { publicProcedure, router } from '../../trpc.ts';
import { getCurrentUser } from '../users/users.ts';
import { requestSignIn, signOut, verifySignIn } from './sign-in.ts';

export const authRouter = router({
  me: publicProcedure
    .meta({ token: 'read' })
    .output(schemas.currentUserView.nullable())
    .query(({ ctx }) => (ctx.session ? getCurrentUser(ctx.db, ctx.session.user.id) : null)),

  sendCode: publicProcedure
    .meta({ whileSuspended: true })
    .input(schemas.sendCodeInput)
    .output(schemas.sendCodeView)
    .mutation(({ ctx, input }) => requestSignIn(ctx, input.email)),

  verify: publicProcedure
    .meta({ whileSuspended: true })
    .input(schemas.verifyInput)
    .output(schemas.signedInView)
    .mutation(({ ctx, input }) => verifySignIn(ctx, input)),

  signOut: publicProcedure
    .meta({ whileSuspended: true })
    .input(schemas.signOutInput)
    .output(schemas.signedOutView)
    .mutation(async ({ ctx, input }) => {
      await signOut(ctx, input);
      return { ok: true as const };
    }),
});
