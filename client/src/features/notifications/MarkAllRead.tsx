import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { useNotifications } from './use-notifications.ts';
import { useMarkNotificationsRead, useUnreadNotifications } from './use-notifications.ts';

/** Marks everything as read; not there while nothing is unread. */
export function MarkAllRead({ list }: { list: ReturnType<typeof useNotifications> }) {
  const unread = useUnreadNotifications() ?? 0;
  const { mutate } = useMarkNotificationsRead();
  const isUnread = unread > 0 || list.notifications?.some(({ readAt }) => !readAt);
  if (!isUnread) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mx={-7}
      mih={{ base: 44, sm: 26 }}
      leftSection={<IconChecks size={18} stroke={1.75} />}
      onClick={() => mutate({})}
    >
      Mark all as read
    </Button>
  );
}
