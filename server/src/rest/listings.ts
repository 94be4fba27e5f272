import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  type CreateListingInput,
  createListingInput,
  type ListListingsInput,
  listListingsInput,
  type UpdateListingInput,
  updateListingInput,
} from '@marketplace/shared/listings/inputs';
import { deletedView, listingView } from '@marketplace/shared/listings/views';
import { deleteListingTexts } from '@marketplace/shared/outcomes/listings';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { callerOf, sendPage } from './http.ts';

/** As it should be; the procedure's input refuses whatever else is sent. */
type ListQuery = Omit<ListListingsInput, 'featured' | 'limit' | 'fold'> &
  Partial<Record<'featured' | 'limit', string>>;
type ById = { Params: { id: string } };

/** How many listings `GET /api/listings` gives unless told. */
const defaultLimit = 60;

const routes = {
  list: describeRoute('listListings', {
    tag: 'Listings',
    summary: 'Listings, the newest first; with `featured=true` only featured ones',
    access: 'everyone',
    query: listListingsInput.omit({ from: true, fold: true }).extend({
      limit: z.int().min(1).max(100).default(defaultLimit),
      featured: z.enum(['true', 'false']).optional(),
    }),
    answer: z.array(listingView),
    paged: true,
    etag: true,
  }),
  get: describeRoute('getListing', {
    tag: 'Listings',
    summary: 'One listing',
    access: 'everyone',
    answer: listingView,
    refusals: [404],
  }),
  create: describeRoute('createListing', {
    tag: 'Listings',
    summary: 'Posts a listing, with pictures that were uploaded before',
    access: 'user',
    body: createListingInput,
    answer: listingView,
    status: 201,
    refusals: [409],
  }),
  update: describeRoute('updateListing', {
    tag: 'Listings',
    summary: 'Changes one’s own listing; what is left out stays',
    access: 'user',
    body: updateListingInput.omit({ id: true }),
    answer: listingView,
    refusals: [404, 409],
  }),
  remove: describeRoute('deleteListing', {
    tag: 'Listings',
    summary: 'Deletes one’s own listing',
    access: 'user',
    answer: deletedView,
    refusals: [404],
  }),
};

/** Listings: the documented calls over the procedures of `listings`. */
export function listingRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Querystring: ListQuery }>('/api/listings', routes.list, async (request, reply) => {
    const { featured, limit, sort = 'newest', ...query } = withoutEmpty(request.query);
    const page = await (
      await callerOf(ctx, request, reply)
    ).listings.list({
      ...query,
      sort,
      limit: limit === undefined ? defaultLimit : limit,
      featured: featured === 'true' ? true : undefined,
      fold: false,
    });
    return sendPage(request, reply, page);
  });

  app.get<ById>('/api/listings/:id', routes.get, async (request, reply) =>
    (await callerOf(ctx, request, reply)).listings.byId({ id: request.params.id }),
  );

  app.post<{ Body: CreateListingInput }>('/api/listings', routes.create, async (request, reply) => {
    const listing = await (await callerOf(ctx, request, reply)).listings.create(request.body);
    return reply.code(201).send(listing);
  });

  app.put<ById & { Body: UpdateListingInput }>(
    '/api/listings/:id',
    routes.update,
    async (request, reply) =>
      (await callerOf(ctx, request, reply)).listings.update({
        ...request.body,
        id: request.params.id,
      }),
  );

  app.delete<ById>('/api/listings/:id', routes.remove, async (request, reply) => {
    await (await callerOf(ctx, request, reply)).listings.remove({ id: request.params.id });
    return { message: deleteListingTexts.done.message };
  });
}

/** An empty query parameter is no filter: forms send every field. */
function withoutEmpty(query: ListQuery): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
