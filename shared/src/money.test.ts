import { describe, expect, it } from 'vitest';
import { canonicalPrice, formatPrice, formatPriceExact, maxPrice } from './money.ts';

describe('a price', () => {
  it.each([
    ['12', '12.00'],
    ['0', '0.00'],
    ['12.5', '12.50'],
    [' 3.07 ', '3.07'],
    ['007.10', '7.10'],
    ['0.1', '0.10'],
    [maxPrice, maxPrice],
  ])('%j is kept exactly as %j', (input, canonical) => {
    expect(canonicalPrice(input)).toBe(canonical);
  });

  it.each([
    '',
    ' ',
    'abc',
    '-1',
    '+1',
    '12.345',
    '10000000',
    '1e3',
    '1e400',
    'Infinity',
    'NaN',
    '.5',
  ])('%j is none', (input) => {
    expect(canonicalPrice(input)).toBeNull();
  });

  it.each(['5.', '1,000', '0x10', '١٢', '1\n2', '1\0'])('%j is none either', (input) => {
    expect(canonicalPrice(input)).toBeNull();
  });
});

describe('a price shown', () => {
  it.each([
    ['1234567.8', '$1,234,567.80'],
    ['0', '$0.00'],
    ['abc', '$0.00'],
    ['999', '$999.00'],
    ['1000', '$1,000.00'],
  ])('%j in full is %j', (price, shown) => {
    expect(formatPriceExact(price)).toBe(shown);
  });

  it('leaves out cents where there are none, and calls nothing Free', () => {
    expect(formatPrice('120.00')).toBe('$120');
    expect(formatPrice('120.50')).toBe('$120.50');
    expect(formatPrice('0.00')).toBe('Free');
  });
});
