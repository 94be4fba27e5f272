import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { type PayPal, PayPalError, type PayPalOrder } from '../../platform/paypal/paypal.ts';

export type PaymentContext = Pick<
  AppContext,
  'db' | 'paypal' | 'config' | 'limiter' | 'log' | 'secrets' | 'hub'
>;

/** Throws SERVICE_UNAVAILABLE if PayPal is not configured. */
export function getPayPal({ paypal }: Pick<AppContext, 'paypal'>): PayPal {
  if (paypal) return paypal;
  throw new AppError('SERVICE_UNAVAILABLE', "PayPal payments aren't configured on this server.");
}

/** Runs `call`. Logs a failure of PayPal and throws SERVICE_UNAVAILABLE. */
export async function orUnavailable<Result>(
  { log }: Pick<AppContext, 'log'>,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    log.warn({ err: error }, 'PayPal failed.');
    throw unavailable(error);
  }
}

/** Returns the order at PayPal, or null if PayPal has dropped it. Throws SERVICE_UNAVAILABLE. */
export function findPayPalOrder(
  ctx: Pick<AppContext, 'log'>,
  paypal: PayPal,
  paypalOrderId: string,
): Promise<PayPalOrder | null> {
  return orUnavailable(ctx, () =>
    paypal.getOrder(paypalOrderId).catch((error: unknown) => {
      if (error instanceof PayPalError && error.problem === 'gone') return null;
      throw error;
    }),
  );
}

export function unavailable({ retryAfter }: PayPalError): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    "We can't reach PayPal right now. Try again in a minute. You won't be charged twice.",
    retryAfter === undefined ? {} : { retryAfter },
  );
}
