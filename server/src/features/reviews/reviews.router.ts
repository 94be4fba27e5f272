import * as z from 'zod';
import * as schemas from '@marketplace/shared/reviews/schemas';
import { tracesOf } from '../../platform/traces.ts';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import { findOwnReview, listReviewsOfSeller } from './reviews.ts';
import { removeReview, replyToReview, submitReview } from './submit-review.ts';

export const reviewsRouter = router({
  ofSeller: publicProcedure
    .meta({ token: 'read' })
    .input(schemas.reviewsOfSellerInput)
    .output(schemas.reviewPage)
    .query(({ ctx, input }) => listReviewsOfSeller(ctx.db, input)),

  mine: userProcedure
    .meta({ token: 'read' })
    .input(schemas.ownReviewInput)
    .output(schemas.ownReviewView)
    .query(({ ctx, input }) => findOwnReview(ctx.db, ctx.session.user.id, input.listingId)),

  submit: userProcedure
    .meta({ token: 'write' })
    .input(schemas.submitReviewInput)
    .output(schemas.reviewView)
    .mutation(({ ctx, input }) =>
      submitReview(ctx, { ...input, reviewerId: ctx.session.user.id, traces: tracesOf(ctx) }),
    ),

  remove: userProcedure
    .meta({ token: 'write' })
    .input(schemas.reviewInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeReview(ctx.db, { ...input, userId: ctx.session.user.id })),

  reply: userProcedure
    .meta({ token: 'write' })
    .input(schemas.replyToReviewInput)
    .output(schemas.reviewView)
    .mutation(({ ctx, input }) => replyToReview(ctx, { ...input, sellerId: ctx.session.user.id })),
});
