import * as z from 'zod';
import { pageOf } from '../pagination.ts';

/** What notifications are about. */
export const notificationType = z.enum([
  'message',
  'review',
  'reply',
  'flag',
  'warning',
  'report',
  'sale',
  'reminder',
  'price-drop',
]);

/**
 * One entry of the notification center, which stands for `count` unread notifications of one group.
 * `path` is where it leads within the site.
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

/**
 * Which email a user gets. `messages`: about messages they have not read; `reviews`: about reviews of
 * them, and replies to reviews of theirs; `deals`: reminders of meetups.
 */
export const preferencesView = z.object({
  messages: z.boolean(),
  reviews: z.boolean(),
  deals: z.boolean(),
});

/** Whose email was ended; the address is masked, since the link works without signing in. */
export const unsubscribedView = z.object({ email: z.string() });

export type NotificationType = z.output<typeof notificationType>;
export type NotificationView = z.output<typeof notificationView>;
