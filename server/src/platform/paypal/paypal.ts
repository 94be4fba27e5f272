import * as z from 'zod';
import { centsOf, decimalOf } from '@marketplace/shared/payments/constants';

/** What a buyer is asked to pay for, in USD as decimal strings. */
export interface NewPayPalOrder {
  /** Ours, of the order to be: the same one again makes no second order. */
  requestId: string;
  title: string;
  price: string;
  shipping: string;
  total: string;
  /** Whether PayPal asks the buyer where to send it. */
  needsAddress: boolean;
}

/** The state of an order at PayPal. */
export interface PayPalOrder {
  id: string;
  status: 'created' | 'approved' | 'completed' | 'voided';
  /** Our id of the order, '' where PayPal names none. */
  customId: string;
  /** What the buyer pays, or paid where there is a capture. */
  amount: { currency: string; value: string };
  /** The payment that counts: a declined one only if none succeeded. */
  capture: { id: string; status: 'completed' | 'pending' | 'declined' | 'refunded' } | null;
  /** The sum of refunds so far. */
  refunded: string;
}

/** The headers of PayPal's signature, as its API names them, and the unchanged body. */
export interface SignedEvent {
  headers: Record<
    'auth_algo' | 'cert_url' | 'transmission_id' | 'transmission_sig' | 'transmission_time',
    string
  >;
  /** JSON. */
  rawBody: string;
}

/** PayPal. Every call throws {@link PayPalError} for anything but an answer. */
export interface PayPal {
  /** A token for a page's script, bound to this site. */
  createClientToken(): Promise<string>;
  /** Gives the id of the new order. */
  createOrder(order: NewPayPalOrder): Promise<string>;
  getOrder(id: string): Promise<PayPalOrder>;
  /**
   * Captures the payment of an approved order. The same `requestId` again returns the first answer; an
   * order that was captured before is returned as it is.
   */
  captureOrder(id: string, requestId: string): Promise<PayPalOrder>;
  /** Whether PayPal itself sent this event to our webhook. */
  isGenuine(event: SignedEvent): Promise<boolean>;
}

/**
 * Why PayPal refused: the payment was declined (`declined`), the buyer has not approved it
 * (`notApproved`), the order does not exist any more (`gone`), or any other reason (`down`).
 */
type PayPalProblem = 'declined' | 'notApproved' | 'gone' | 'down';

/** A failed call. Its message is for the log and contains no name, address or token. */
export class PayPalError extends Error {
  override name = 'PayPalError';
  readonly problem: PayPalProblem;
  /** Whole seconds after which PayPal would accept another try. */
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
const capture = z.object({
  id: z.string().min(1).max(100),
  status: z.string(),
  amount: money.optional(),
});

const order = z.object({
  id: z.string().min(1).max(64),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: money.optional(),
        payments: z
          .object({
            captures: z.array(capture).optional(),
            refunds: z.array(z.object({ status: z.string(), amount: money })).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
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
/** After a declined payment an order may be paid by another: the most advanced one counts. */
const ranking = ['declined', 'pending', 'completed', 'refunded'] as const;

/** Reads PayPal's form of an order. Throws for any other form. */
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
  // Our orders have one unit; others are not ours.
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

/** Checks the form of an answer. Throws {@link PayPalError}. */
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

/** The issue in an answer; '' for none. */
export function issueOf(answer: unknown): string {
  const { data } = failure.safeParse(answer);
  return word(data?.details?.[0]?.issue ?? data?.name);
}

/** The error for a refusal. `retryAfter` is the header of that name. */
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

/** Only plain words of PayPal's answers go into the log. */
function word(text: string | undefined): string {
  return (text ?? '').replaceAll(/[^\w-]/g, '').slice(0, 60);
}
