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
import { followAdminEvents } from '../../realtime/follow-admin-events.ts';
import { adminProcedure, router, userProcedure } from '../../trpc.ts';
import { caseProcedures } from '../moderation/case-procedures.ts';
import { forceInitializeAdmin, initializeAdmin } from './first-admin.ts';
import { listAuditLog } from './list-audit-log.ts';
import { listConversations } from './list-conversations.ts';
import { getListing, listListings } from './list-listings.ts';
import { getUser, listUsers } from './list-users.ts';
import { flagListing, removeListing, restoreListing } from './listing-actions.ts';
import { runAndPublish } from './effects.ts';
import { readConversation, readMessages } from './private-reading.ts';
import { readStats } from './stats.ts';
import { deactivateUser, makeAdmin, reactivateUser, updateUser } from './user-actions.ts';

const { done: message } = adminAccessTexts;

export const adminRouter = router({
  initialize: userProcedure.output(adminGrantView).mutation(async ({ ctx }) => {
    const { id, ...user } = await initializeAdmin(ctx.db, ctx.session.user.id);
    return { message, userId: id, ...user };
  }),

  forceInitialize: userProcedure.output(adminGrantView).mutation(async ({ ctx }) => {
    const { db, config } = ctx;
    const { id, ...user } = await forceInitializeAdmin(db, ctx.session.user, config.adminEmails);
    return { message, userId: id, ...user };
  }),

  stats: adminProcedure.output(adminStatsView).query(({ ctx }) => readStats(ctx.db)),

  /** `adminFeedEventView`; over WebSocket only. */
  events: adminProcedure.subscription(({ ctx, signal }) =>
    followAdminEvents(ctx, {
      userId: ctx.session.user.id,
      connection: ctx.connection,
      signal: signal ?? new AbortController().signal,
    }),
  ),

  users: adminProcedure
    .input(adminUsersInput)
    .output(adminUserPage)
    .query(({ ctx, input }) => listUsers(ctx.db, input)),

  listings: adminProcedure
    .input(adminListingsInput)
    .output(adminListingPage)
    .query(({ ctx, input }) => listListings(ctx.db, input)),

  messages: adminProcedure
    .input(adminMessagesInput)
    .output(adminMessagePage)
    .query(({ ctx, input }) => readMessages(ctx.db, ctx.session.user.id, input)),

  conversations: adminProcedure
    .input(adminConversationsInput)
    .output(adminConversationPage)
    .query(({ ctx, input }) => listConversations(ctx.db, input)),

  /** The messages of one conversation. */
  conversation: adminProcedure
    .input(readConversationInput)
    .output(adminMessagePage)
    .query(({ ctx, input }) => readConversation(ctx.db, ctx.session.user.id, input)),

  auditLog: adminProcedure
    .input(auditLogInput)
    .output(auditLogPage)
    .query(({ ctx, input }) => listAuditLog(ctx.db, input)),

  makeAdmin: adminProcedure
    .input(adminUserInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, userId: input.id };
      await runAndPublish(ctx, (trx) => makeAdmin(trx, action));
      return getUser(ctx.db, input.id);
    }),

  deactivate: adminProcedure
    .input(deactivateInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, userId: input.id, reason: input.reason };
      await runAndPublish(ctx, (trx) => deactivateUser(trx, ctx, action));
      return getUser(ctx.db, input.id);
    }),

  reactivate: adminProcedure
    .input(deactivateInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, userId: input.id, reason: input.reason };
      await runAndPublish(ctx, (trx) => reactivateUser(trx, ctx, action));
      return getUser(ctx.db, input.id);
    }),

  updateUser: adminProcedure
    .input(updateUserInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, userId: input.id };
      await runAndPublish(ctx, (trx) => updateUser(trx, action, input));
      return getUser(ctx.db, input.id);
    }),

  flag: adminProcedure
    .input(flagInput)
    .output(adminListingView)
    .mutation(async ({ ctx, input: { id: listingId, reason } }) => {
      const action = { actorId: ctx.session.user.id, listingId, reason };
      await runAndPublish(ctx, (trx) => flagListing(trx, ctx, action));
      return getListing(ctx.db, listingId);
    }),

  restore: adminProcedure
    .input(removeListingInput)
    .output(adminListingView)
    .mutation(async ({ ctx, input: { id: listingId, reason } }) => {
      const action = { actorId: ctx.session.user.id, listingId, reason };
      await runAndPublish(ctx, (trx) => restoreListing(trx, ctx, action));
      return getListing(ctx.db, listingId);
    }),

  removeListing: adminProcedure
    .input(removeListingInput)
    .output(z.void())
    .mutation(async ({ ctx, input: { id: listingId, reason } }) => {
      const action = { actorId: ctx.session.user.id, listingId, reason };
      await runAndPublish(ctx, (trx) => removeListing(trx, ctx, action));
    }),

  ...caseProcedures,
});
