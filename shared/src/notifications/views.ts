import * as z from 'zod';
import { pageOf } from '../pagination.ts';

export const notificationType = z.enum([
  'message',
  'review',
  'reply',
  'flag',
  'warning',
  'report',
  'appeal',
  'sale',
  'reminder',
  'price-drop',
  'alert',
  'listing',
  'webhook',
]);

/** One entry for `count` unread notifications of a group. `path` is the page that it opens. */
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
 * The emails that a user gets. `reviews`: about reviews of the user and replies to their reviews.
 * `deals`: reminders of meetups. `alerts`: results of saved searches. `listings`: the user's listings
 * that are about to end. `moderation`: open reports that wait; only admins get these.
 */
export const preferencesView = z.object({
  messages: z.boolean(),
  reviews: z.boolean(),
  deals: z.boolean(),
  alerts: z.boolean(),
  listings: z.boolean(),
  moderation: z.boolean(),
});

/** The kinds of email that an unsubscribe link can end. */
export const mailList = z.enum([
  'messages',
  'reviews',
  'deals',
  'alerts',
  'listings',
  'moderation',
]);

/**
 * The result of an unsubscribe link. The address is masked, because the link works without signing
 * in. `search` is the name of the saved search if only that one was paused.
 */
export const unsubscribedView = z.object({
  email: z.string(),
  list: mailList,
  search: z.string().nullable(),
});

export type NotificationType = z.output<typeof notificationType>;
export type NotificationView = z.output<typeof notificationView>;
