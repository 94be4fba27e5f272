const format = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric' },
  timeZone: 'America/New_York',
});

/** A day in the region: 'Nov 28', for the server and every browser alike. */
export const regionDayText = (time: string | number) => format.format(new Date(time));
