import * as z from 'zod';
import * as schemas from '@marketplace/shared/push/schemas';
import { router, userProcedure } from '../../trpc.ts';
import * as subscriptions from './subscriptions.ts';

/** Push settings of the calling device. They need a session, since an API token has no device. */
export const pushRouter = router({
  publicKey: userProcedure.output(schemas.publicKeyView).query(async ({ ctx }) => ({
    publicKey: (await subscriptions.pushKeys(ctx)).publicKey,
  })),

  settings: userProcedure.output(schemas.pushSettingsView).query(async ({ ctx }) => ({
    device: await subscriptions.getPushDevice(ctx.db, ctx.session),
  })),

  subscribe: userProcedure
    .input(schemas.subscribeInput)
    .output(z.void())
    .mutation(({ ctx, input }) => subscriptions.subscribe(ctx, ctx.session, input)),

  update: userProcedure
    .input(schemas.pushChoicesInput)
    .output(schemas.pushSettingsView)
    .mutation(async ({ ctx, input }) => ({
      device: await subscriptions.updatePushDevice(ctx.db, ctx.session, input),
    })),

  unsubscribe: userProcedure
    .meta({ whileSuspended: true })
    .output(z.void())
    .mutation(({ ctx }) => subscriptions.unsubscribe(ctx.db, ctx.session)),
});
