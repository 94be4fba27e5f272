import { expect, test } from 'vitest';
import { ageText } from './Age.tsx';

const now = Date.parse('2026-11-20T12:00:00.000Z');

test.each([
  ['2026-11-20T12:00:00.000Z', 'Just now'],
  ['2026-11-20T11:59:00.001Z', 'Just now'],
  ['2026-11-20T11:59:00.000Z', '1m ago'],
  ['2026-11-20T11:55:00.000Z', '5m ago'],
  ['2026-11-20T11:00:00.001Z', '59m ago'],
  ['2026-11-20T11:00:00.000Z', '1h ago'],
  ['2026-11-20T09:59:00.000Z', '2h ago'],
  ['2026-11-19T12:00:00.000Z', '1d ago'],
  ['2026-11-17T11:00:00.000Z', '3d ago'],
  ['2026-11-13T12:00:00.000Z', '1w ago'],
  ['2026-09-22T12:00:00.000Z', '8w ago'],
  ['2026-09-21T12:00:00.000Z', '2mo ago'],
  ['2025-11-21T12:00:00.000Z', '12mo ago'],
  ['2025-11-20T12:00:00.000Z', '1y ago'],
])('writes the age of a listing posted at %s as %s', (createdAt, text) => {
  expect(ageText(createdAt, now)).toBe(text);
});

test('never shows a negative age when the clock is behind the server', () => {
  expect(ageText('2026-11-20T12:05:00.000Z', now)).toBe('Just now');
});
