import { reviewsOfSellerInput } from '@marketplace/shared/reviews/inputs';
import { reviewPage } from '@marketplace/shared/reviews/views';
import { publicProcedure, router } from '../../trpc.ts';
import { listReviewsOfSeller } from './reviews.ts';

export const reviewsRouter = router({
  ofSeller: publicProcedure
    .input(reviewsOfSellerInput)
    .output(reviewPage)
    .query(({ ctx, input }) => listReviewsOfSeller(ctx.parts.db, input)),
});
