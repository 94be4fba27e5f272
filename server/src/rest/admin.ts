import * as z from 'zod';
import { adminPageSize } from '@marketplace/shared/admin/constants';
import { adminListingView, adminReason, adminUserView } from '@marketplace/shared/admin/schemas';
import { analyticsInput } from '@marketplace/shared/analytics/schemas';
import { deletedView } from '@marketplace/shared/listings/views';
import { removeListingTexts } from '@marketplace/shared/outcomes/admin';
import { pageInput } from '@marketplace/shared/pagination';
import { figuresCsv } from '../features/analytics/figures-csv.ts';
import { apiContextOf } from '../request-context.ts';
import { createCaller } from '../router.ts';
import { apiRoute, type ApiRoutes, describeRoute, procedureRoute } from './api.ts';

const given = z.object({ reason: adminReason });
const reason = given.partial().optional();

const list = {
  tag: 'Admin',
  access: 'admin',
  query: pageInput(adminPageSize).extend({ search: z.string().optional() }),
  paged: true,
} as const;
const start = { tag: 'Admin', access: 'session', refusals: [409] } as const;
const action = { tag: 'Admin', access: 'admin', refusals: [404, 409] } as const;

const analyticsCsv = describeRoute('adminAnalytics', {
  tag: 'Admin',
  access: 'admin',
  summary: 'The figures of a period as a CSV file',
  query: analyticsInput,
  answer: z.string(),
  produces: 'text/csv',
});

/** The figures of the Admin Center, and those that everyone can read. */
export const figuresRoutes: ApiRoutes[] = [
  procedureRoute(['GET /api/community-figures', 'getFigures', 'moderation.publicFigures'], {
    tag: 'Users',
    summary: 'Figures of the community by month, newest first',
    access: 'everyone',
    etag: true,
  }),
  (app, ctx) =>
    app.get('/api/admin/analytics.csv', analyticsCsv, async (request, reply) => {
      const input = request.query as z.output<typeof analyticsInput>;
      const caller = createCaller(await apiContextOf(ctx, request, reply));
      const view = await caller.admin.analytics(input);
      return reply
        .header(
          'content-disposition',
          `attachment; filename="figures-${input.from}-${input.to}.csv"`,
        )
        .type('text/csv; charset=utf-8')
        .send(figuresCsv(input, view));
    }),
];

export const adminRoutes: ApiRoutes[] = [
  procedureRoute(['GET /api/admin/users', 'adminListUsers', 'admin.users'], {
    ...list,
    summary: 'All users',
  }),
  procedureRoute(['GET /api/admin/listings', 'adminListListings', 'admin.listings'], {
    ...list,
    summary: 'All listings',
  }),
  procedureRoute(['GET /api/admin/messages', 'adminListMessages', 'admin.messages'], {
    ...list,
    summary: 'All messages; each read is logged',
  }),
  procedureRoute(
    ['GET /api/admin/conversations', 'adminListConversations', 'admin.conversations'],
    { ...list, summary: 'All conversations' },
  ),
  procedureRoute(['PUT /api/admin/users/:id/admin', 'makeAdmin', 'admin.makeAdmin'], {
    ...action,
    summary: 'Makes a user an admin',
  }),
  apiRoute('DELETE /api/admin/users/:id', 'deactivateUser', {
    ...action,
    summary: 'Deactivates a user and hides their listings',
    body: reason,
    answer: adminUserView,
    call: ({ caller, params: { id }, body }) =>
      caller.admin.deactivate({ id, reason: body?.reason }),
  }),
  apiRoute('PUT /api/admin/listings/:id/flag', 'flagListing', {
    ...action,
    summary: 'Hides a listing and notifies the seller',
    body: given,
    answer: adminListingView,
    call: ({ caller, params: { id }, body }) =>
      caller.admin.flag({ id, reason: body?.reason ?? '' }),
  }),
  apiRoute('DELETE /api/admin/listings/:id', 'adminDeleteListing', {
    ...action,
    summary: 'Permanently deletes a listing',
    body: reason,
    answer: deletedView,
    async call({ caller, params: { id }, body }) {
      await caller.admin.removeListing({ id, reason: body?.reason });
      return { message: removeListingTexts.done };
    },
  }),
  procedureRoute(['POST /api/admin/initialize', 'initializeAdmin', 'admin.initialize'], {
    ...start,
    summary: 'Makes the caller the first admin if there is none',
  }),
  procedureRoute(
    ['POST /api/admin/force-initialize', 'forceInitializeAdmin', 'admin.forceInitialize'],
    { ...start, summary: 'Makes the caller an admin if `ADMIN_EMAILS` lists their address' },
  ),
];
