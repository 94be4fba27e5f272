import type { EntryOf } from '@marketplace/shared/messaging/timeline';

const hour = 3_600_000;

/** Adds the meetup, as an hour, to a calendar on the web. */
export function calendarLink(
  { place, startsAt }: EntryOf<'meetup'>['data'],
  title: string,
): string {
  const start = Date.parse(startsAt);
  const stamp = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
  const event = {
    action: 'TEMPLATE',
    text: `Meetup: ${title}`,
    dates: `${stamp(start)}/${stamp(start + hour)}`,
    location: place,
  };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(event)}`;
}

/** The meetup as a file for any calendar. */
export function icsPath(meetupId: string): string {
  return `/api/meetups/${meetupId}.ics`;
}
