import type { NotificationView } from '@marketplace/shared/notifications/centre-views';
import type { Applied, Pages } from '../messaging/apply-event.ts';

/**
 * Puts a new entry, or one that has grown, into its place in the list, which is the top as a rule.
 * Where it belongs behind what is loaded, the list has to be fetched anew.
 */
export function notificationInList<Data extends Pages<NotificationView>>(
  data: Data,
  notification: NotificationView,
): Applied<Data> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => id !== notification.id),
  }));
  const place = pages.find((page) => page.items.some((item) => isNewer(notification, item)));
  const page = place ?? pages.at(-1);
  if (!page || (!place && page.nextCursor !== null)) return { data, refetch: true };
  const at = place
    ? page.items.findIndex((item) => isNewer(notification, item))
    : page.items.length;
  page.items.splice(at, 0, notification);
  return { data: { ...data, pages }, refetch: false };
}

/** The order of the list: news may commit in another one than their times. */
function isNewer(one: NotificationView, other: NotificationView): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.id > other.id;
}

/** Marks these entries of the list as read, or all of them. */
export function readInList<Data extends Pages<NotificationView>>(
  data: Data,
  ids: string[] | undefined,
  readAt: string,
): Data {
  const isNews = ({ id, readAt }: NotificationView) => !readAt && (ids?.includes(id) ?? true);
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (isNews(item) ? { ...item, readAt } : item)),
  }));
  return { ...data, pages };
}

/** How many of these entries the bell counts: messages have a counter of their own. */
export function countNews(data: Pages<NotificationView>, ids: string[]): number {
  const items = data.pages.flatMap((page) => page.items);
  return items.filter(({ id, type, readAt }) => ids.includes(id) && !readAt && type !== 'message')
    .length;
}
