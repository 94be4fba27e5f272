// In the region's time zone, so that server and browser write the same day.
const day = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeZone: 'America/New_York',
});

/** Formats an ISO time as 'Nov 20, 2026'. */
export function reviewDay(at: string): string {
  return day.format(new Date(at));
}
