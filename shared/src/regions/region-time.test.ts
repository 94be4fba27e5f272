import { describe, expect, it } from 'vitest';
import { regionDay, regionMoment } from './region-time.ts';

describe('regionMoment', () => {
  it.each([
    ['in winter', '2026-01-15T15:00', '2026-01-15T20:00:00.000Z'],
    ['in summer', '2026-07-15T15:00', '2026-07-15T19:00:00.000Z'],
    ['just after midnight', '2026-07-15T00:05', '2026-07-15T04:05:00.000Z'],
    ['late in the evening', '2026-12-31T23:59', '2027-01-01T04:59:00.000Z'],
    ['before clocks go back', '2026-11-01T00:59', '2026-11-01T04:59:00.000Z'],
    ['shown twice: the first', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['after clocks went back', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
    ['before clocks go forward', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['skipped: an hour later', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['after clocks went forward', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  ])('reads a time %s', (_, shown, moment) => {
    expect(regionMoment(shown.slice(0, 10), shown.slice(11))).toBe(moment);
  });

  it('returns null for anything but a day and a time', () => {
    for (const [date, time] of [
      ['', '10:00'],
      ['2026-11-01', ''],
      ['2026-02-30', '10:00'],
      ['2026-11-01', '25:00'],
      ['2026-11-01', '10:00:00+05'],
    ] as const) {
      expect(regionMoment(date, time)).toBeNull();
    }
  });
});

describe('regionDay', () => {
  it('returns the day in New York time', () => {
    expect(regionDay('2026-11-02T04:59:59Z')).toBe('2026-11-01');
    expect(regionDay('2026-11-02T05:00:00Z')).toBe('2026-11-02');
    expect(regionDay('2026-07-02T03:59:59Z')).toBe('2026-07-01');
  });
});
