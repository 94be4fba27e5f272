import { meetupMinutes } from './constants.ts';

/** Returns the address that adds a meetup to Google Calendar. */
export function googleCalendarUrl(meetup: Record<'title' | 'place' | 'startsAt', string>): string {
  const compact = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const start = new Date(meetup.startsAt);
  const end = new Date(start.getTime() + meetupMinutes * 60_000);
  const event = {
    action: 'TEMPLATE',
    text: meetup.title,
    location: meetup.place,
    dates: `${compact(start)}/${compact(end)}`,
  };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(event)}`;
}

export function meetupCalendarPath(meetupId: string): string {
  return `/api/meetups/${meetupId}.ics`;
}
