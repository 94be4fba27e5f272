/** The highest price, which is the limit of numeric(9, 2). */
export const maxPrice = '9999999.99';

const plain = /^\$? ?(\d{1,7}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/**
 * Returns the canonical form of a price ('1200', '$1,200', and '1.200,00' become '1200.00'), or
 * null. `readPrice` reads more of what people type, but is too large for the site's first view.
 */
export function plainPrice(text: string): string | null {
  const toPoint = (_: string, whole: string, cents: string) =>
    `${whole.replaceAll('.', '')}.${cents}`;
  const point = text.trim().replace(/^([^,]*),(\d\d?)$/, toPoint);
  const [, whole, cents = ''] = plain.exec(point) ?? [];
  const digits = whole?.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  return digits && digits.length < 8 ? `${digits}.${cents.padEnd(2, '0')}` : null;
}

/** Returns a price in its shortest form: '1200', '9.50', '' for a blank; null if invalid. */
export function shortPlainPrice(text: string): string | null {
  return text.trim() && (plainPrice(text)?.replace(/\.00$/, '') ?? null);
}

/** Returns '$1,234.50', always with two decimals; '$0.00' for an invalid price. */
export function formatPriceExact(price: string): string {
  const canonical = plainPrice(price);
  return canonical === null ? '$0.00' : dollars(canonical);
}

/** Returns a price as cards show it: '$120', with cents only if there are some; 'Free' for zero. */
export function formatPrice(price: string): string {
  const short = formatPriceExact(price).replace(/\.00$/, '');
  return short === '$0' ? 'Free' : short;
}

/** Returns '$120' or 'Free'; for a wanted item 'Up to $120', the most that the buyer pays. */
export function priceOf({ kind, price }: { kind: string; price: string }): string {
  const text = formatPrice(price);
  return kind === 'wanted' && Number(price) > 0 ? `Up to ${text}` : text;
}

/** Returns '$1,234.50' from a decimal with two places or none. */
export function dollars(canonical: string): string {
  const [whole = '0', cents = '00'] = canonical.split('.');
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}
