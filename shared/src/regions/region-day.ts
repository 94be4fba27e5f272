const format = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric' },
  timeZone: 'America/New_York',
});

/** Returns a day in New York time, 'Nov 28': the same on the server and in every browser. */
export const regionDayText = (time: string | number) => format.format(new Date(time));
