import { expect, test } from 'vitest';
import { clockText, dayText, isSameDay, listTimeText } from './message-time.ts';

const local = (text: string) => new Date(text).toISOString();
const now = new Date('2026-11-20T15:41:00').getTime();

test.each([
  ['2026-11-20T00:01:00', 'Today', '12:01 AM'],
  ['2026-11-20T15:42:30', 'Today', '3:42 PM'],
  ['2026-11-19T23:59:00', 'Yesterday', 'Yesterday'],
  ['2026-11-16T08:00:00', 'Monday', 'Mon'],
  ['2026-11-13T08:00:00', 'Nov 13', 'Nov 13'],
  ['2025-11-20T15:41:00', 'Nov 20, 2025', 'Nov 20, 2025'],
])('%s is %s in a chat and %s in the list', (at, inChat, inList) => {
  expect(dayText(local(at), now)).toBe(inChat);
  expect(listTimeText(local(at), now).replace('\u202f', ' ')).toBe(inList);
});

test('a clock ahead of ours is today', () => {
  expect(dayText(local('2026-11-21T01:00:00'), now)).toBe('Today');
});

test('the clock reads as people say it', () => {
  expect(clockText(local('2026-11-20T15:05:00')).replace('\u202f', ' ')).toBe('3:05 PM');
});

test('a day ends at midnight where the reader is', () => {
  expect(isSameDay(local('2026-11-20T00:00:00'), local('2026-11-20T23:59:59'))).toBe(true);
  expect(isSameDay(local('2026-11-19T23:59:59'), local('2026-11-20T00:00:00'))).toBe(false);
});
