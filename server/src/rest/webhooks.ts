import { deletedView } from '@marketplace/shared/listings/views';
import { apiRoute, type ApiRoutes, procedureRoute } from './api.ts';

const webhook = { tag: 'Webhooks', access: 'user' } as const;

export const webhookRoutes: ApiRoutes[] = [
  procedureRoute(['GET /api/webhooks', 'listWebhooks', 'webhooks.list'], {
    ...webhook,
    summary: 'Your webhooks, newest first',
  }),
  procedureRoute(['POST /api/webhooks', 'createWebhook', 'webhooks.create'], {
    ...webhook,
    summary: 'Creates a webhook; only this response has its secret',
    status: 201,
    refusals: [409],
  }),
  procedureRoute(['PUT /api/webhooks/:id', 'updateWebhook', 'webhooks.update'], {
    ...webhook,
    summary: 'Changes a webhook, or turns it on or off; omitted fields stay the same',
    refusals: [404],
  }),
  apiRoute('DELETE /api/webhooks/:id', 'deleteWebhook', {
    ...webhook,
    summary: 'Deletes a webhook and its log',
    answer: deletedView,
    refusals: [404],
    async call({ caller, params }) {
      await caller.webhooks.remove(params);
      return { message: 'Webhook deleted' };
    },
  }),
  procedureRoute(
    ['GET /api/webhooks/:id/deliveries', 'listWebhookDeliveries', 'webhooks.deliveries'],
    {
      ...webhook,
      summary: 'The deliveries of a webhook in the last 30 days, newest first',
      refusals: [404],
    },
  ),
  procedureRoute(['POST /api/webhooks/:id/test', 'testWebhook', 'webhooks.test'], {
    ...webhook,
    summary: 'Sends a test event; the log shows the result',
    status: 201,
    refusals: [404, 409],
  }),
];
