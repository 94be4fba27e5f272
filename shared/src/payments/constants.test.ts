import { expect, it } from 'vitest';
import { amountsOf, formatAmount, isSameAmount } from './constants.ts';

it.each([
  ['0.01', 'pickup', '0.00', '0.01'],
  ['0.10', 'shipping', '9.95', '10.05'],
  ['129.99', 'shipping', '9.95', '139.94'],
  // 1.1 + 9.95 is not 11.05 in floating point.
  ['1.10', 'shipping', '9.95', '11.05'],
  ['9999999.99', 'shipping', '9.95', '10000009.94'],
] as const)(
  'charges for %s with %s: %s for shipping, %s in total',
  (price, delivery, ...[shipping, total]) => {
    expect(amountsOf(price, delivery)).toEqual({ price, shipping, total });
  },
);

it.each([
  ['10', '10.00', true],
  ['10.5', '10.50', true],
  ['010.50', '10.50', true],
  ['$1,050.50', '1050.50', true],
  ['10000009.94', '10,000,009.94', true],
  ['1.050', '1050.00', false],
  ['10.51', '10.50', false],
  ['10.500', '10.50', false],
  ['1e1', '10.00', false],
  ['', '0.00', false],
  ['-1', '1.00', false],
])('compares %s and %s as the same amount: %s', (one, other, same) => {
  expect(isSameAmount(one, other)).toBe(same);
});

it('writes a total above the highest price', () => {
  expect(formatAmount('10000009.94')).toBe('$10,000,009.94');
});
