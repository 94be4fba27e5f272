import { expect, test } from 'vitest';
import { clockText, dayText, isSameDay, lastSeenText, listTimeText } from './time-text.ts';

const local = (text: string) => new Date(text).toISOString();
const now = new Date('2026-11-20T15:41:00').getTime();

test.each([
  ['2026-11-20T00:01:00', 'Today', '12:01 AM'],
  ['2026-11-20T15:42:30', 'Today', '3:42 PM'],
  ['2026-11-19T23:59:00', 'Yesterday', 'Yesterday'],
  ['2026-11-16T08:00:00', 'Mon, Nov 16', 'Mon'],
  ['2026-11-13T08:00:00', 'Fri, Nov 13', 'Nov 13'],
  ['2025-11-20T15:41:00', 'Nov 20, 2025', 'Nov 20, 2025'],
])('writes %s as %s in a chat and %s in the list', (at, inChat, inList) => {
  expect(dayText(local(at), now)).toBe(inChat);
  expect(listTimeText(local(at), now).replace('\u202f', ' ')).toBe(inList);
});

test('calls a time in the future today', () => {
  expect(dayText(local('2026-11-21T01:00:00'), now)).toBe('Today');
});

test('writes a time on the 12-hour clock', () => {
  expect(clockText(local('2026-11-20T15:05:00')).replace('\u202f', ' ')).toBe('3:05 PM');
});

test("ends a day at midnight in the reader's time zone", () => {
  expect(isSameDay(local('2026-11-20T00:00:00'), local('2026-11-20T23:59:59'))).toBe(true);
  expect(isSameDay(local('2026-11-19T23:59:59'), local('2026-11-20T00:00:00'))).toBe(false);
});

test.each([
  ['2026-11-20T15:42:00', 'Active just now'],
  ['2026-11-20T15:40:30', 'Active just now'],
  ['2026-11-20T15:36:00', 'Active 5m ago'],
  ['2026-11-20T14:41:01', 'Active 59m ago'],
  ['2026-11-20T13:41:00', 'Active 2h ago'],
  ['2026-11-19T23:00:00', 'Active yesterday'],
  ['2026-11-17T15:00:00', 'Active 3d ago'],
  ['2026-11-13T15:41:00', null],
])('writes a last visit at %s as %s', (at, text) => {
  expect(lastSeenText(new Date(at).getTime(), now)).toBe(text);
});

test('counts hours past midnight for a visit in the last six hours', () => {
  const night = new Date('2026-11-20T00:30:00').getTime();
  expect(lastSeenText(new Date('2026-11-19T22:20:00').getTime(), night)).toBe('Active 2h ago');
});
