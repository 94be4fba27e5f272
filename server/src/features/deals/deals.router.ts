import * as z from 'zod';
import * as inputs from '@marketplace/shared/deals/inputs';
import * as views from '@marketplace/shared/deals/views';
import { messageView } from '@marketplace/shared/messaging/views';
import { tracesOf } from '../../platform/traces.ts';
import { router, userProcedure } from '../../trpc.ts';
import { reviewDeal } from './deal-reviews.ts';
import { getDeal } from './deal.view.ts';
import { getLine, joinLine, leaveLine } from './line.ts';
import { makeOffer, respondToOffer, withdrawOffer } from './offers.ts';
import { release, reserve } from './reservations.ts';
import { confirmHandover, getHandoverCode } from './handover.ts';
import {
  cancelMeetup,
  listPlaces,
  postMeetupStatus,
  proposeMeetup,
  respondToMeetup,
} from './meetups.ts';
import { markSold, undoSold } from './sales.ts';

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
    .mutation(({ ctx, input }) => {
      const { id: userId, standing } = ctx.session.user;
      return makeOffer(ctx, { ...input, userId, standing });
    }),

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

  proposeMeetup: writeProcedure
    .input(inputs.proposeMeetupInput)
    .output(messageView)
    .mutation(({ ctx, input }) => proposeMeetup(ctx, { ...input, userId: ctx.session.user.id })),

  respondToMeetup: writeProcedure
    .input(inputs.respondToMeetupInput)
    .output(messageView)
    .mutation(({ ctx, input }) => respondToMeetup(ctx, { ...input, userId: ctx.session.user.id })),

  cancelMeetup: writeProcedure
    .input(inputs.meetupInput)
    .output(messageView)
    .mutation(({ ctx, input }) => cancelMeetup(ctx, { ...input, userId: ctx.session.user.id })),

  meetupStatus: writeProcedure
    .input(inputs.meetupStatusInput)
    .output(messageView)
    .mutation(({ ctx, input }) => postMeetupStatus(ctx, { ...input, userId: ctx.session.user.id })),

  places: readProcedure
    .input(inputs.placesInput)
    .output(views.placesView)
    .query(({ ctx, input }) => listPlaces(ctx.db, input?.listingId)),

  markSold: writeProcedure
    .input(inputs.markSoldInput)
    .output(z.void())
    .mutation(({ ctx, input }) => markSold(ctx, { ...input, userId: ctx.session.user.id })),

  undoSold: writeProcedure
    .input(inputs.dealListingInput)
    .output(z.void())
    .mutation(({ ctx, input }) => undoSold(ctx, { ...input, userId: ctx.session.user.id })),

  handoverCode: readProcedure
    .input(inputs.dealInput)
    .output(views.handoverCodeView)
    .query(({ ctx, input }) => getHandoverCode(ctx, { ...input, userId: ctx.session.user.id })),

  confirmHandover: writeProcedure
    .input(inputs.confirmHandoverInput)
    .output(z.void())
    .mutation(({ ctx, input }) => confirmHandover(ctx, { ...input, userId: ctx.session.user.id })),

  review: writeProcedure
    .input(inputs.reviewDealInput)
    .output(views.dealReviewsView)
    .mutation(({ ctx, input }) =>
      reviewDeal(ctx, { ...input, userId: ctx.session.user.id, traces: tracesOf(ctx) }),
    ),

  joinLine: writeProcedure
    .input(inputs.dealListingInput)
    .output(views.lineView)
    .mutation(({ ctx, input }) => joinLine(ctx, { ...input, userId: ctx.session.user.id })),

  leaveLine: writeProcedure
    .input(inputs.dealListingInput)
    .output(views.lineView)
    .mutation(({ ctx, input }) => leaveLine(ctx, { ...input, userId: ctx.session.user.id })),

  line: readProcedure
    .input(inputs.dealListingInput)
    .output(views.lineView)
    .query(({ ctx, input }) => getLine(ctx.db, { ...input, userId: ctx.session.user.id })),
});
