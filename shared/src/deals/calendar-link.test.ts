import { expect, it } from 'vitest';
import { googleCalendarUrl } from './calendar-link.ts';

it("passes the meetup's title, place, and time to Google Calendar", () => {
  const meetup = {
    title: 'Meetup: Oak & ash',
    place: 'Library, Troy',
    startsAt: '2026-11-28T20:00:00.000Z',
  };
  const url = new URL(googleCalendarUrl(meetup));
  expect(url.origin).toBe('https://calendar.google.com');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Meetup: Oak & ash',
    location: 'Library, Troy',
    dates: '20261128T200000Z/20261128T203000Z',
  });
});
