import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import {
  adminConversationPage,
  adminConversationsInput,
  adminGrantView,
  adminListingPage,
  adminListingsInput,
  adminListingView,
  adminMessagePage,
  adminMessagesInput,
  adminStatsView,
  type AdminUser,
  adminUserInput,
  adminUserPage,
  adminUsersInput,
  adminUserView,
  auditLogInput,
  auditLogPage,
  deactivateInput,
  flagInput,
  readConversationInput,
  removeListingInput,
  updateUserInput,
} from '@marketplace/shared/admin/schemas';
import { adminAccessTexts } from '@marketplace/shared/outcomes/admin';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { followAdminEvents } from '../../realtime/admin-events.ts';
import { adminProcedure, router, userProcedure } from '../../trpc.ts';
import {
  deactivateAccount,
  makeAdmin,
  reactivateAccount,
  updateUser,
} from '../moderation/account-actions.ts';
import { forceInitializeAdmin, initializeAdmin } from '../moderation/admins.ts';
import { listAuditLog } from '../moderation/audit-log.ts';
import { type Effects, runAndPublish } from '../moderation/effects.ts';
import { caseProcedures } from '../moderation/moderation.router.ts';
import { changeListing } from '../moderation/resolve-case.ts';
import { getListing, listListings } from './list-listings.ts';
import { listConversations, readConversation, readMessages } from './list-messages.ts';
import { getUser, listUsers } from './list-users.ts';
import { readStats } from './stats.ts';

const { done: message } = adminAccessTexts;

export const adminRouter = router({
  initialize: userProcedure.output(adminGrantView).mutation(async ({ ctx }) => ({
    message,
    ...(await initializeAdmin(ctx.db, ctx.session.user.id)),
  })),

  forceInitialize: userProcedure.output(adminGrantView).mutation(async ({ ctx }) => ({
    message,
    ...(await forceInitializeAdmin(ctx.db, ctx.session.user, ctx.config.adminEmails)),
  })),

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
    .mutation(({ ctx, input }) => changeUser(ctx, input, makeAdmin)),

  deactivate: adminProcedure
    .input(deactivateInput)
    .output(adminUserView)
    .mutation(({ ctx, input }) => changeUser(ctx, input, deactivateAccount)),

  reactivate: adminProcedure
    .input(deactivateInput)
    .output(adminUserView)
    .mutation(({ ctx, input }) => changeUser(ctx, input, reactivateAccount)),

  updateUser: adminProcedure
    .input(updateUserInput)
    .output(adminUserView)
    .mutation(({ ctx, input }) => changeUser(ctx, input, updateUser)),

  flag: adminProcedure
    .input(flagInput)
    .output(adminListingView)
    .mutation(async ({ ctx, input }) => {
      const action = { ...input, actorId: ctx.session.user.id };
      await runAndPublish(ctx, (trx) => changeListing(trx, 'flag', action));
      return getListing(ctx.db, input.id);
    }),

  restore: adminProcedure
    .input(removeListingInput)
    .output(adminListingView)
    .mutation(async ({ ctx, input }) => {
      const action = { ...input, actorId: ctx.session.user.id };
      await runAndPublish(ctx, (trx) => changeListing(trx, 'restore', action));
      return getListing(ctx.db, input.id);
    }),

  removeListing: adminProcedure
    .input(removeListingInput)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      const action = { ...input, actorId: ctx.session.user.id };
      await runAndPublish(ctx, (trx) => changeListing(trx, 'remove', action));
    }),

  ...caseProcedures,
});

/** Acts on a user and returns them as they are afterwards. */
async function changeUser<Input extends { id: string }>(
  ctx: AppContext & { session: Session },
  input: Input,
  act: (trx: Db, action: Input & { actorId: string }) => Promise<Effects>,
): Promise<AdminUser> {
  await runAndPublish(ctx, (trx) => act(trx, { ...input, actorId: ctx.session.user.id }));
  return getUser(ctx.db, input.id);
}
