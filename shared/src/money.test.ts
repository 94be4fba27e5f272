import { describe, expect, it } from 'vitest';
import { formatPrice, formatPriceExact, maxPrice, plainPrice } from './money.ts';
import { readAmount, readPrice, shortPrice } from './typed-price.ts';
import { texts } from './texts.ts';

describe('a price', () => {
  it.each([
    ['12', '12.00'],
    ['0', '0.00'],
    ['12.5', '12.50'],
    [' 3.07 ', '3.07'],
    ['007.10', '7.10'],
    ['0.1', '0.10'],
    ['1200.5', '1200.50'],
    [maxPrice, maxPrice],
  ])('reads %j, as programs write it, as exactly %j', (input, price) => {
    expect(readPrice(input)).toEqual({ price });
  });

  it.each([
    ['$1,200', '1200.00'],
    ['1,200', '1200.00'],
    ['1,200,000', '1200000.00'],
    ['1.200.000', '1200000.00'],
    ['1,200.50', '1200.50'],
    ['1.200,50', '1200.50'],
    ['1,200.5', '1200.50'],
    ['1 200,50', '1200.50'],
    ['1\u00a0200', '1200.00'],
    ['1\u202f200,50', '1200.50'],
    ["1'200", '1200.00'],
    ['1’200.50', '1200.50'],
    ['1200,5', '1200.50'],
    ['1,20', '1.20'],
    ['1,2', '1.20'],
    ['0,50', '0.50'],
    ['.5', '0.50'],
    ['$.99', '0.99'],
    ['5.', '5.00'],
    ['$ 20', '20.00'],
    ['20$', '20.00'],
    ['20 $', '20.00'],
    ['US$20', '20.00'],
    ['US $20', '20.00'],
    ['USD 20', '20.00'],
    ['20 USD', '20.00'],
    ['$20 usd', '20.00'],
    ['20 dollars', '20.00'],
    ['20.-', '20.00'],
    ['20,–', '20.00'],
    ['1.200,-', '1200.00'],
    ['2k', '2000.00'],
    ['1.5k', '1500.00'],
    ['$1,5 K', '1500.00'],
    ['12.25k', '12250.00'],
    ['.5k', '500.00'],
    ['１２００．５０', '1200.50'],
    ['＄１，２００', '1200.00'],
  ])('reads %j, as people type it, as %j', (typed, price) => {
    expect(readPrice(typed)).toEqual({ price });
    expect(readPrice(shortPrice(typed) ?? '')).toEqual({ price });
  });

  it.each([
    ['1.200', 'Did you mean $1,200.00 or $1.20? Write 1200 or 1.20.'],
    ['$12.345', 'Did you mean $12,345.00 or $12.34? Write 12345 or 12.34.'],
    ['999.999 USD', 'Did you mean $999,999.00 or $999.99? Write 999999 or 999.99.'],
    ['1.2345', 'A price can have up to two decimals.'],
    ['1,2345', 'A price can have up to two decimals.'],
    ['0.125', 'A price can have up to two decimals.'],
    ['1234.567', 'A price can have up to two decimals.'],
    ['1,200.505', 'A price can have up to two decimals.'],
    ['0.30000000000000004', 'A price can have up to two decimals.'],
    ['10000000', 'The highest price is $9,999,999.99.'],
    ['10,000,000', 'The highest price is $9,999,999.99.'],
    ['10000k', 'The highest price is $9,999,999.99.'],
  ])('refuses %j: %s', (typed, problem) => {
    expect(readPrice(typed)).toEqual({ price: null, problem });
  });

  it.each([
    ...['', ' ', 'abc', '0'.repeat(41), '$', 'k', '.', ',', '-', '.-', 'USD'],
    ...['-1', '+1', '-5', '$-5', '1-5', '5-', '(5)', '1e3', '1e400', 'Infinity', 'NaN', '0x10'],
    ...['1,200,50', '1.200.50', '1,20,000', '12,00,000', '1 20', '1 2 3', '1, 200', '0,125,000'],
    ...[
      '1,200k',
      '1.2kk',
      '2m',
      '€20',
      '20 EUR',
      '20 or so',
      '12²',
      '½',
      '①',
      '١٢',
      '۱۲',
      '1\n2',
      '1\0',
    ],
  ])('refuses %j', (typed) => {
    expect(readPrice(typed)).toEqual({ price: null, problem: texts.priceInvalid });
  });

  it.each([
    ['', ''],
    [' ', ''],
    [' $1,200 ', '1200'],
    ['9.5', '9.50'],
    ['0', '0'],
    ['12.00', '12'],
    ['abc', null],
    ['1.234', null],
  ])('shortens %j in its field to %j', (typed, shown) => {
    expect(shortPrice(typed)).toBe(shown);
  });
});

it('allows an amount above the highest price', () => {
  expect(readAmount('10,000,009.94')).toEqual({ price: '10000009.94' });
});

describe('a displayed price', () => {
  it.each([
    ['1234567.8', '$1,234,567.80'],
    ['0', '$0.00'],
    ['abc', '$0.00'],
    ['999', '$999.00'],
    ['1000', '$1,000.00'],
  ])('writes %j in full as %j', (price, shown) => {
    expect(formatPriceExact(price)).toBe(shown);
  });

  it('leaves out zero cents, and writes a price of zero as Free', () => {
    expect(formatPrice('120.00')).toBe('$120');
    expect(formatPrice('120.50')).toBe('$120.50');
    expect(formatPrice('0.00')).toBe('Free');
  });
});

describe('a plain price', () => {
  it.each([
    ['1200', '1200.00'],
    ['$1,200', '1200.00'],
    ['1,200.5', '1200.50'],
    ['1.200,50', '1200.50'],
    ['1,20', '1.20'],
    ['007', '7.00'],
    [maxPrice, maxPrice],
  ])('reads %j as %j, as forms do', (text, price) => {
    expect(plainPrice(text)).toBe(price);
    expect(readPrice(text)).toEqual({ price });
  });

  it.each(['', 'abc', '1.200', '1.2345', '12,34,5', '-5', '1e3', '10000000', '1,2000'])(
    '%j is none',
    (text) => {
      expect(plainPrice(text)).toBeNull();
    },
  );
});
