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
  'alert',
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
 * them, and replies to reviews of theirs; `deals`: reminders of meetups; `alerts`: what their saved searches
 * have found.
 */
export const preferencesView = z.object({
  messages: z.boolean(),
  reviews: z.boolean(),
  deals: z.boolean(),
  alerts: z.boolean(),
});

/** The kinds of email that a link ends. */
export const mailList = z.enum(['messages', 'reviews', 'deals', 'alerts']);

/**
 * Which email was ended, and whose; the address is masked, since the link works without signing in.
 * `search`: the name of the one saved search that was paused.
 */
export const unsubscribedView = z.object({
  email: z.string(),
  list: mailList,
  search: z.string().nullable(),
});

export type NotificationType = z.output<typeof notificationType>;
export type NotificationView = z.output<typeof notificationView>;
