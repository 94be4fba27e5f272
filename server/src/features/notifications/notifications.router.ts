import {
  markNotificationsReadInput,
  notificationsInput,
  preferencesInput,
  unsubscribeInput,
} from '@marketplace/shared/notifications/inputs';
import {
  notificationPage,
  preferencesView,
  unreadNotificationsView,
  unsubscribedView,
} from '@marketplace/shared/notifications/views';
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
    .input(notificationsInput)
    .output(notificationPage)
    .query(({ ctx, input }) => listNotifications(ctx.db, ctx.session.user.id, input)),

  unreadCount: userProcedure
    .meta({ token: 'read' })
    .output(unreadNotificationsView)
    .query(async ({ ctx }) => ({
      count: await countUnreadNotifications(ctx.db, ctx.session.user.id),
    })),

  markRead: userProcedure
    .meta({ token: 'write' })
    .input(markNotificationsReadInput)
    .output(unreadNotificationsView)
    .mutation(async ({ ctx, input }) => ({
      count: await markNotificationsRead(ctx, ctx.session.user.id, input.ids),
    })),

  preferences: userProcedure
    .output(preferencesView)
    .query(({ ctx }) => getPreferences(ctx.db, ctx.session.user.id)),

  updatePreferences: userProcedure
    .input(preferencesInput)
    .output(preferencesView)
    .mutation(({ ctx, input }) => updatePreferences(ctx.db, ctx.session.user.id, input)),

  /** For anyone with the link of an email, signed in or not. */
  unsubscribe: publicProcedure
    .input(unsubscribeInput)
    .output(unsubscribedView)
    .mutation(({ ctx, input }) => unsubscribe(ctx, input.token)),
});
