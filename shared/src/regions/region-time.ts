/** The whole region is in this time zone, whose clocks change twice a year. */
export const regionZone = 'America/New_York';

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: regionZone,
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/** Returns the local time of a moment as if it were UTC, in ms. */
function wallTime(moment: number): number {
  const parts = clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the moment of a local day ('2026-11-01') and time ('01:30') as an ISO string in UTC; null
 * if either is invalid. Of a time that occurs twice in the fall, the first counts. A time that is
 * skipped in the spring counts as an hour later: 2:30 means 3:30.
 */
export function regionMoment(date: string, time: string): string | null {
  const wall = Date.parse(`${date}T${time}Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time);
  if (!isDay || Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date)) return null;
  const offsetAt = (moment: number) => wallTime(moment) - moment;
  const before = wall - offsetAt(wall - dayMs);
  const after = wall - offsetAt(wall + dayMs);
  const moment = wallTime(before) !== wall && wallTime(after) === wall ? after : before;
  return new Date(moment).toISOString();
}

/** Returns the local day of a moment: '2026-11-01'. */
export function regionDay(moment: string | number): string {
  return new Date(wallTime(new Date(moment).getTime())).toISOString().slice(0, 10);
}
