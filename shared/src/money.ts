/** The highest price: what numeric(9, 2) holds. */
export const maxPrice = '9999999.99';

const decimal = /^\d{1,7}(\.\d{1,2})?$/;

/**
 * The canonical form of a price, '12' to '12.00', or null where it is none: a decimal with at most
 * two places from 0 to 9999999.99. Text in, text out, so that no float rounds it.
 */
export function canonicalPrice(input: string): string | null {
  const text = input.trim();
  if (!decimal.test(text)) return null;
  const [whole = '0', cents = ''] = text.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
}

/** '$1,234.50' with always two places, '$0.00' where it is no number. */
export function formatPriceExact(price: string): string {
  const canonical = canonicalPrice(price);
  return canonical === null ? '$0.00' : dollars(canonical);
}

/** A price as cards show it: '$120', and cents only when there are some; 'Free' for nothing. */
export function formatPrice(price: string): string {
  const exact = formatPriceExact(price);
  if (exact === '$0.00') return 'Free';
  return exact.replace(/\.00$/, '');
}

/** '$1,234.50' from a decimal with two places. */
export function dollars(canonical: string): string {
  const [whole = '0', cents = '00'] = canonical.split('.');
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}
