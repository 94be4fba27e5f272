import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import * as z from 'zod';
import { signedInView } from '@marketplace/shared/auth/schemas';
import * as schemas from '@marketplace/shared/factors/schemas';
import * as trpc from '../../trpc.ts';
import * as app from './authenticator-app.ts';
import * as passkeys from './passkeys.ts';
import * as prove from './prove-factor.ts';

/** The browser's API defines these options. Extensions are not used. */
const creationOptions = z.custom<Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>>();
const requestOptions = z.custom<Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>>();

// A suspended person keeps their account safe, and signs in.
const confirmedProcedure = trpc.confirmedProcedure.meta({ whileSuspended: true });
const publicProcedure = trpc.publicProcedure.meta({ whileSuspended: true });
const userProcedure = trpc.userProcedure.meta({ whileSuspended: true });
const { router } = trpc;

export const passkeysRouter = router({
  registerOptions: confirmedProcedure
    .output(creationOptions)
    .mutation(({ ctx }) => passkeys.beginRegistration(ctx)),

  register: confirmedProcedure
    .input(schemas.registerPasskeyInput)
    .output(schemas.addedPasskeyView)
    .mutation(({ ctx, input }) => passkeys.addPasskey(ctx, input.response)),

  signInOptions: publicProcedure
    .output(requestOptions)
    .mutation(({ ctx }) => passkeys.beginPasskeyUse(ctx)),

  signIn: publicProcedure
    .input(schemas.passkeySignInInput)
    .output(signedInView)
    .mutation(({ ctx, input }) => prove.signInWithPasskey(ctx, input)),

  list: userProcedure
    .output(schemas.passkeysView)
    .query(({ ctx }) => passkeys.listPasskeys(ctx.db, ctx.session.user.id)),

  remove: confirmedProcedure
    .input(schemas.removePasskeyInput)
    .output(z.void())
    .mutation(({ ctx, input }) => passkeys.removePasskey(ctx, input.id)),
});

/** The authenticator app, and the recovery codes that stand in for any lost factor. */
export const totpRouter = router({
  status: userProcedure.output(schemas.factorStatusView).query(({ ctx }) => prove.getStatus(ctx)),

  begin: confirmedProcedure.output(schemas.newAppView).mutation(({ ctx }) => app.beginApp(ctx)),

  confirm: confirmedProcedure
    .input(schemas.confirmAppInput)
    .output(schemas.recoveryCodesView)
    .mutation(async ({ ctx, input }) => ({ recoveryCodes: await app.confirmApp(ctx, input.code) })),

  remove: confirmedProcedure.output(z.void()).mutation(({ ctx }) => app.removeApp(ctx)),

  recoveryCodes: confirmedProcedure
    .output(schemas.recoveryCodesView)
    .mutation(async ({ ctx }) => ({ recoveryCodes: await app.renewRecoveryCodes(ctx) })),
});

/** Merged into `auth`. */
export const confirmRouter = router({
  verifySecondFactor: publicProcedure
    .input(schemas.verifySecondFactorInput)
    .output(signedInView)
    .mutation(({ ctx, input }) => prove.signInWithFactor(ctx, input)),

  confirm: userProcedure
    .input(schemas.confirmInput)
    .output(z.void())
    .mutation(({ ctx, input }) => prove.confirm(ctx, input)),
});
