import { expect, test } from 'vitest';
import { momentText, shortMomentText, untilText } from './times.ts';

// Monday, November 23, 2026, 10 AM in New York.
const now = Date.parse('2026-11-23T15:00:00Z');

test("writes times in the region's time zone", () => {
  expect(momentText('2026-11-28T20:00:00Z')).toBe('Sat, Nov 28, 3:00 PM');
  expect(shortMomentText('2026-11-23T20:00:00Z', now)).toBe('today, 3 PM');
  expect(shortMomentText('2026-11-24T04:30:00Z', now)).toBe('today, 11:30 PM');
  expect(shortMomentText('2026-11-24T05:30:00Z', now)).toBe('tomorrow, 12:30 AM');
  expect(shortMomentText('2026-11-27T20:00:00Z', now)).toBe('Fri, 3 PM');
  expect(shortMomentText('2026-12-05T20:30:00Z', now)).toBe('Sat, Dec 5, 3:30 PM');
  expect(shortMomentText('2026-11-21T20:00:00Z', now)).toBe('Sat, Nov 21, 3 PM');
});

test('rounds the time left to days, hours or minutes', () => {
  const after = (hours: number) => untilText(new Date(now + hours * 3_600_000).toISOString(), now);
  expect([48, 37, 30, 1, 0.5, 1 / 60, -1].map(after)).toEqual([
    'in 2 days',
    'in 2 days',
    'in 30 hours',
    'in 1 hour',
    'in 30 minutes',
    'in 1 minute',
    'in 1 minute',
  ]);
});
