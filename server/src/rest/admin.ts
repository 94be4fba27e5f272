import * as z from 'zod';
import { adminPageSize } from '@marketplace/shared/admin/constants';
import {
  adminConversationView,
  adminGrantView,
  adminListingView,
  adminMessageView,
  adminReason,
  adminUserView,
} from '@marketplace/shared/admin/schemas';
import { deletedView } from '@marketplace/shared/listings/views';
import { removeListingTexts } from '@marketplace/shared/outcomes/admin';
import { pageInput } from '@marketplace/shared/pagination';
import { apiRoute, type ApiRoutes } from './api.ts';

const given = z.object({ reason: adminReason });
const reason = given.partial().optional();

const list = {
  tag: 'Admin',
  access: 'admin',
  query: pageInput(adminPageSize).extend({ search: z.string().optional() }),
  paged: true,
} as const;
const action = { tag: 'Admin', access: 'admin', refusals: [404, 409] } as const;

/** The Admin Center's lists and actions, and becoming an admin. */
export const adminRoutes: ApiRoutes[] = [
  apiRoute('GET /api/admin/users', 'adminListUsers', {
    ...list,
    summary: 'All users',
    answer: z.array(adminUserView),
    call: ({ caller, query }) => caller.admin.users(query),
  }),
  apiRoute('GET /api/admin/listings', 'adminListListings', {
    ...list,
    summary: 'All listings',
    answer: z.array(adminListingView),
    call: ({ caller, query }) => caller.admin.listings(query),
  }),
  apiRoute('GET /api/admin/messages', 'adminListMessages', {
    ...list,
    summary: 'All messages; reading them is logged',
    answer: z.array(adminMessageView),
    call: ({ caller, query }) => caller.admin.messages(query),
  }),
  apiRoute('GET /api/admin/conversations', 'adminListConversations', {
    ...list,
    summary: 'All conversations',
    answer: z.array(adminConversationView),
    call: ({ caller, query }) => caller.admin.conversations(query),
  }),
  apiRoute('PUT /api/admin/users/:id/admin', 'makeAdmin', {
    ...action,
    summary: 'Makes a user an admin',
    answer: adminUserView,
    call: ({ caller, params }) => caller.admin.makeAdmin(params),
  }),
  apiRoute('DELETE /api/admin/users/:id', 'deactivateUser', {
    ...action,
    summary: 'Locks a user out and hides their listings',
    body: reason,
    answer: adminUserView,
    call: ({ caller, params: { id }, body }) =>
      caller.admin.deactivate({ id, reason: body?.reason }),
  }),
  apiRoute('PUT /api/admin/listings/:id/flag', 'flagListing', {
    ...action,
    summary: 'Hides a listing and tells its seller why',
    body: given,
    answer: adminListingView,
    call: ({ caller, params: { id }, body }) =>
      caller.admin.flag({ id, reason: body?.reason ?? '' }),
  }),
  apiRoute('DELETE /api/admin/listings/:id', 'adminDeleteListing', {
    ...action,
    summary: 'Deletes a listing for good',
    body: reason,
    answer: deletedView,
    async call({ caller, params: { id }, body }) {
      await caller.admin.removeListing({ id, reason: body?.reason });
      return { message: removeListingTexts.done };
    },
  }),
  apiRoute('POST /api/admin/initialize', 'initializeAdmin', {
    tag: 'Admin',
    summary: 'Makes the caller the first admin, while there is none',
    access: 'session',
    answer: adminGrantView,
    refusals: [409],
    call: ({ caller }) => caller.admin.initialize(),
  }),
  apiRoute('POST /api/admin/force-initialize', 'forceInitializeAdmin', {
    tag: 'Admin',
    summary: 'Makes the caller an admin, if the operator’s configuration names their address',
    access: 'session',
    answer: adminGrantView,
    refusals: [409],
    call: ({ caller }) => caller.admin.forceInitialize(),
  }),
];
