import * as z from 'zod';
import {
  captureOrderInput,
  createOrderInput,
  listOrdersInput,
  createdOrderView,
  orderPage,
  orderView,
  paymentSetupView,
} from '@marketplace/shared/payments/schemas';
import { router, userProcedure } from '../../trpc.ts';
import { captureOrder, createOrder, setUpPayments } from './checkout.ts';
import { listOrders } from './orders.ts';
import { refreshOrders } from './sync-order.ts';

export const paymentsRouter = router({
  setup: userProcedure
    .output(paymentSetupView)
    .query(({ ctx }) => setUpPayments(ctx, ctx.session.user.id)),

  createOrder: userProcedure
    .input(createOrderInput)
    .output(createdOrderView)
    .mutation(({ ctx, input }) => createOrder(ctx, ctx.session.user.id, input)),

  capture: userProcedure
    .input(captureOrderInput)
    .output(orderView)
    .mutation(({ ctx, input }) => captureOrder(ctx, ctx.session.user.id, input.orderId)),

  refresh: userProcedure
    .output(z.void())
    .mutation(({ ctx }) => refreshOrders(ctx, ctx.session.user.id)),

  orders: userProcedure
    .input(listOrdersInput)
    .output(orderPage)
    .query(({ ctx, input }) => listOrders(ctx.db, { buyerId: ctx.session.user.id }, input)),

  sales: userProcedure
    .input(listOrdersInput)
    .output(orderPage)
    .query(({ ctx, input }) => listOrders(ctx.db, { sellerId: ctx.session.user.id }, input)),
});
