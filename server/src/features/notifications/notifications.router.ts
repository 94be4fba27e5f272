import * as inputs from '@marketplace/shared/notifications/inputs';
import * as views from '@marketplace/shared/notifications/views';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
} from './notifications.ts';
import { getPreferences, unsubscribe, updatePreferences } from './preferences.ts';

export const notificationsRouter = router({
  list: userProcedure
    .meta({ token: 'read' })
    .input(inputs.notificationsInput)
    .output(views.notificationPage)
    .query(({ ctx, input }) => listNotifications(ctx.db, ctx.session.user.id, input)),

  unreadCount: userProcedure
    .meta({ token: 'read' })
    .output(views.unreadNotificationsView)
    .query(async ({ ctx }) => ({
      count: await countUnreadNotifications(ctx.db, ctx.session.user.id),
    })),

  markRead: userProcedure
    .meta({ token: 'write', whileSuspended: true })
    .input(inputs.markNotificationsReadInput)
    .output(views.unreadNotificationsView)
    .mutation(async ({ ctx, input }) => ({
      count: await markNotificationsRead(ctx, ctx.session.user.id, input.ids),
    })),

  preferences: userProcedure
    .output(views.preferencesView)
    .query(({ ctx }) => getPreferences(ctx.db, ctx.session.user.id)),

  updatePreferences: userProcedure
    .input(inputs.preferencesInput)
    .output(views.preferencesView)
    .mutation(({ ctx, input }) => updatePreferences(ctx.db, ctx.session.user.id, input)),

  /** Anyone with the link from an email can call this, signed in or not. */
  unsubscribe: publicProcedure
    .meta({ whileSuspended: true })
    .input(inputs.unsubscribeInput)
    .output(views.unsubscribedView)
    .mutation(({ ctx, input }) => unsubscribe(ctx, input.token)),
});
