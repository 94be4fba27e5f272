import type { NotificationView } from '@marketplace/shared/notifications/centre-views';
import { type Applied, itemsOf, mapItems, type Pages, placeItem } from '../../api/pages.ts';

/** Puts a new entry, or one that has grown, into its place in the list, usually the top. */
export function notificationInList<Data extends Pages<NotificationView>>(
  data: Data,
  notification: NotificationView,
): Applied<Data> {
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

/** How many of these entries the bell counts: messages have a counter of their own. */
export function countUnread(data: Pages<NotificationView>, ids: string[]): number {
  return itemsOf(data).filter(
    ({ id, type, readAt }) => ids.includes(id) && !readAt && type !== 'message',
  ).length;
}
