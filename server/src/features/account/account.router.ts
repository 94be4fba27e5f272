import * as z from 'zod';
import * as schemas from '@marketplace/shared/account/schemas';
import { signInPage, signInsInput } from '@marketplace/shared/auth/sign-ins';
import { lookupId } from '@marketplace/shared/ids';
import { standingView } from '@marketplace/shared/standing/schemas';
import { profileView } from '@marketplace/shared/users/views';
import { confirmedProcedure, publicProcedure, router, userProcedure } from '../../trpc.ts';
import { listSignIns } from '../auth/sign-ins.ts';
import { getStanding } from '../standing/standing.ts';
import { deleteAccount } from './delete-account.ts';
import { endSession, endTrust, listDevices, signOutEverywhere } from './devices.ts';
import { createExportLink } from './export.ts';
import { getProfile } from './profile.ts';
import { getSettings, updateSettings } from './settings.ts';

export const accountRouter = router({
  profile: publicProcedure
    .meta({ token: 'read' })
    .input(z.object({ id: lookupId }))
    .output(profileView)
    .query(({ ctx, input }) => getProfile(ctx.db, input.id)),

  settings: userProcedure
    .output(schemas.accountSettings)
    .query(({ ctx }) => getSettings(ctx.db, ctx.session.user.id)),

  update: userProcedure
    .input(schemas.accountSettingsInput)
    .output(schemas.accountSettings)
    .mutation(({ ctx, input }) => updateSettings(ctx, ctx.session.user.id, input)),

  sessions: userProcedure.output(schemas.devicesView).query(({ ctx }) => listDevices(ctx)),

  signIns: userProcedure
    .input(signInsInput)
    .output(signInPage)
    .query(({ ctx, input }) => listSignIns(ctx.db, ctx.session.user.id, input)),

  standing: userProcedure
    .output(standingView)
    .query(({ ctx }) => getStanding(ctx.db, ctx.session.user.id)),

  revokeSession: userProcedure
    .meta({ whileSuspended: true })
    .input(z.object({ id: lookupId }))
    .output(z.void())
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),

  forgetDevice: userProcedure
    .meta({ whileSuspended: true })
    .input(z.object({ id: lookupId }))
    .output(z.void())
    .mutation(({ ctx, input }) => endTrust(ctx, input.id)),

  signOutEverywhere: userProcedure
    .meta({ whileSuspended: true })
    .output(z.void())
    .mutation(({ ctx }) => signOutEverywhere(ctx)),

  exportData: confirmedProcedure
    .meta({ whileSuspended: true })
    .output(schemas.exportView)
    .mutation(({ ctx }) => createExportLink(ctx, ctx.session.user.id)),

  deleteAccount: confirmedProcedure
    .meta({ whileSuspended: true })
    .input(schemas.deleteAccountInput)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteAccount(ctx, input.email)),
});
