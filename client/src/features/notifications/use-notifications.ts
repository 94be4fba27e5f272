import { trpc } from '../../api/trpc.ts';
import { errorMessage } from '../../api/errors.ts';
import { toast } from '../../ui/toast.ts';
import { countUnread, readInList } from './apply-notification.ts';
import { notificationsQuery } from './cache-keys.ts';

/** The loaded part of one's notifications, newest first. */
export function useNotifications() {
  const query = trpc.notifications.list.useInfiniteQuery(notificationsQuery, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return { ...query, notifications: query.data?.pages.flatMap((page) => page.items) };
}

/** How many news the bell counts; undefined until it is known. */
export function useUnreadNotifications(): number | undefined {
  return trpc.notifications.unreadCount.useQuery().data?.count;
}

/**
 * Marks notifications as read, without `ids` all. Shown at once; what the server makes of it comes
 * over the feed, in every tab.
 */
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
      toast({
        title: 'Error',
        message: errorMessage(error, 'This could not be marked as read. Please try again.'),
        kind: 'error',
      });
    },
  });
}
