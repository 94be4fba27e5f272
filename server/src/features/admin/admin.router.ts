import * as z from 'zod';
import {
  adminConversationsInput,
  adminListingsInput,
  adminMessagesInput,
  adminUserInput,
  adminUsersInput,
  auditLogInput,
  deactivateInput,
  flagInput,
  readConversationInput,
  removeListingInput,
  updateUserInput,
} from '@marketplace/shared/admin/inputs';
import {
  adminConversationPage,
  adminGrantView,
  adminListingPage,
  adminListingView,
  adminMessagePage,
  adminStatsView,
  adminUserPage,
  adminUserView,
  auditLogPage,
} from '@marketplace/shared/admin/views';
import { adminAccessTexts } from '@marketplace/shared/outcomes/admin';
import { followAdminNews } from '../../realtime/follow-admin-news.ts';
import { adminProcedure, router, userProcedure } from '../../trpc.ts';
import { caseProcedures } from '../moderation/case-procedures.ts';
import { forceInitializeAdmin, initializeAdmin } from './first-admin.ts';
import { listAuditLog } from './list-audit-log.ts';
import { listConversations } from './list-conversations.ts';
import { getListing, listListings } from './list-listings.ts';
import { getUser, listUsers } from './list-users.ts';
import { flagListing, removeListing, restoreListing } from './listing-actions.ts';
import { settle } from './outcome.ts';
import { readConversation, readMessages } from './private-reading.ts';
import { readStats } from './stats.ts';
import { deactivateUser, makeAdmin, reactivateUser, updateUser } from './user-actions.ts';

const { done: message } = adminAccessTexts;

export const adminRouter = router({
  initialize: userProcedure.output(adminGrantView).mutation(async ({ ctx }) => {
    const { id, ...user } = await initializeAdmin(ctx.parts.db, ctx.session.user.id);
    return { message, userId: id, ...user };
  }),

  forceInitialize: userProcedure.output(adminGrantView).mutation(async ({ ctx }) => {
    const { db, config } = ctx.parts;
    const { id, ...user } = await forceInitializeAdmin(db, ctx.session.user, config.adminEmails);
    return { message, userId: id, ...user };
  }),

  stats: adminProcedure.output(adminStatsView).query(({ ctx }) => readStats(ctx.parts.db)),

  /** `adminEventView`; over WebSocket only. */
  events: adminProcedure.subscription(({ ctx, signal }) =>
    followAdminNews(ctx.parts, {
      userId: ctx.session.user.id,
      connection: ctx.connection,
      signal: signal ?? new AbortController().signal,
    }),
  ),

  users: adminProcedure
    .input(adminUsersInput)
    .output(adminUserPage)
    .query(({ ctx, input }) => listUsers(ctx.parts.db, input)),

  listings: adminProcedure
    .input(adminListingsInput)
    .output(adminListingPage)
    .query(({ ctx, input }) => listListings(ctx.parts.db, input)),

  messages: adminProcedure
    .input(adminMessagesInput)
    .output(adminMessagePage)
    .query(({ ctx, input }) => readMessages(ctx.parts.db, ctx.session.user.id, input)),

  conversations: adminProcedure
    .input(adminConversationsInput)
    .output(adminConversationPage)
    .query(({ ctx, input }) => listConversations(ctx.parts.db, input)),

  /** The messages of one conversation. */
  conversation: adminProcedure
    .input(readConversationInput)
    .output(adminMessagePage)
    .query(({ ctx, input }) => readConversation(ctx.parts.db, ctx.session.user.id, input)),

  auditLog: adminProcedure
    .input(auditLogInput)
    .output(auditLogPage)
    .query(({ ctx, input }) => listAuditLog(ctx.parts.db, input)),

  makeAdmin: adminProcedure
    .input(adminUserInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, userId: input.id };
      await settle(ctx.parts, (trx) => makeAdmin(trx, action));
      return getUser(ctx.parts.db, input.id);
    }),

  deactivate: adminProcedure
    .input(deactivateInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, userId: input.id, reason: input.reason };
      await settle(ctx.parts, (trx) => deactivateUser(trx, ctx.parts, action));
      return getUser(ctx.parts.db, input.id);
    }),

  reactivate: adminProcedure
    .input(deactivateInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, userId: input.id, reason: input.reason };
      await settle(ctx.parts, (trx) => reactivateUser(trx, ctx.parts, action));
      return getUser(ctx.parts.db, input.id);
    }),

  updateUser: adminProcedure
    .input(updateUserInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, userId: input.id };
      await settle(ctx.parts, (trx) => updateUser(trx, action, input));
      return getUser(ctx.parts.db, input.id);
    }),

  flag: adminProcedure
    .input(flagInput)
    .output(adminListingView)
    .mutation(async ({ ctx, input: { id: listingId, reason } }) => {
      const action = { actorId: ctx.session.user.id, listingId, reason };
      await settle(ctx.parts, (trx) => flagListing(trx, ctx.parts, action));
      return getListing(ctx.parts.db, listingId);
    }),

  restore: adminProcedure
    .input(removeListingInput)
    .output(adminListingView)
    .mutation(async ({ ctx, input: { id: listingId, reason } }) => {
      const action = { actorId: ctx.session.user.id, listingId, reason };
      await settle(ctx.parts, (trx) => restoreListing(trx, ctx.parts, action));
      return getListing(ctx.parts.db, listingId);
    }),

  removeListing: adminProcedure
    .input(removeListingInput)
    .output(z.void())
    .mutation(async ({ ctx, input: { id: listingId, reason } }) => {
      const action = { actorId: ctx.session.user.id, listingId, reason };
      await settle(ctx.parts, (trx) => removeListing(trx, ctx.parts, action));
    }),

  ...caseProcedures,
});
