import {
  Box,
  Button,
  Center,
  Group,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { NotificationType, NotificationView } from '@marketplace/shared/notifications/views';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import classes from '../../ui/list.module.css';
import { PageLink } from '../../ui/PageLink.tsx';
import { ageText } from '../../ui/time/Age.tsx';
import { IconMessageCircle, IconSearch } from '../../ui/icons/icons.tsx';
import {
  IconAlertTriangle,
  IconBell,
  IconChecks,
  IconClock,
  IconFlag,
  IconMessageReply,
  IconShieldCheck,
  IconShoppingBag,
  IconStar,
  IconTag,
} from '../../ui/icons/page-icons.tsx';
import { clockText, fullTimeText } from '../../ui/time/time-text.ts';
import { useMinute } from '../../ui/time/use-today.ts';
import {
  groupByDay,
  useMarkNotificationsRead,
  useNotifications,
  useUnreadNotifications,
} from './notification-list.ts';

const usual = 'var(--mantine-color-anchor)';
const accent = 'var(--accent-text)';
const alarming = 'var(--mantine-color-error)';

const looks: Record<NotificationType, { Icon: typeof IconBell; color: string }> = {
  message: { Icon: IconMessageCircle, color: usual },
  review: { Icon: IconStar, color: accent },
  reply: { Icon: IconMessageReply, color: accent },
  flag: { Icon: IconFlag, color: alarming },
  warning: { Icon: IconAlertTriangle, color: alarming },
  report: { Icon: IconShieldCheck, color: usual },
  appeal: { Icon: IconShieldCheck, color: usual },
  reminder: { Icon: IconBell, color: usual },
  sale: { Icon: IconShoppingBag, color: usual },
  'price-drop': { Icon: IconTag, color: usual },
  alert: { Icon: IconSearch, color: usual },
  listing: { Icon: IconClock, color: usual },
  webhook: { Icon: IconAlertTriangle, color: alarming },
};

interface Props {
  list: ReturnType<typeof useNotifications>;
  /** The heading level of the days. */
  order: 2 | 3;
  /** Called when a notification that has a page is opened. */
  onFollow?: () => void;
}

/** Shows notifications by day. Opening one marks it as read. */
export function NotificationList({ list, order, onFollow }: Props) {
  const { notifications } = list;
  const now = useMinute();
  const { mutate } = useMarkNotificationsRead();
  if (!notifications) {
    return list.isError ? <ErrorState onRetry={() => void list.refetch()} /> : <Loading />;
  }
  if (notifications.length === 0) {
    return (
      <EmptyState
        icon={<IconBell size={40} stroke={1.25} color="var(--mantine-color-dimmed)" />}
        title="No notifications yet"
        text="Messages, reviews, and updates about your listings will show up here."
        order={order}
      />
    );
  }
  return (
    <Stack gap={16}>
      {groupByDay(notifications, now).map(({ title, notifications }) => (
        <section key={title}>
          <Title order={order} {...dayHeading}>
            {title}
          </Title>
          <ul className="plain">
            {notifications.map((notification) => (
              <li key={notification.id}>
                <Row
                  {...notification}
                  time={
                    title === 'Today'
                      ? ageText(notification.createdAt, now)
                      : clockText(notification.createdAt)
                  }
                  onFollow={() => {
                    if (!notification.readAt) mutate({ ids: [notification.id] });
                    if (notification.path) onFollow?.();
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}

const dayHeading = { fz: 'xs', fw: 600, lh: 1.4, c: 'dimmed', px: 12, pt: 4, pb: 6 };

type RowProps = NotificationView & { time: string; onFollow: () => void };

/** A link to the notification's page. Without a page, a button that marks it as read. */
function Row({ type, title, body, path, readAt, createdAt, time, onFollow }: RowProps) {
  const { Icon, color } = looks[type];
  const content = (
    <>
      <Center
        component="span"
        w={40}
        h={40}
        flex="none"
        bdrs="50%"
        c={color}
        bg={`color-mix(in srgb, ${color} 13%, transparent)`}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </Center>
      <Stack component="span" gap={0} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text span inherit fw={readAt ? undefined : 600}>
          {title}
        </Text>
        {body && (
          <Text span inherit dir="auto" c="dimmed" lineClamp={2}>
            {body}
          </Text>
        )}
        <Text
          component="time"
          className="numbers"
          fz="xs"
          lh={1.5}
          c="dimmed"
          dateTime={createdAt}
          title={fullTimeText(createdAt)}
        >
          {time}
        </Text>
      </Stack>
      {!readAt && (
        <Box component="span" flex="none" w={10} h={10} mt={6} bdrs="50%" bg={accent}>
          <VisuallyHidden>Unread</VisuallyHidden>
        </Box>
      )}
    </>
  );
  const row = { className: classes.row, style: { alignItems: 'flex-start' }, children: content };
  if (path) return <PageLink to={path} onClick={onFollow} {...row} />;
  return readAt ? <div {...row} /> : <button type="button" onClick={onFollow} {...row} />;
}

function Loading() {
  return (
    <div aria-busy="true">
      <Box {...dayHeading}>
        <Skeleton height={12} width={48} my={3} />
      </Box>
      {[0, 1, 2, 3].map((n) => (
        <div key={n} className={classes.row} style={{ alignItems: 'flex-start' }}>
          <Skeleton circle height={40} flex="none" />
          <Stack gap={0} flex={1}>
            <Skeleton height={16} width="70%" my={3} />
            <Skeleton height={14} width="45%" my={4} />
            <Skeleton height={12} width={64} my={4} />
          </Stack>
        </div>
      ))}
    </div>
  );
}

/** The panel that the bell opens, with the newest notifications. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const list = useNotifications();
  const heading = useRef<HTMLHeadingElement>(null);
  // The popover looks for something to focus before this lazy panel is loaded.
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
      {Boolean(list.notifications?.length) && (
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

/** The button that marks everything as read. Absent while nothing is unread. */
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
