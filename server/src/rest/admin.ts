import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { adminPageSize } from '@marketplace/shared/admin/constants';
import { adminReason } from '@marketplace/shared/admin/inputs';
import {
  adminConversationView,
  adminGrantView,
  adminListingView,
  adminMessageView,
  adminUserView,
} from '@marketplace/shared/admin/views';
import { deletedView } from '@marketplace/shared/listings/views';
import { removeListingTexts } from '@marketplace/shared/outcomes/admin';
import { pageInput } from '@marketplace/shared/pagination';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { callerOf, sendPage } from './http.ts';

/** As they should be; the procedures' inputs refuse whatever else is sent. */
type ListQuery = { Querystring: Partial<Record<'cursor' | 'limit' | 'search', string>> };
type ById = { Params: { id: string } };
type WithReason = { Body: { reason?: string } | undefined };

const given = z.object({ reason: adminReason });
const reason = given.partial().optional();
const query = pageInput(adminPageSize).extend({ search: z.string().optional() });

const routes = {
  users: list('adminListUsers', 'All users', adminUserView),
  listings: list('adminListListings', 'All listings', adminListingView),
  messages: list('adminListMessages', 'All messages; reading them is logged', adminMessageView),
  conversations: list('adminListConversations', 'All conversations', adminConversationView),
  makeAdmin: describeRoute('makeAdmin', {
    tag: 'Admin',
    summary: 'Makes a user an admin',
    access: 'admin',
    answer: adminUserView,
    refusals: [404, 409],
  }),
  deactivate: describeRoute('deactivateUser', {
    tag: 'Admin',
    summary: 'Locks a user out and hides their listings',
    access: 'admin',
    body: reason,
    answer: adminUserView,
    refusals: [404, 409],
  }),
  flag: describeRoute('flagListing', {
    tag: 'Admin',
    summary: 'Hides a listing and tells its seller why',
    access: 'admin',
    body: given,
    answer: adminListingView,
    refusals: [404, 409],
  }),
  remove: describeRoute('adminDeleteListing', {
    tag: 'Admin',
    summary: 'Deletes a listing for good',
    access: 'admin',
    body: reason,
    answer: deletedView,
    refusals: [404, 409],
  }),
  initialize: describeRoute('initializeAdmin', {
    tag: 'Admin',
    summary: 'Makes the caller the first admin, while there is none',
    access: 'session',
    answer: adminGrantView,
    refusals: [409],
  }),
  forceInitialize: describeRoute('forceInitializeAdmin', {
    tag: 'Admin',
    summary: 'Makes the caller an admin, if the operator’s configuration names their address',
    access: 'session',
    answer: adminGrantView,
    refusals: [409],
  }),
};

function list(id: string, summary: string, item: z.ZodType) {
  const answer = z.array(item);
  return describeRoute(id, { tag: 'Admin', summary, access: 'admin', query, answer, paged: true });
}

/** The Admin Center's lists and actions, and becoming an admin. */
export function adminRoutes(app: FastifyInstance, ctx: AppContext): void {
  listRoutes(app, ctx);

  app.put<ById>('/api/admin/users/:id/admin', routes.makeAdmin, async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    return caller.admin.makeAdmin({ id: request.params.id });
  });

  app.delete<ById & WithReason>(
    '/api/admin/users/:id',
    routes.deactivate,
    async (request, reply) => {
      const caller = await callerOf(ctx, request, reply);
      return caller.admin.deactivate({ id: request.params.id, reason: request.body?.reason });
    },
  );

  app.put<ById & { Body: { reason: string } | undefined }>(
    '/api/admin/listings/:id/flag',
    routes.flag,
    async (request, reply) => {
      const caller = await callerOf(ctx, request, reply);
      return caller.admin.flag({ id: request.params.id, reason: request.body?.reason ?? '' });
    },
  );

  app.delete<ById & WithReason>(
    '/api/admin/listings/:id',
    routes.remove,
    async (request, reply) => {
      const caller = await callerOf(ctx, request, reply);
      await caller.admin.removeListing({ id: request.params.id, reason: request.body?.reason });
      return { message: removeListingTexts.done };
    },
  );

  app.post('/api/admin/initialize', routes.initialize, async (request, reply) =>
    (await callerOf(ctx, request, reply)).admin.initialize(),
  );

  app.post('/api/admin/force-initialize', routes.forceInitialize, async (request, reply) =>
    (await callerOf(ctx, request, reply)).admin.forceInitialize(),
  );
}

function listRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<ListQuery>('/api/admin/users', routes.users, async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    return sendPage(request, reply, await caller.admin.users(request.query));
  });

  app.get<ListQuery>('/api/admin/listings', routes.listings, async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    return sendPage(request, reply, await caller.admin.listings(request.query));
  });

  app.get<ListQuery>('/api/admin/messages', routes.messages, async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    return sendPage(request, reply, await caller.admin.messages(request.query));
  });

  app.get<ListQuery>('/api/admin/conversations', routes.conversations, async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    return sendPage(request, reply, await caller.admin.conversations(request.query));
  });
}
