import { Skeleton, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBell,
  IconFlag,
  IconMessageCircle,
  IconMessageReply,
  IconShieldCheck,
  IconShoppingBag,
  IconStar,
} from '@tabler/icons-react';
import type {
  NotificationType,
  NotificationView,
} from '@marketplace/shared/notifications/centre-views';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { ageText } from '../listings/age-text.ts';
import { clockText, fullTimeText } from '../../ui/time-text.ts';
import { useMinute } from '../../ui/use-today.ts';
import { groupByDay } from './group-by-day.ts';
import classes from './NotificationList.module.css';
import { useMarkNotificationsRead, type useNotifications } from './use-notifications.ts';

const icons: Record<NotificationType, typeof IconBell> = {
  message: IconMessageCircle,
  review: IconStar,
  reply: IconMessageReply,
  flag: IconFlag,
  warning: IconAlertTriangle,
  report: IconShieldCheck,
  sale: IconShoppingBag,
};

interface Props {
  list: ReturnType<typeof useNotifications>;
  /** Level of the days' headings. */
  order: 2 | 3;
  /** One of them was followed. */
  onFollow?: () => void;
}

/** What has happened, by day; following an entry marks it as read. */
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
        text="Messages, reviews and news about your listings will be kept here."
        order={order}
      />
    );
  }
  const Heading = `h${order}` as const;
  return groupByDay(notifications, now).map(({ title, notifications }) => (
    <section key={title} className={classes.day}>
      <Heading className={classes.heading}>{title}</Heading>
      <ul className={classes.items}>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <Row
              notification={notification}
              time={timeText(notification.createdAt, title, now)}
              onFollow={() => {
                if (!notification.readAt) mutate({ ids: [notification.id] });
                if (notification.path) onFollow?.();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function timeText(at: string, day: string, now: number): string {
  return day === 'Today' ? ageText(at, now) : clockText(at);
}

interface RowProps {
  notification: NotificationView;
  time: string;
  onFollow: () => void;
}

/** Leads where it belongs; one that leads nowhere can still be marked as read. */
function Row({ notification, time, onFollow }: RowProps) {
  const { type, title, body, path, readAt, createdAt } = notification;
  const Icon = icons[type];
  const content = (
    <>
      <span className={classes.icon} data-type={type}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.title}>{title}</span>
        {body && <span className={classes.body}>{body}</span>}
        <time className={classes.time} dateTime={createdAt} title={fullTimeText(createdAt)}>
          {time}
        </time>
      </span>
      {!readAt && (
        <span className={classes.dot}>
          <VisuallyHidden>Unread</VisuallyHidden>
        </span>
      )}
    </>
  );
  const shared = { className: classes.row, 'data-unread': !readAt || undefined };
  if (path) {
    return (
      <PageLink to={path} onClick={onFollow} {...shared}>
        {content}
      </PageLink>
    );
  }
  if (readAt) return <div {...shared}>{content}</div>;
  return (
    <button type="button" onClick={onFollow} {...shared}>
      {content}
    </button>
  );
}

function Loading() {
  return (
    <div className={classes.day} aria-busy="true">
      <div className={classes.heading}>
        <Skeleton height={12} width={48} my={3} />
      </div>
      {[0, 1, 2, 3].map((n) => (
        <div key={n} className={classes.row}>
          <Skeleton circle height={40} className={classes.circle} />
          <span className={classes.text}>
            <Skeleton height={16} width="70%" my={3} />
            <Skeleton height={14} width="45%" my={4} />
            <Skeleton height={12} width={64} my={4} />
          </span>
        </div>
      ))}
    </div>
  );
}
