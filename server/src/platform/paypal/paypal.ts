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

/** How an order stands at PayPal. */
export interface PayPalOrder {
  id: string;
  status: 'created' | 'approved' | 'completed' | 'voided';
  /** Our id of the order, '' where PayPal names none. */
  customId: string;
  /** What the buyer pays, or paid where there is a capture. */
  amount: { currency: string; value: string };
  /** The payment that counts: a refused one only where none went through. */
  capture: { id: string; status: 'completed' | 'pending' | 'declined' | 'refunded' } | null;
  /** What was given back so far. */
  refunded: string;
}

/** The headers by which PayPal signs an event, and its body as it came. */
export interface SignedEvent {
  headers: Record<
    'authAlgo' | 'certUrl' | 'transmissionId' | 'transmissionSig' | 'transmissionTime',
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
   * Takes the money of an approved order. The same `requestId` again gives the first answer; an order
   * that was captured before is given as it stands.
   */
  captureOrder(id: string, requestId: string): Promise<PayPalOrder>;
  /** Whether PayPal itself sent this event to our webhook. */
  isGenuine(event: SignedEvent): Promise<boolean>;
}

/**
 * Why PayPal did not do it: the buyer's money was refused (`declined`), the buyer has not approved it
 * (`notApproved`), there is no such order any more (`gone`), or there is no telling (`down`).
 */
type PayPalProblem = 'declined' | 'notApproved' | 'gone' | 'down';

/** A call that failed. Its message is for the log: no name, address or token is in it. */
export class PayPalError extends Error {
  override name = 'PayPalError';
  readonly problem: PayPalProblem;
  /** Whole seconds after which PayPal would take another try. */
  readonly retryAfter: number | undefined;

  constructor(problem: PayPalProblem, message: string, retryAfter?: number) {
    super(message);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}
