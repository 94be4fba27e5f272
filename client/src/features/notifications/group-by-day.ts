import type { NotificationView } from '@marketplace/shared/notifications/centre-views';
import { dayText } from '../../ui/time-text.ts';

export interface Day {
  /** 'Today', 'Yesterday', 'Mon, Nov 3', 'Nov 3, 2025'. */
  title: string;
  notifications: NotificationView[];
}

/** Notifications, newest first, under the days of their reader; `now` in milliseconds. */
export function groupByDay(notifications: NotificationView[], now: number): Day[] {
  const days: Day[] = [];
  for (const notification of notifications) {
    const title = dayText(notification.createdAt, now);
    const last = days.at(-1);
    if (last?.title === title) last.notifications.push(notification);
    else days.push({ title, notifications: [notification] });
  }
  return days;
}
