import { expect, it } from 'vitest';
import { copyrightYears } from './Footer.tsx';

it.each([
  ['2025-12-01T12:00:00Z', '2025'],
  ['2026-01-01T04:59:00Z', '2025'],
  ['2026-01-01T05:00:00Z', '2025–2026'],
  ['2031-06-01T12:00:00Z', '2025–2031'],
])('shows the copyright at %s as %s', (now, years) => {
  expect(copyrightYears(new Date(now))).toBe(years);
});
