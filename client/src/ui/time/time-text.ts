const minute = 60_000;
const day = 24 * 60 * minute;

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options);
const clock = format({ hour: 'numeric', minute: '2-digit' });
const weekday = format({ weekday: 'short' });
const weekdayAndDay = format({ weekday: 'short', month: 'short', day: 'numeric' });
const dayOfYear = format({ month: 'short', day: 'numeric' });
const dayOfLife = format({ dateStyle: 'medium' });
const full = format({ dateStyle: 'full', timeStyle: 'short' });

/** Returns the calendar days between two moments in the reader's time zone; 0 on the same day. */
function daysBefore(then: Date, now: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  // Rounded, because a day has 23 or 25 hours when the clocks change.
  return Math.round((midnight(now).getTime() - midnight(then).getTime()) / day);
}

/** Returns true if both moments are on the same day in the reader's time zone. */
export function isSameDay(one: string, other: string): boolean {
  return daysBefore(new Date(one), new Date(other)) === 0;
}

/** Returns '3:41 PM'. */
export function clockText(at: string): string {
  return clock.format(new Date(at));
}

/** Returns 'Friday, November 20, 2026 at 3:41 PM', for tooltips and screen readers. */
export function fullTimeText(at: string): string {
  return full.format(new Date(at));
}

/** Returns 'Nov 20, 2026'. */
export function dateText(at: string): string {
  return dayOfLife.format(new Date(at));
}

/** Returns 'Fri, Nov 20'. */
export function weekdayText(at: string): string {
  return weekdayAndDay.format(new Date(at));
}

/** Returns the heading of a day in a chat: 'Today', 'Yesterday', 'Mon, Nov 3', 'Nov 3, 2025'. */
export function dayText(at: string, now: number, inThisYear = weekdayAndDay): string {
  const then = new Date(at);
  const today = new Date(now);
  const days = daysBefore(then, today);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return (then.getFullYear() === today.getFullYear() ? inThisYear : dayOfLife).format(then);
}

/** Returns '3:41 PM', 'Yesterday', 'Mon', 'Nov 3', or 'Nov 3, 2025', for narrow lists. */
export function listTimeText(at: string, now: number): string {
  const days = daysBefore(new Date(at), new Date(now));
  if (days <= 0) return clockText(at);
  return days > 1 && days < 7 ? weekday.format(new Date(at)) : dayText(at, now, dayOfYear);
}

/** Returns 'Active 5m ago', 'Active yesterday', and so on; null after seven days. */
export function lastSeenText(at: number, now: number): string | null {
  const minutes = Math.max(0, Math.floor((now - at) / minute));
  const days = daysBefore(new Date(at), new Date(now));
  if (minutes < 1) return 'Active just now';
  if (minutes < 60) return `Active ${minutes}m ago`;
  // Within six hours, the text counts hours, even across midnight.
  if (days <= 0 || minutes < 6 * 60) return `Active ${Math.floor(minutes / 60)}h ago`;
  if (days === 1) return 'Active yesterday';
  return days < 7 ? `Active ${days}d ago` : null;
}

/** Returns 'at 3:41 PM' for a time of today, otherwise 'on Nov 20, 2026'. */
export function savedText(at: string): string {
  const isToday = isSameDay(at, new Date().toISOString());
  return isToday ? `at ${clockText(at)}` : `on ${dateText(at)}`;
}
