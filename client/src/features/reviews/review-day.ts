// Of the region, so that server and browser write the same day.
const day = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeZone: 'America/New_York',
});

/** 'Nov 20, 2026' from an ISO time. */
export function reviewDay(at: string): string {
  return day.format(new Date(at));
}
