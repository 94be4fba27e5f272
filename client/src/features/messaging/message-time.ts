const locale = 'en-US';
const day = 24 * 60 * 60_000;

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' });
const shortWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
const dayOfYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const dayOfLife = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });

/** Calendar days between two moments where the reader is; 0 on the same day. */
function daysBefore(then: Date, now: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  // Rounded: a day has 23 or 25 hours when the clocks change.
  return Math.round((midnight(now).getTime() - midnight(then).getTime()) / day);
}

/** True when both moments lie on one calendar day where the reader is. */
export function isSameDay(one: string, other: string): boolean {
  return daysBefore(new Date(one), new Date(other)) === 0;
}

/** '3:41 PM'. */
export function clockText(at: string): string {
  return clock.format(new Date(at));
}

/** 'Friday, November 20, 2026 at 3:41 PM': for tooltips and screen readers. */
export function fullTimeText(at: string): string {
  return full.format(new Date(at));
}

/** The day as a chat heads it: 'Today', 'Yesterday', 'Monday', 'Nov 3', 'Nov 3, 2025'. */
export function dayText(at: string, now: number): string {
  const then = new Date(at);
  const today = new Date(now);
  const days = daysBefore(then, today);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return weekday.format(then);
  return then.getFullYear() === today.getFullYear()
    ? dayOfYear.format(then)
    : dayOfLife.format(then);
}

/** The time as the list of conversations has room for: '3:41 PM', 'Yesterday', 'Mon', 'Nov 3', 'Nov 3, 2025'. */
export function listTimeText(at: string, now: number): string {
  const then = new Date(at);
  const days = daysBefore(then, new Date(now));
  if (days <= 0) return clockText(at);
  return days > 1 && days < 7 ? shortWeekday.format(then) : dayText(at, now);
}
