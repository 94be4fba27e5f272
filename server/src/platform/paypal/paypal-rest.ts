import * as z from 'zod';
import type { Config } from '../config.ts';
import {
  failureOf,
  issueOf,
  type NewPayPalOrder,
  type PayPal,
  PayPalError,
  read,
  readOrder,
} from './paypal.ts';

const verification = z.object({ verification_status: z.string() });
const token = z.object({ access_token: z.string().min(1), expires_in: z.number() });

type Settings = NonNullable<Config['paypal']> & {
  /** The site's host, to which a page's token is bound. */
  host: string;
};

type Call = { method?: 'GET' | 'POST'; body?: string; requestId?: string };

/** Returns a client of PayPal, or null without configuration. `timeout` limits a call, in ms. */
export function createPayPal(
  { paypal, publicUrl }: Pick<Config, 'paypal' | 'publicUrl'>,
  timeout = 10_000,
): PayPal | null {
  if (!paypal) return null;
  const settings: Settings = { ...paypal, host: new URL(publicUrl).hostname };
  const call = createCaller(settings, timeout);

  async function ask(path: string, options?: Call): Promise<unknown> {
    const { json, error } = await call(path, options);
    if (error) throw error;
    return json;
  }

  const getOrder = async (id: string) =>
    readOrder(await ask(`/v2/checkout/orders/${encodeURIComponent(id)}`, { method: 'GET' }));

  return {
    async createClientToken() {
      const domain = settings.host.replace(/^www\./, '');
      const more = { response_type: 'client_token', 'domains[]': domain };
      return (await fetchToken(settings, timeout, more)).access_token;
    },
    async createOrder(order) {
      const body = JSON.stringify(orderBody(order));
      return readOrder(await ask('/v2/checkout/orders', { body, requestId: order.requestId })).id;
    },
    getOrder,
    async captureOrder(id, requestId) {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
      const { json, error } = await call(path, { body: '{}', requestId });
      if (!error) return readOrder(json);
      if (issueOf(json) === 'ORDER_ALREADY_CAPTURED') return getOrder(id);
      throw error;
    },
    async isGenuine({ headers, rawBody }) {
      if (settings.webhookId === undefined) return false;
      const signature = JSON.stringify({ ...headers, webhook_id: settings.webhookId });
      // The signature covers the exact bytes, which parsing the JSON and writing it could change.
      const body = `${signature.slice(0, -1)},"webhook_event":${rawBody}}`;
      const answer = await ask('/v1/notifications/verify-webhook-signature', { body });
      return read(verification, answer).verification_status === 'SUCCESS';
    },
  };
}

/** Returns a function that calls PayPal with a token, and fetches a new one if it was revoked. */
function createCaller(settings: Settings, timeout: number) {
  const tokens = cacheToken(() => fetchToken(settings, timeout, {}));

  return async function call(path: string, { method = 'POST', body, requestId }: Call = {}) {
    const send = async () => {
      const token = tokens.get();
      const headers: Record<string, string> = {
        authorization: `Bearer ${await token}`,
        'content-type': 'application/json',
        // Requests the whole order instead of a short form.
        prefer: 'return=representation',
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      };
      const answer = await request(settings.baseUrl + path, { method, headers, body }, timeout);
      if (answer.status === 401) tokens.forget(token);
      return answer;
    };
    const first = await send();
    const { status, json, retryAfter } = first.status === 401 ? await send() : first;
    if (status >= 200 && status < 300) return { json };
    return { json, error: failureOf(status, json, retryAfter) };
  };
}

function orderBody({ requestId, title, price, shipping, total, needsAddress }: NewPayPalOrder) {
  const usd = (value: string) => ({ currency_code: 'USD', value });
  // At most 127 characters, without half of a surrogate pair at the end.
  const name = title.slice(0, 127).replace(/[\uD800-\uDBFF]$/, '');
  const experience = {
    shipping_preference: needsAddress ? 'GET_FROM_FILE' : 'NO_SHIPPING',
    user_action: 'PAY_NOW',
  };
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: requestId,
        description: name,
        amount: { ...usd(total), breakdown: { item_total: usd(price), shipping: usd(shipping) } },
        items: [{ name, quantity: '1', unit_amount: usd(price) }],
      },
    ],
    payment_source: { paypal: { experience_context: experience } },
  };
}

/** Caches the token until a minute before it expires. Concurrent callers share one request. */
function cacheToken(fetch: () => Promise<z.output<typeof token>>) {
  let cached: { value: Promise<string>; until: number } | undefined;
  /** Forgets only this token, because another call may have fetched a new one. */
  const forget = (value: Promise<string>) => {
    if (cached?.value === value) cached = undefined;
  };
  const renew = () => {
    const value = fetch().then(({ access_token: text, expires_in: seconds }) => {
      if (cached?.value === value) cached.until = Date.now() + (seconds - 60) * 1000;
      return text;
    });
    cached = { value, until: Number.POSITIVE_INFINITY };
    value.catch(() => forget(value));
    return value;
  };
  return {
    get: () => (cached && cached.until > Date.now() ? cached.value : renew()),
    forget,
  };
}

async function fetchToken(settings: Settings, timeout: number, more: Record<string, string>) {
  const { clientId, clientSecret, baseUrl } = settings;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...more });
  const init = { method: 'POST', headers, body };
  const { status, json, retryAfter } = await request(`${baseUrl}/v1/oauth2/token`, init, timeout);
  if (status === 200) return read(token, json);
  const { message, retryAfter: seconds } = failureOf(status, json, retryAfter);
  throw new PayPalError('down', `no token: ${message}`, seconds);
}

async function request(url: string, init: RequestInit, timeout: number) {
  try {
    // Without the signal, an answer whose body never ends would hang.
    const signal = AbortSignal.timeout(timeout);
    const answer = await fetch(url, { ...init, signal, redirect: 'error' });
    const json = jsonOf(await answer.text());
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json };
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new PayPalError('down', late ? 'no answer in time' : 'no connection');
  }
}

/** Parses JSON. Returns undefined for any other text, which no response schema accepts. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
