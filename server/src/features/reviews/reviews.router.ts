import * as z from 'zod';
import {
  ownReviewInput,
  replyToReviewInput,
  reviewInput,
  reviewsOfSellerInput,
  submitReviewInput,
} from '@marketplace/shared/reviews/inputs';
import { ownReviewView, reviewPage, reviewView } from '@marketplace/shared/reviews/views';
import { tracesOf } from '../../platform/traces.ts';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import { replyToReview } from './reply-to-review.ts';
import { findOwnReview, listReviewsOfSeller } from './reviews.ts';
import { removeReview, submitReview } from './submit-review.ts';

export const reviewsRouter = router({
  ofSeller: publicProcedure
    .input(reviewsOfSellerInput)
    .output(reviewPage)
    .query(({ ctx, input }) => listReviewsOfSeller(ctx.db, input)),

  mine: userProcedure
    .input(ownReviewInput)
    .output(ownReviewView)
    .query(({ ctx, input }) => findOwnReview(ctx.db, ctx.session.user.id, input.listingId)),

  submit: userProcedure
    .input(submitReviewInput)
    .output(reviewView)
    .mutation(({ ctx, input }) =>
      submitReview(ctx, {
        ...input,
        reviewerId: ctx.session.user.id,
        traces: tracesOf(ctx),
      }),
    ),

  remove: userProcedure
    .input(reviewInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeReview(ctx.db, { ...input, userId: ctx.session.user.id })),

  reply: userProcedure
    .input(replyToReviewInput)
    .output(reviewView)
    .mutation(({ ctx, input }) => replyToReview(ctx, { ...input, sellerId: ctx.session.user.id })),
});
