import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import { toastFailure } from '../../api/failure.ts';
import { itemsOf, mapItems, type Pages } from '../../api/pages.ts';
import { trpc } from '../../api/trpc.ts';
import { dayText } from '../../ui/time/time-text.ts';

/** The query input of the list. Live events update the same cache entry. */
export const notificationsQuery = {};

export const notificationsKey = () =>
  getQueryKey(trpc.notifications.list, notificationsQuery, 'infinite');

export const unreadNotificationsKey = () =>
  getQueryKey(trpc.notifications.unreadCount, undefined, 'query');

/** Returns the loaded notifications, newest first. */
export function useNotifications() {
  const query = trpc.notifications.list.useInfiniteQuery(notificationsQuery, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return { ...query, notifications: query.data && itemsOf(query.data) };
}

/** Returns the number on the bell, or undefined while loading. */
export function useUnreadNotifications(): number | undefined {
  return trpc.notifications.unreadCount.useQuery().data?.count;
}

/** Marks `ids`, by default all notifications, as read: here at once, in other tabs by the feed. */
export function useMarkNotificationsRead() {
  const queryClient = useQueryClient();
  const { list, unreadCount } = trpc.useUtils().notifications;
  return trpc.notifications.markRead.useMutation({
    onMutate({ ids }) {
      const data = list.getInfiniteData(notificationsQuery);
      if (!data) return;
      const read = ids && countUnread(data, ids);
      queryClient.setQueryData(notificationsKey(), readInList(data, ids, new Date().toISOString()));
      unreadCount.setData(undefined, (now) => {
        if (!now) return now;
        return { count: read === undefined ? 0 : Math.max(0, now.count - read) };
      });
    },
    onError(error) {
      void list.invalidate();
      void unreadCount.invalidate();
      toastFailure(error, { message: "We couldn't mark this as read. Please try again." });
    },
  });
}

/** Marks the entries with these ids as read, or all entries. */
export function readInList(
  data: Pages<NotificationView>,
  ids: string[] | undefined,
  readAt: string,
): Pages<NotificationView> {
  return mapItems(data, (item) =>
    !item.readAt && (ids?.includes(item.id) ?? true) ? { ...item, readAt } : item,
  );
}

/** Returns how many of these entries the bell counts. Messages have their own counter. */
export function countUnread(data: Pages<NotificationView>, ids: string[]): number {
  return itemsOf(data).filter(
    ({ id, type, readAt }) => ids.includes(id) && !readAt && type !== 'message',
  ).length;
}

/** Groups notifications, newest first, by the reader's days. `now` is in epoch ms. */
export function groupByDay(notifications: NotificationView[], now: number) {
  // The titles are 'Today', 'Yesterday', 'Mon, Nov 3' or 'Nov 3, 2025'.
  const days: { title: string; notifications: NotificationView[] }[] = [];
  for (const notification of notifications) {
    const title = dayText(notification.createdAt, now);
    const last = days.at(-1);
    if (last?.title === title) last.notifications.push(notification);
    else days.push({ title, notifications: [notification] });
  }
  return days;
}
