import { meetupMinutes } from './constants.ts';

/** Returns the address that adds a meetup to Google Calendar. */
export function googleCalendarUrl({
  title,
  place,
  startsAt,
}: {
  title: string;
  place: string;
  startsAt: string;
}): string {
  const compact = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const start = new Date(startsAt);
  const end = new Date(start.getTime() + meetupMinutes * 60_000);
  const event = {
    action: 'TEMPLATE',
    text: title,
    location: place,
    dates: `${compact(start)}/${compact(end)}`,
  };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(event)}`;
}

export function meetupCalendarPath(meetupId: string): string {
  return `/api/meetups/${meetupId}.ics`;
}
