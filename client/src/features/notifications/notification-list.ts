import { getQueryKey } from '@trpc/react-query';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import { itemsOf, mapItems, type Pages, placeItem } from '../../api/pages.ts';
import { trpc } from '../../api/trpc.ts';
import { dayText } from '../../ui/time-text.ts';

/** The input of the list of notifications; the screens and the live events address one cache entry. */
export const notificationsQuery = {};

export const notificationsKey = () =>
  getQueryKey(trpc.notifications.list, notificationsQuery, 'infinite');

export const unreadNotificationsKey = () =>
  getQueryKey(trpc.notifications.unreadCount, undefined, 'query');

/**
 * Puts a new entry, or one that has grown, into its place in the list, usually the top. Null if that
 * is behind the loaded pages.
 */
export function notificationInList<Data extends Pages<NotificationView>>(
  data: Data,
  notification: NotificationView,
): Data | null {
  return placeItem(data, notification, ({ createdAt }) => createdAt);
}

/** Marks these entries of the list as read, or all of them. */
export function readInList<Data extends Pages<NotificationView>>(
  data: Data,
  ids: string[] | undefined,
  readAt: string,
): Data {
  return mapItems(data, (item: NotificationView) =>
    !item.readAt && (ids?.includes(item.id) ?? true) ? { ...item, readAt } : item,
  );
}

/** How many of these entries the bell counts: messages have their own counter. */
export function countUnread(data: Pages<NotificationView>, ids: string[]): number {
  return itemsOf(data).filter(
    ({ id, type, readAt }) => ids.includes(id) && !readAt && type !== 'message',
  ).length;
}

interface Day {
  /** 'Today', 'Yesterday', 'Mon, Nov 3', 'Nov 3, 2025'. */
  title: string;
  notifications: NotificationView[];
}

/** Notifications, newest first, by the days of their reader; `now` in milliseconds. */
export function groupByDay(notifications: NotificationView[], now: number): Day[] {
  const days: Day[] = [];
  for (const notification of notifications) {
    const title = dayText(notification.createdAt, now);
    const last = days.at(-1);
    if (last?.title === title) last.notifications.push(notification);
    else days.push({ title, notifications: [notification] });
  }
  return days;
}
