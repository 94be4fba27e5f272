import type { FastifyInstance } from 'fastify';
import type {
  CreateListingInput,
  ListListingsInput,
  UpdateListingInput,
} from '@marketplace/shared/listings/inputs';
import type { Parts } from '../parts.ts';
import { callerOf, sendPage } from './http.ts';

/** As it should be; the procedure's input refuses whatever else is sent. */
type ListQuery = Omit<ListListingsInput, 'featured' | 'limit'> &
  Partial<Record<'featured' | 'limit', string>>;
type ById = { Params: { id: string } };

/** How many listings `GET /api/listings` gives unless told (decisions: Listings). */
const defaultLimit = 60;

/** Listings: the documented calls over the procedures of `listings`. */
export function listingRoutes(app: FastifyInstance, parts: Parts): void {
  app.get<{ Querystring: ListQuery }>('/api/listings', async (request, reply) => {
    const { featured, limit, sort = 'newest', ...query } = withoutEmpty(request.query);
    const page = await (
      await callerOf(parts, request, reply)
    ).listings.list({
      ...query,
      sort,
      limit: limit === undefined ? defaultLimit : limit,
      featured: featured === 'true' ? true : undefined,
    });
    return sendPage(request, reply, page);
  });

  app.get<ById>('/api/listings/:id', async (request, reply) =>
    (await callerOf(parts, request, reply)).listings.byId({ id: request.params.id }),
  );

  app.post<{ Body: CreateListingInput }>('/api/listings', async (request, reply) => {
    const listing = await (await callerOf(parts, request, reply)).listings.create(request.body);
    return reply.code(201).send(listing);
  });

  app.put<ById & { Body: UpdateListingInput }>('/api/listings/:id', async (request, reply) =>
    (await callerOf(parts, request, reply)).listings.update({
      ...request.body,
      id: request.params.id,
    }),
  );

  app.delete<ById>('/api/listings/:id', async (request, reply) => {
    await (await callerOf(parts, request, reply)).listings.remove({ id: request.params.id });
    return { message: 'Listing deleted successfully' };
  });
}

/** An empty query parameter is no filter: forms send every field. */
function withoutEmpty(query: ListQuery): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
