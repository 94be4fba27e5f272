import { Button, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { MarkAllRead } from './MarkAllRead.tsx';
import { NotificationList } from './NotificationList.tsx';
import classes from './NotificationsPanel.module.css';
import { useNotifications } from './use-notifications.ts';

/** The newest notifications, behind the bell. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const list = useNotifications();
  const heading = useRef<HTMLHeadingElement>(null);
  // The panel's code comes after the popover has looked for something to focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className={classes.head}>
        <Title
          ref={heading}
          order={2}
          size="h4"
          tabIndex={-1}
          data-autofocus
          className={classes.title}
        >
          Notifications
        </Title>
        <MarkAllRead list={list} />
      </div>
      <div className={classes.scroll}>
        <NotificationList list={list} order={3} onFollow={onClose} />
      </div>
      {list.notifications && list.notifications.length > 0 && (
        <div className={classes.foot}>
          <Button
            component={PageLink}
            to={paths.notifications}
            variant="subtle"
            fullWidth
            onClick={onClose}
          >
            See all
          </Button>
        </div>
      )}
    </>
  );
}
