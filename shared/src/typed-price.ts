import { dollars, maxPrice } from './money.ts';
import { texts } from './texts.ts';

/**
 * Matches an amount as people type it: an optional currency before or after, digits alone or in
 * groups of three, cents ('.50', ',50', '.-'), and 'k' for thousands.
 */
const typedAmount =
  /^(?:us ?\$|usd|\$)? ?([1-9]\d{0,2}(?:([ ,.'’])\d{3})(?:\2\d{3})*|\d*)(?:([.,])(?:[-–—]|(\d*)))? ?(k?) ?(?:us ?\$|\$|usd|dollars?)?$/i;

/** The canonical decimal ('1200.00'), or the message for the field. */
export type PriceReading =
  | { price: string; problem?: undefined }
  | { price: null; problem: string };

/**
 * Reads an amount of any size as people type it. '1,200' is 1200.00 and '1,20' is 1.20. '1.200' may
 * be either, so it is refused, as are more than two decimals. Works on text, so no float rounds it.
 */
export function readAmount(typed: string): PriceReading {
  const text = typed
    .replace(/[！-～]/g, halfWidth)
    .replace(/\s+/g, ' ')
    .trim();
  const match = typed.length > 40 ? null : typedAmount.exec(text);
  const [, grouped = '', separator, point, cents = '', thousand] = match ?? [];
  if (grouped + cents === '' || (separator && (separator === point || thousand))) {
    return refused(texts.priceInvalid);
  }
  const digits = grouped.replace(/\D/g, '');
  if (separator === '.' && !point && digits.length < 7) {
    const short = grouped.slice(0, -1);
    const question = `Did you mean ${dollars(digits)} or ${dollars(short)}?`;
    return refused(`${question} Write ${digits} or ${short}.`);
  }
  if (cents.length > 2) return refused('A price can have up to two decimals.');
  const whole = thousand ? digits + cents.padEnd(3, '0') : digits;
  const rest = thousand ? '00' : cents.padEnd(2, '0');
  return { price: `${whole.replace(/^0+(?=\d)/, '') || '0'}.${rest}` };
}

/** Does what `readAmount` does, but refuses amounts above 9999999.99. */
export function readPrice(typed: string): PriceReading {
  const reading = readAmount(typed);
  const isTooHigh = reading.price !== null && reading.price.length > maxPrice.length;
  return isTooHigh ? refused(`The highest price is ${dollars(maxPrice)}.`) : reading;
}

/** Returns the canonical form of a typed price, '12.00' for '12'; null if it is invalid. */
export function canonicalPrice(typed: string): string | null {
  return readPrice(typed).price;
}

/** Returns a typed price in its shortest form: '1200', '9.50', '' for a blank; or null. */
export function shortPrice(typed: string): string | null {
  return typed.trim() && (canonicalPrice(typed)?.replace(/\.00$/, '') ?? null);
}

function refused(problem: string): PriceReading {
  return { price: null, problem };
}

/** Converts the full-width characters of East Asian keyboards: '１' becomes '1'. */
function halfWidth(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 0xfee0);
}
