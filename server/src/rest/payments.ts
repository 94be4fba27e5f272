import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type CreateOrderInput, createOrderInput } from '@marketplace/shared/payments/inputs';
import { createdOrderView, orderView, paymentSetupView } from '@marketplace/shared/payments/views';
import { handleWebhook } from '../features/payments/webhook.ts';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { callerOf } from './http.ts';

const routes = {
  setup: describeRoute('setUpPayPal', {
    tag: 'Payments',
    summary: 'What PayPal’s page script starts from',
    access: 'session',
    answer: paymentSetupView,
  }),
  create: describeRoute('createPayPalOrder', {
    tag: 'Payments',
    summary: 'Begins to buy a listing of the official store; `amount` must be the total',
    access: 'session',
    body: createOrderInput,
    answer: createdOrderView,
    refusals: [404, 409],
  }),
  capture: describeRoute('capturePayPalOrder', {
    tag: 'Payments',
    summary: 'Takes the money of an order that its buyer has approved; again, it changes nothing',
    access: 'session',
    answer: orderView,
    refusals: [404, 409],
  }),
  webhook: describeRoute('hearPayPalEvent', {
    tag: 'Payments',
    summary: 'Where PayPal tells of orders, signed by it',
    access: 'nobody',
    body: z.looseObject({ id: z.string(), event_type: z.string() }),
    answer: z.object({}),
    refusals: [413, 415],
  }),
};

/** The official store's checkout over PayPal, and what PayPal tells us. */
export function paymentRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get('/paypal/setup', routes.setup, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return (await callerOf(ctx, request, reply)).payments.setup();
  });

  app.post<{ Body: CreateOrderInput }>('/paypal/order', routes.create, async (request, reply) =>
    (await callerOf(ctx, request, reply)).payments.createOrder(request.body),
  );

  app.post<{ Params: { orderId: string } }>(
    '/paypal/order/:orderId/capture',
    routes.capture,
    async (request, reply) =>
      (await callerOf(ctx, request, reply)).payments.capture(request.params),
  );

  void app.register(async (scope) => {
    // Signed as it came: it must not be read and written again.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Body?: string }>('/paypal/webhook', routes.webhook, async (request, reply) => {
      const { body, ip } = request;
      await handleWebhook(ctx, { headers: signatureOf(request), rawBody: body ?? '', ip });
      return reply.send({});
    });
  });
}

function signatureOf({ headers }: FastifyRequest) {
  const header = (name: string) => headers[`paypal-${name}`]?.toString() ?? '';
  return {
    authAlgo: header('auth-algo'),
    certUrl: header('cert-url'),
    transmissionId: header('transmission-id'),
    transmissionSig: header('transmission-sig'),
    transmissionTime: header('transmission-time'),
  };
}
