import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { type PayPal, PayPalError, type PayPalOrder } from '../../platform/paypal/paypal.ts';

/** PayPal. Throws SERVICE_UNAVAILABLE where it is not configured. */
export function getPayPal({ paypal }: Pick<AppContext, 'paypal'>): PayPal {
  if (paypal) return paypal;
  throw new AppError('SERVICE_UNAVAILABLE', 'PayPal payments are not configured on this server.');
}

/**
 * What `call` gives. Where PayPal fails, the failure is logged and becomes SERVICE_UNAVAILABLE: for
 * calls that a buyer can do nothing about.
 */
export async function orUnavailable<Result>(
  { log }: Pick<AppContext, 'log'>,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    log.warn({ err: error }, 'PayPal failed');
    throw unavailable(error);
  }
}

/** How an order stands at PayPal; null where PayPal has forgotten it. Throws SERVICE_UNAVAILABLE. */
export function askFor(
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
    'PayPal cannot be reached at the moment. Try again in a minute: you are never charged twice.',
    retryAfter === undefined ? {} : { retryAfter },
  );
}
