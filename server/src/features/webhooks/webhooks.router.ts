import * as z from 'zod';
import * as schemas from '@marketplace/shared/webhooks/schemas';
import { confirmedProcedure, router, userProcedure } from '../../trpc.ts';
import { listDeliveries, sendTest } from './deliveries.ts';
import * as webhooks from './webhooks.ts';

const readProcedure = userProcedure.meta({ token: 'read' });
const writeProcedure = userProcedure.meta({ token: 'write' });

export const webhooksRouter = router({
  list: readProcedure
    .output(schemas.webhooksView)
    .query(({ ctx }) => webhooks.listWebhooks(ctx.db, ctx.session.user.id)),

  create: confirmedProcedure
    .meta({ token: 'write' })
    .input(schemas.createWebhookInput)
    .output(schemas.newWebhookView)
    .mutation(({ ctx, input }) => webhooks.createWebhook(ctx, ctx.session.user.id, input)),

  update: writeProcedure
    .input(schemas.updateWebhookInput)
    .output(schemas.changedWebhookView)
    .mutation(({ ctx, input }) => webhooks.updateWebhook(ctx, ctx.session.user.id, input)),

  remove: writeProcedure
    .input(schemas.webhookByIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => webhooks.removeWebhook(ctx.db, ctx.session.user.id, input.id)),

  deliveries: readProcedure
    .input(schemas.webhookDeliveriesInput)
    .output(schemas.webhookDeliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx.db, ctx.session.user.id, input)),

  test: writeProcedure
    .input(schemas.webhookByIdInput)
    .output(schemas.webhookDeliveryView)
    .mutation(({ ctx, input }) => sendTest(ctx, ctx.session.user.id, input.id)),
});
