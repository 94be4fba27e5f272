import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  reviewsOfSellerInput,
  type SubmitReviewInput,
  submitReviewInput,
} from '@marketplace/shared/reviews/inputs';
import { reviewView } from '@marketplace/shared/reviews/views';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { callerOf, sendPage } from './http.ts';

interface OfSeller {
  Params: { sellerId: string };
  Querystring: { cursor?: string; limit?: string };
}

/** How many reviews `GET /api/seller-reviews/{sellerId}` gives unless told. */
const defaultLimit = 60;

const routes = {
  list: describeRoute('listReviews', {
    tag: 'Reviews',
    summary: 'The reviews of a seller, the newest first',
    access: 'everyone',
    query: reviewsOfSellerInput
      .omit({ sellerId: true })
      .extend({ limit: z.int().min(1).max(100).default(defaultLimit) }),
    answer: z.array(reviewView),
    paged: true,
    refusals: [404],
  }),
  submit: describeRoute('submitReview', {
    tag: 'Reviews',
    summary: 'Reviews the seller of a listing; again replaces one’s review',
    access: 'user',
    body: submitReviewInput,
    answer: reviewView,
    status: 201,
    refusals: [404, 409],
  }),
};

/** What is said of a seller. */
export function reviewRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<OfSeller>('/api/seller-reviews/:sellerId', routes.list, async (request, reply) => {
    const { cursor, limit } = request.query;
    const caller = await callerOf(ctx, request, reply);
    const page = await caller.reviews.ofSeller({
      sellerId: request.params.sellerId,
      cursor: cursor || undefined,
      limit: limit || defaultLimit,
    });
    return sendPage(request, reply, page);
  });

  app.post<{ Body: SubmitReviewInput }>(
    '/api/seller-reviews',
    routes.submit,
    async (request, reply) => {
      const review = await (await callerOf(ctx, request, reply)).reviews.submit(request.body);
      return reply.code(201).send(review);
    },
  );
}
