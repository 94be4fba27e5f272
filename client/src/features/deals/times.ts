import { regionDay } from '@marketplace/shared/regions/region-time';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Deals use the region's time zone, wherever the reader is. */
const timeZone = 'America/New_York';

const format = (options: Intl.DateTimeFormatOptions) => {
  const { format: write } = new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  return (time: string | number) => write(new Date(time)).replaceAll('\u202f', ' ');
};

/** Formats a time as 'Sat, Nov 28, 3:00 PM'. */
export const momentText = format({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const clock = format({ hour: 'numeric', minute: '2-digit' });
const weekday = format({ weekday: 'short' });
const weekdayAndDay = format({ weekday: 'short', month: 'short', day: 'numeric' });

/** Formats a time as 'today, 3 PM', 'tomorrow, 3 PM', 'Fri, 3:30 PM' or 'Sat, Dec 5, 3 PM'. */
export function shortMomentText(time: string, now: number): string {
  const at = clock(time).replace(':00', '');
  const days = Math.round((Date.parse(regionDay(time)) - Date.parse(regionDay(now))) / day);
  if (days === 0) return `today, ${at}`;
  if (days === 1) return `tomorrow, ${at}`;
  return `${(days > 1 && days < 7 ? weekday : weekdayAndDay)(time)}, ${at}`;
}

/** Formats the time left: 'in 2 days', 'in 5 hours', 'in 1 minute'. */
export function untilText(time: string, now: number): string {
  const left = Math.max(Date.parse(time) - now, minute);
  if (left >= 36 * hour) return counted(Math.round(left / day), 'day');
  return left >= hour
    ? counted(Math.round(left / hour), 'hour')
    : counted(Math.floor(left / minute), 'minute');
}

function counted(count: number, unit: string): string {
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}
