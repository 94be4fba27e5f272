import { trpc } from '../../api/trpc.ts';

/** How many messages wait to be read, as a link to them says it and as the badge on it shows it. */
export function useUnreadMessages() {
  const count = trpc.messaging.unreadCount.useQuery().data?.count ?? 0;
  return {
    count,
    label: count > 0 ? `Messages, ${count} unread` : 'Messages',
    shown: count > 99 ? '99+' : String(count),
  };
}
