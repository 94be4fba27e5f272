import * as z from 'zod';
import * as schemas from '@marketplace/shared/payments/schemas';
import { router, userProcedure } from '../../trpc.ts';
import { captureOrder, createOrder, setUpPayments } from './checkout.ts';
import { listOrders } from './orders.ts';
import { refreshOrders } from './sync-order.ts';

export const paymentsRouter = router({
  setup: userProcedure
    .output(schemas.paymentSetupView)
    .query(({ ctx }) => setUpPayments(ctx, ctx.session.user.id)),

  createOrder: userProcedure
    .input(schemas.createOrderInput)
    .output(schemas.createdOrderView)
    .mutation(({ ctx, input }) => createOrder(ctx, ctx.session.user.id, input)),

  capture: userProcedure
    .meta({ whileSuspended: true })
    .input(schemas.captureOrderInput)
    .output(schemas.orderView)
    .mutation(({ ctx, input }) => captureOrder(ctx, ctx.session.user.id, input.orderId)),

  refresh: userProcedure
    .meta({ whileSuspended: true })
    .output(z.void())
    .mutation(({ ctx }) => refreshOrders(ctx, ctx.session.user.id)),

  orders: userProcedure
    .input(schemas.listOrdersInput)
    .output(schemas.orderPage)
    .query(({ ctx, input }) => listOrders(ctx.db, { buyerId: ctx.session.user.id }, input)),

  sales: userProcedure
    .input(schemas.listOrdersInput)
    .output(schemas.orderPage)
    .query(({ ctx, input }) => listOrders(ctx.db, { sellerId: ctx.session.user.id }, input)),
});
