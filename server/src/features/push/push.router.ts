import * as z from 'zod';
import * as schemas from '@marketplace/shared/push/schemas';
import { router, userProcedure } from '../../trpc.ts';
import { pushKeys } from './push-keys.ts';
import { getPushDevice, subscribe, unsubscribe, updatePushDevice } from './subscriptions.ts';

/** Push settings of the calling device. They need a session, since an API token has no device. */
export const pushRouter = router({
  publicKey: userProcedure.output(schemas.publicKeyView).query(async ({ ctx }) => {
    const { publicKey } = await pushKeys(ctx);
    return { publicKey };
  }),

  settings: userProcedure.output(schemas.pushSettingsView).query(async ({ ctx }) => ({
    device: await getPushDevice(ctx.db, ctx.session),
  })),

  subscribe: userProcedure
    .input(schemas.subscribeInput)
    .output(z.void())
    .mutation(({ ctx, input }) => subscribe(ctx, ctx.session, input)),

  update: userProcedure
    .input(schemas.pushChoicesInput)
    .output(schemas.pushSettingsView)
    .mutation(async ({ ctx, input }) => ({
      device: await updatePushDevice(ctx.db, ctx.session, input),
    })),

  unsubscribe: userProcedure
    .output(z.void())
    .mutation(({ ctx }) => unsubscribe(ctx.db, ctx.session)),
});
