import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { handleWebhook } from '../features/payments/webhook.ts';
import { type ApiRoutes, describeRoute, procedureRoute } from './api.ts';

const checkout = { tag: 'Payments', access: 'session' } as const;

const webhook = describeRoute('hearPayPalEvent', {
  tag: 'Payments',
  summary: 'Receives signed order events from PayPal',
  access: 'nobody',
  body: z.looseObject({ id: z.string(), event_type: z.string() }),
  answer: z.object({}),
  refusals: [413, 415],
});

/** Routes for the official store's checkout with PayPal, and the webhook that PayPal calls. */
export const paymentRoutes: ApiRoutes[] = [
  procedureRoute(['GET /paypal/setup', 'setUpPayPal', 'payments.setup'], {
    ...checkout,
    summary: 'Returns the client token for PayPal’s page script',
  }),
  procedureRoute(['POST /paypal/order', 'createPayPalOrder', 'payments.createOrder'], {
    ...checkout,
    summary: 'Starts a purchase from the official store; `amount` must be the total',
    refusals: [404, 409],
  }),
  procedureRoute(
    ['POST /paypal/order/:orderId/capture', 'capturePayPalOrder', 'payments.capture'],
    {
      ...checkout,
      summary: 'Captures an order the buyer approved; safe to repeat',
      refusals: [404, 409],
    },
  ),
  (app, ctx) =>
    void app.register(async (scope) => {
      // PayPal signs the bytes of the body, so it must not be parsed and serialized again.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
        done(null, body),
      );
      scope.post<{ Body?: string }>('/paypal/webhook', webhook, async (request, reply) => {
        const { body, ip } = request;
        await handleWebhook(ctx, { headers: signatureOf(request), rawBody: body ?? '', ip });
        return reply.send({});
      });
    }),
];

function signatureOf({ headers }: FastifyRequest) {
  const header = (name: string) => headers[`paypal-${name}`]?.toString() ?? '';
  return {
    auth_algo: header('auth-algo'),
    cert_url: header('cert-url'),
    transmission_id: header('transmission-id'),
    transmission_sig: header('transmission-sig'),
    transmission_time: header('transmission-time'),
  };
}
