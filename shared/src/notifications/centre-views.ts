import * as z from 'zod';
import { pageOf } from '../pagination.ts';

/** Sorts of news in the notification centre. */
export const notificationType = z.enum([
  'message',
  'review',
  'reply',
  'flag',
  'warning',
  'report',
  'sale',
]);

/**
 * One entry of the notification centre: `count` unread news of one group. `path` is where it leads
 * within the site.
 */
export const notificationView = z.object({
  id: z.string(),
  type: notificationType,
  title: z.string(),
  body: z.string().nullable(),
  path: z.string().nullable(),
  count: z.number(),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});

export const notificationPage = pageOf(notificationView);
export const unreadNotificationsView = z.object({ count: z.number() });

export type NotificationType = z.output<typeof notificationType>;
export type NotificationView = z.output<typeof notificationView>;
