import type { Config } from '../config.ts';
import type { PayPal } from './paypal.ts';
import { createRestPayPal } from './paypal-rest.ts';

/** PayPal where it is configured, else null. `timeout` in milliseconds, for each call. */
export function createPayPal(
  { paypal, publicUrl }: Pick<Config, 'paypal' | 'publicUrl'>,
  timeout?: number,
): PayPal | null {
  return paypal
    ? createRestPayPal({ ...paypal, host: new URL(publicUrl).hostname }, timeout)
    : null;
}
