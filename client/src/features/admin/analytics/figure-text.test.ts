import { expect, it } from 'vitest';
import { changeText, figureText } from './figure-text.ts';

it.each<[number | null, number | null, string]>([
  [112, 100, '+12%'],
  [2500, 100, '+2,400%'],
  [97, 100, '−3%'],
  [0, 4, '−100%'],
  [4, 4, 'No change'],
  [0, 0, 'No change'],
  [4, 0, 'Was 0'],
  [4, null, 'No comparison'],
  [null, 4, 'No comparison'],
])('compares %j with %j as %s', (value, previous, text) => {
  expect(changeText({ value, previous })).toBe(text);
});

it('writes a figure with at most one decimal, and a dash for none', () => {
  expect([1234.56, 3, null].map(figureText)).toEqual(['1,234.6', '3', '–']);
});
