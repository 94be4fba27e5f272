import * as z from 'zod';
import * as inputs from '@marketplace/shared/deals/inputs';
import * as views from '@marketplace/shared/deals/views';
import { router, userProcedure } from '../../trpc.ts';
import { getDeal } from './deal.view.ts';
import { makeOffer, respondToOffer, withdrawOffer } from './offers.ts';
import { release, reserve } from './reservations.ts';

const readProcedure = userProcedure.meta({ token: 'read' });
const writeProcedure = userProcedure.meta({ token: 'write' });

export const dealsRouter = router({
  forConversation: readProcedure
    .input(inputs.dealInput)
    .output(views.dealView)
    .query(({ ctx, input }) => getDeal(ctx.db, input.conversationId, ctx.session.user.id)),

  makeOffer: writeProcedure
    .input(inputs.makeOfferInput)
    .output(views.offerResultView)
    .mutation(({ ctx, input }) => makeOffer(ctx, { ...input, userId: ctx.session.user.id })),

  respondToOffer: writeProcedure
    .input(inputs.respondToOfferInput)
    .output(views.offerResultView)
    .mutation(({ ctx, input }) => respondToOffer(ctx, { ...input, userId: ctx.session.user.id })),

  withdrawOffer: writeProcedure
    .input(inputs.offerInput)
    .output(views.offerResultView)
    .mutation(({ ctx, input }) => withdrawOffer(ctx, { ...input, userId: ctx.session.user.id })),

  reserve: writeProcedure
    .input(inputs.reserveInput)
    .output(views.reservationView)
    .mutation(({ ctx, input }) => reserve(ctx, { ...input, userId: ctx.session.user.id })),

  release: writeProcedure
    .input(inputs.dealListingInput)
    .output(z.void())
    .mutation(({ ctx, input }) => release(ctx, { ...input, userId: ctx.session.user.id })),
});
