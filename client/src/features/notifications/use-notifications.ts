import { itemsOf } from '../../api/pages.ts';
import { trpc } from '../../api/trpc.ts';
import { toastFailure } from '../../api/failure.ts';
import { countUnread, notificationsQuery, readInList } from './notification-list.ts';

/** The notifications loaded so far, newest first. */
export function useNotifications() {
  const query = trpc.notifications.list.useInfiniteQuery(notificationsQuery, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return { ...query, notifications: query.data && itemsOf(query.data) };
}

/** The number on the bell; undefined until it is known. */
export function useUnreadNotifications(): number | undefined {
  return trpc.notifications.unreadCount.useQuery().data?.count;
}

/** Marks notifications as read, without `ids` all. Shown at once; the feed brings it to every tab. */
export function useMarkNotificationsRead() {
  const { list, unreadCount } = trpc.useUtils().notifications;
  return trpc.notifications.markRead.useMutation({
    onMutate({ ids }) {
      const data = list.getInfiniteData(notificationsQuery);
      if (!data) return;
      const read = ids && countUnread(data, ids);
      list.setInfiniteData(notificationsQuery, readInList(data, ids, new Date().toISOString()));
      unreadCount.setData(undefined, (now) => {
        if (!now) return now;
        return { count: read === undefined ? 0 : Math.max(0, now.count - read) };
      });
    },
    onError(error) {
      void list.invalidate();
      void unreadCount.invalidate();
      toastFailure(error, { message: 'This could not be marked as read. Please try again.' });
    },
  });
}
