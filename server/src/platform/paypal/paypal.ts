import * as z from 'zod';
import { centsOf, decimalOf } from '@marketplace/shared/payments/constants';

/** The order that a buyer pays for, with amounts in USD as decimal strings. */
export interface NewPayPalOrder {
  /** Our id of the order. Repeating a call with the same id creates no second order. */
  requestId: string;
  title: string;
  price: string;
  shipping: string;
  total: string;
  /** True if PayPal asks the buyer for a shipping address. */
  needsAddress: boolean;
}

export interface PayPalOrder {
  id: string;
  status: 'created' | 'approved' | 'completed' | 'voided';
  /** Our id of the order, or '' if PayPal names none. */
  customId: string;
  /** The amount that the buyer pays, or has paid if there is a capture. */
  amount: { currency: string; value: string };
  /** The payment that counts. It is a declined one only if none succeeded. */
  capture: { id: string; status: 'completed' | 'pending' | 'declined' | 'refunded' } | null;
  refunded: string;
}

/** The headers of PayPal's signature, named as in its API, and the unchanged body. */
export interface SignedEvent {
  headers: Record<
    'auth_algo' | 'cert_url' | 'transmission_id' | 'transmission_sig' | 'transmission_time',
    string
  >;
  rawBody: string;
}

/** A client of PayPal. Every method throws {@link PayPalError} if it gets no usable answer. */
export interface PayPal {
  /** Returns a token for a page's script, bound to this site. */
  createClientToken(): Promise<string>;
  /** Returns the id of the new order. */
  createOrder(order: NewPayPalOrder): Promise<string>;
  getOrder(id: string): Promise<PayPalOrder>;
  /**
   * Captures the payment of an approved order. Repeating the call with the same `requestId` returns
   * the first answer. An order that was captured before is returned unchanged.
   */
  captureOrder(id: string, requestId: string): Promise<PayPalOrder>;
  /** Returns true if PayPal sent this event to our webhook. */
  isGenuine(event: SignedEvent): Promise<boolean>;
}

/** The reason for a refusal. A `gone` order no longer exists. `down` is any other reason. */
type PayPalProblem = 'declined' | 'notApproved' | 'gone' | 'down';

/** A failed call. Its message is for the log and contains no name, address or token. */
export class PayPalError extends Error {
  override name = 'PayPalError';
  readonly problem: PayPalProblem;
  /** The time after which PayPal would accept a retry, in whole seconds. */
  readonly retryAfter: number | undefined;

  constructor(problem: PayPalProblem, message: string, retryAfter?: number) {
    super(message);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

const money = z.object({
  currency_code: z.string().max(3),
  value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
});
const amount = money.optional();
const status = z.string();
const payments = z.object({
  captures: z.array(z.object({ id: z.string().min(1).max(100), status, amount })).optional(),
  refunds: z.array(z.object({ status, amount: money })).optional(),
});
const unit = z.object({
  custom_id: z.string().optional(),
  amount,
  payments: payments.optional(),
});
const order = z.object({
  id: z.string().min(1).max(64),
  status,
  purchase_units: z.array(unit).default([]),
});

const statuses: Record<string, PayPalOrder['status']> = {
  APPROVED: 'approved',
  COMPLETED: 'completed',
  VOIDED: 'voided',
};

const captureStatuses: Record<string, NonNullable<PayPalOrder['capture']>['status']> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  PENDING: 'pending',
};
/** A declined payment may be followed by another. The most advanced one counts. */
const ranking = ['declined', 'pending', 'completed', 'refunded'] as const;

/** Converts PayPal's form of an order. Throws {@link PayPalError} for any other form. */
export function readOrder(answer: unknown): PayPalOrder {
  const { id, status, purchase_units: units } = read(order, answer);
  const payments = units.flatMap((unit) => unit.payments ?? []);
  const captures = payments
    .flatMap((payment) => payment.captures ?? [])
    .map(({ status: word, ...rest }) => ({ ...rest, status: captureStatuses[word] ?? 'declined' }))
    .sort((a, b) => ranking.indexOf(b.status) - ranking.indexOf(a.status));
  const refunds = payments
    .flatMap((payment) => payment.refunds ?? [])
    .filter((refund) => refund.status === 'COMPLETED');
  // Our orders have exactly one unit. An order with more is not ours.
  const [unit] = units.length === 1 ? units : [];
  const [counted] = captures;
  const paid = counted?.amount ?? unit?.amount;
  return {
    id,
    status: statuses[status] ?? 'created',
    customId: unit?.custom_id ?? '',
    amount: { currency: paid?.currency_code ?? '', value: paid?.value ?? '' },
    capture: counted ? { id: counted.id, status: counted.status } : null,
    refunded: decimalOf(refunds.reduce((sum, { amount }) => sum + centsOf(amount.value), 0)),
  };
}

/** Returns the parsed answer. Throws {@link PayPalError} if it does not match the schema. */
export function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw new PayPalError('down', 'the answer has not the expected form');
  return data;
}

const declined = new Set([
  'CARD_EXPIRED',
  'COMPLIANCE_VIOLATION',
  'INSTRUMENT_DECLINED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_LIMIT_EXCEEDED',
  'TRANSACTION_REFUSED',
]);
const notApproved = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);

const failure = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
});

/** Returns the issue in an answer, or '' if there is none. */
export function issueOf(answer: unknown): string {
  const { data } = failure.safeParse(answer);
  return word(data?.details?.[0]?.issue ?? data?.name);
}

/** Returns the error for a refusal. `retryAfter` is the value of the Retry-After header. */
export function failureOf(status: number, answer: unknown, retryAfter: string | null): PayPalError {
  const issue = issueOf(answer);
  const { data } = failure.safeParse(answer);
  const message = `status ${status} ${issue} (debug id ${word(data?.debug_id)})`;
  if (status === 422 && declined.has(issue)) return new PayPalError('declined', message);
  if (status === 422 && notApproved.has(issue)) return new PayPalError('notApproved', message);
  if (status === 404) return new PayPalError('gone', message);
  const seconds = /^\d{1,4}$/.test(retryAfter ?? '') ? Math.max(1, Number(retryAfter)) : undefined;
  return new PayPalError('down', message, seconds);
}

/** Removes all but word characters from PayPal's text, so that it is safe to log. */
function word(text: string | undefined): string {
  return (text ?? '').replaceAll(/[^\w-]/g, '').slice(0, 60);
}
