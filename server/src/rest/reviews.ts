import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { callerOf, sendPage } from './http.ts';

interface OfSeller {
  Params: { sellerId: string };
  Querystring: { cursor?: string; limit?: string };
}

/** How many reviews `GET /api/seller-reviews/{sellerId}` gives unless told. */
const defaultLimit = 60;

/** What is said of a seller. */
export function reviewRoutes(app: FastifyInstance, parts: Parts): void {
  app.get<OfSeller>('/api/seller-reviews/:sellerId', async (request, reply) => {
    const { cursor, limit } = request.query;
    const caller = await callerOf(parts, request, reply);
    const page = await caller.reviews.ofSeller({
      sellerId: request.params.sellerId,
      cursor: cursor || undefined,
      limit: limit || defaultLimit,
    });
    return sendPage(request, reply, page);
  });
}
