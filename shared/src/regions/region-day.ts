const format = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric' },
  timeZone: 'America/New_York',
});

/** Returns a day in New York time, 'Nov 28': the same on the server and in every browser. */
export const regionDayText = (time: string | number) => format.format(new Date(time));

/** Returns the day '2026-11-28' as 'Nov 28'. Noon in UTC is on the same day in New York. */
export const calendarDayText = (day: string) => regionDayText(`${day}T12:00Z`);
