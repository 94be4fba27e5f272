import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import * as schemas from '@marketplace/shared/admin/schemas';
import { analyticsInput, analyticsView } from '@marketplace/shared/analytics/schemas';
import { safeSpotView } from '@marketplace/shared/deals/views';
import { adjustedStandingView, adjustStandingInput } from '@marketplace/shared/standing/schemas';
import {
  previewRuleInput,
  rulePreviewView,
  rulesView,
  saveRuleInput,
} from '@marketplace/shared/screening/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { followAdminEvents } from '../../realtime/admin-events.ts';
import { adminProcedure, router, userProcedure } from '../../trpc.ts';
import { readAnalytics } from '../analytics/read-figures.ts';
import {
  deactivateUser,
  makeAdmin,
  reactivateAccount,
  updateUser,
} from '../moderation/account-actions.ts';
import { initializeAdmin } from '../moderation/admins.ts';
import { listAuditLog } from '../moderation/audit-log.ts';
import { banMailbox } from '../auth/mailbox-bans.ts';
import { type Effects, runAndPublish } from '../moderation/effects.ts';
import { caseProcedures } from '../moderation/moderation.router.ts';
import { flagListing, removeListing, restoreListing } from '../moderation/resolve-case.ts';
import { adjustStanding, getAdjustedStanding } from '../standing/standing.ts';
import { previewRule } from '../screening/preview-rule.ts';
import { listRules, saveRule } from '../screening/rules.ts';
import { listConversations, readConversation, readMessages } from './list-messages.ts';
import { getListing, getUser, listListings, listUsers, readStats } from './lists.ts';
import { personProcedures } from './person/person.router.ts';
import { addSafeSpot, listSafeSpots, removeSafeSpot } from './safe-spots.ts';

export const adminRouter = router({
  initialize: userProcedure
    .output(schemas.adminGrantView)
    .mutation(({ ctx }) => initializeAdmin(ctx.db, ctx.session.user)),

  forceInitialize: userProcedure
    .output(schemas.adminGrantView)
    .mutation(({ ctx }) => initializeAdmin(ctx.db, ctx.session.user, ctx.config.adminEmails)),

  stats: adminProcedure.output(schemas.adminStatsView).query(({ ctx }) => readStats(ctx.db)),

  /** Yields `adminFeedEventView`. Works over WebSocket only. */
  events: adminProcedure.subscription(({ ctx, signal }) =>
    followAdminEvents(ctx, {
      userId: ctx.session.user.id,
      connection: ctx.connection,
      signal: signal ?? new AbortController().signal,
    }),
  ),

  users: adminProcedure
    .input(schemas.adminUsersInput)
    .output(schemas.adminUserPage)
    .query(({ ctx, input }) => listUsers(ctx.db, input)),

  listings: adminProcedure
    .input(schemas.adminListingsInput)
    .output(schemas.adminListingPage)
    .query(({ ctx, input }) => listListings(ctx.db, input)),

  messages: adminProcedure
    .input(schemas.adminMessagesInput)
    .output(schemas.adminMessagePage)
    .query(({ ctx, input }) => readMessages(ctx.db, ctx.session.user.id, input)),

  conversations: adminProcedure
    .input(schemas.adminConversationsInput)
    .output(schemas.adminConversationPage)
    .query(({ ctx, input }) => listConversations(ctx.db, input)),

  conversation: adminProcedure
    .input(schemas.readConversationInput)
    .output(schemas.adminMessagePage)
    .query(({ ctx, input }) => readConversation(ctx.db, ctx.session.user.id, input)),

  auditLog: adminProcedure
    .input(schemas.auditLogInput)
    .output(schemas.auditLogPage)
    .query(({ ctx, input }) => listAuditLog(ctx.db, input)),

  analytics: adminProcedure
    .input(analyticsInput)
    .output(analyticsView)
    .query(({ ctx, input }) => readAnalytics(ctx.db, input)),

  safeSpots: adminProcedure.output(schemas.safeSpotsView).query(({ ctx }) => listSafeSpots(ctx.db)),

  addSafeSpot: adminProcedure
    .input(schemas.safeSpotInput)
    .output(safeSpotView)
    .mutation(({ ctx, input }) => addSafeSpot(ctx.db, { ...input, actorId: ctx.session.user.id })),

  removeSafeSpot: adminProcedure
    .input(schemas.removeSafeSpotInput)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      removeSafeSpot(ctx.db, { ...input, actorId: ctx.session.user.id }),
    ),

  rules: adminProcedure.output(rulesView).query(({ ctx }) => listRules(ctx.db)),

  previewRule: adminProcedure
    .input(previewRuleInput)
    .output(rulePreviewView)
    .query(({ ctx, input }) => previewRule(ctx.db, input.rule)),

  saveRule: adminProcedure
    .input(saveRuleInput)
    .output(rulesView)
    .mutation(({ ctx, input }) => saveRule(ctx, { ...input, actorId: ctx.session.user.id })),

  makeAdmin: adminProcedure
    .input(schemas.adminUserInput)
    .output(schemas.adminUserView)
    .mutation(({ ctx, input }) => act(ctx, input, { change: makeAdmin, view: getUser })),

  deactivate: adminProcedure
    .input(schemas.deactivateInput.extend({ banMailbox: z.boolean().optional() }))
    .output(schemas.adminUserView)
    .mutation(({ ctx, input: { banMailbox: bans, ...input } }) =>
      act(ctx, input, {
        async change(trx, action) {
          const effects = await deactivateUser(trx, action);
          if (bans) await banMailbox(trx, ctx.secrets, action.id);
          return effects;
        },
        view: getUser,
      }),
    ),

  reactivate: adminProcedure
    .input(schemas.reactivateInput)
    .output(schemas.adminUserView)
    .mutation(({ ctx, input }) => act(ctx, input, { change: reactivateAccount, view: getUser })),

  updateUser: adminProcedure
    .input(schemas.updateUserInput)
    .output(schemas.adminUserView)
    .mutation(({ ctx, input }) => act(ctx, input, { change: updateUser, view: getUser })),

  adjustStanding: adminProcedure
    .input(adjustStandingInput)
    .output(adjustedStandingView)
    .mutation(({ ctx, input }) =>
      act(ctx, input, { change: adjustStanding, view: getAdjustedStanding }),
    ),

  flag: adminProcedure
    .input(schemas.flagInput)
    .output(schemas.adminListingView)
    .mutation(({ ctx, input }) => act(ctx, input, { change: flagListing, view: getListing })),

  restore: adminProcedure
    .input(schemas.restoreListingInput)
    .output(schemas.adminListingView)
    .mutation(({ ctx, input }) => act(ctx, input, { change: restoreListing, view: getListing })),

  removeListing: adminProcedure
    .input(schemas.removeListingInput)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      act(ctx, input, { change: removeListing, view: () => undefined }),
    ),

  ...caseProcedures,
  ...personProcedures,
});

/** Acts on a user or a listing, publishes what follows, and returns its new state. */
async function act<Input extends { id: string }, View>(
  ctx: AppContext & { session: Session },
  input: Input,
  {
    change,
    view,
  }: {
    change: (trx: Db, action: Input & { actorId: string }) => Promise<Effects>;
    view: (db: Db, id: string) => View;
  },
): Promise<Awaited<View>> {
  await runAndPublish(ctx, (trx) => change(trx, { ...input, actorId: ctx.session.user.id }));
  return await view(ctx.db, input.id);
}
