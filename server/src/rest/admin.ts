import * as z from 'zod';
import { adminPageSize } from '@marketplace/shared/admin/constants';
import { adminListingView, adminReason, adminUserView } from '@marketplace/shared/admin/schemas';
import { deletedView } from '@marketplace/shared/listings/views';
import { removeListingTexts } from '@marketplace/shared/outcomes/admin';
import { pageInput } from '@marketplace/shared/pagination';
import { apiRoute, type ApiRoutes, procedureRoute } from './api.ts';

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
