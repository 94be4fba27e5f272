import { Box, Button, Group, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { paths } from '../../config/paths.ts';
import classes from '../../ui/list.module.css';
import { PageLink } from '../../ui/PageLink.tsx';
import { MarkAllRead, NotificationList } from './NotificationList.tsx';
import { useNotifications } from './notification-list.ts';

/** The newest notifications, behind the bell. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const list = useNotifications();
  const heading = useRef<HTMLHeadingElement>(null);
  // The panel's code comes after the popover has looked for something to focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Group gap={12} justify="space-between" wrap="nowrap" mih={52} px={20} py={8}>
        <Title
          ref={heading}
          order={2}
          size="h4"
          tabIndex={-1}
          data-autofocus
          style={{ outline: 'none' }}
        >
          Notifications
        </Title>
        <MarkAllRead list={list} />
      </Group>
      <Box mah="min(60dvh, 520px)" px={8} pb={8} className={classes.scroll}>
        <NotificationList list={list} order={3} onFollow={onClose} />
      </Box>
      {list.notifications && list.notifications.length > 0 && (
        <Box p={8} style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <Button
            component={PageLink}
            to={paths.notifications}
            variant="subtle"
            fullWidth
            onClick={onClose}
          >
            See all
          </Button>
        </Box>
      )}
    </>
  );
}
