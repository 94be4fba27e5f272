import { dollars } from '../money.ts';
import { readAmount } from '../typed-price.ts';

export const deliveries = ['pickup', 'shipping'] as const;
export type Delivery = (typeof deliveries)[number];

/** The flat price of shipping, in USD. */
export const shippingPrice = '9.95';

/**
 * `approved`: by the buyer, or captured but under review by PayPal. `captured`: paid. `failed`:
 * refused by PayPal. `refunded`: in full.
 */
export const orderStates = ['created', 'approved', 'captured', 'failed', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

export const ordersPerPage = 20;

/** Days after which PayPal drops an unpaid order. */
export const orderDays = 3;

/** Returns what a buyer pays, as decimal strings with two places. Computed in whole cents. */
export function amountsOf(price: string, delivery: Delivery) {
  const shipping = delivery === 'shipping' ? shippingPrice : '0.00';
  return { price, shipping, total: decimalOf(centsOf(price) + centsOf(shipping)) };
}

/** Returns true if two texts are the same amount, such as '10', '10.00', and '$10'. */
export function isSameAmount(one: string, other: string): boolean {
  const { price } = readAmount(one);
  return price !== null && price === readAmount(other).price;
}

/** Returns '$1,234.50'. */
export function formatAmount(amount: string): string {
  return dollars(decimalOf(centsOf(amount)));
}

/** Returns a decimal amount in cents. */
export function centsOf(decimal: string): number {
  const [whole = '0', cents = ''] = decimal.split('.');
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

/** Returns an amount in cents as a decimal with two places. */
export function decimalOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
