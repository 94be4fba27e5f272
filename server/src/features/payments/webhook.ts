import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { storableText } from '@marketplace/shared/storable-text';
import { AppError } from '../../errors.ts';
import { perMinute, countForNetwork } from '../../platform/limiter.ts';
import type { PayPal, SignedEvent } from '../../platform/paypal/paypal.ts';
import { findPayPalOrder, getPayPal, orUnavailable, type PaymentContext } from './paypal-calls.ts';
import { capture } from './checkout.ts';
import { recordEvent, syncOrder } from './sync-order.ts';

/** Limits events per network, since each costs a call to PayPal and anyone can send one. */
const eventsOfNetwork = perMinute('paypal-webhook', 300);

const text = storableText().min(1).max(100);
const eventSchema = z.object({
  id: text,
  event_type: text,
  resource: z
    .object({
      id: text.optional(),
      custom_id: z.string().optional().catch(undefined),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: text.optional() }).optional() })
        .optional()
        .catch(undefined),
      links: z
        .array(z.object({ rel: z.string(), href: z.string() }))
        .optional()
        .catch(undefined),
    })
    .catch({}),
});

type Event = z.output<typeof eventSchema>;

/**
 * Handles an event from PayPal. It only names the order, whose state is looked up, so that late,
 * repeated and lost events do no harm. Captures an order whose page was closed after the buyer's
 * approval. Throws BAD_REQUEST for an event that is not from PayPal, and SERVICE_UNAVAILABLE if the
 * webhook is not configured or PayPal cannot be reached. PayPal then repeats the event.
 */
export async function handleWebhook(
  ctx: PaymentContext,
  { headers, rawBody, ip }: SignedEvent & { ip: string },
): Promise<void> {
  const paypal = getPayPal(ctx);
  if (ctx.config.paypal?.webhookId === undefined) {
    throw new AppError('SERVICE_UNAVAILABLE', "The PayPal webhook isn't configured.");
  }
  await countForNetwork(ctx.limiter, eventsOfNetwork, { ip });
  const received = readEvent(rawBody);
  const isSigned = Object.values(headers).every((value) => value !== '');
  if (!received || !isSigned) throw notGenuine();
  if (!(await orUnavailable(ctx, () => paypal.isGenuine({ headers, rawBody })))) {
    ctx.log.warn('A PayPal event failed verification.');
    throw notGenuine();
  }
  const event = { id: received.id, type: received.event_type };
  const order = await findOrder(ctx.db, received);
  const isNew = order && !(await isRecorded(ctx.db, event.id));
  const found = isNew ? await finish(ctx, paypal, order) : null;
  if (order && found) await syncOrder(ctx, order.id, { found, event });
  else await recordEvent(ctx.db, event);
}

type KnownOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/**
 * Looks up an order at PayPal and captures it if the buyer has approved it, unless the buyer has
 * seen a refusal. Returns null for an order that is dropped or refused.
 */
async function finish(ctx: PaymentContext, paypal: PayPal, order: KnownOrder) {
  const found = await findPayPalOrder(ctx, paypal, order.paypalOrderId);
  if (found?.status !== 'approved' || found.capture || order.state === 'failed') return found;
  try {
    return await capture(ctx, paypal, { ...order, known: found });
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return null;
    throw error;
  }
}

function readEvent(rawBody: string): Event | null {
  try {
    return eventSchema.safeParse(JSON.parse(rawBody)).data ?? null;
  } catch {
    return null;
  }
}

function notGenuine(): AppError {
  return new AppError('BAD_REQUEST', "This event isn't from PayPal.");
}

async function isRecorded(db: Db, id: string): Promise<boolean> {
  const rows = await db.selectFrom('paypalEvents').select('id').where('id', '=', id).execute();
  return rows.length > 0;
}

/** Finds the order of an event, which has the id of PayPal's order, its capture, or our order. */
async function findOrder(db: Db, { resource }: Event) {
  const { id, custom_id: customId, supplementary_data: data, links } = resource;
  const parent = links
    ?.find((link) => link.rel === 'up')
    ?.href.split('/')
    .at(-1);
  const ids = [id, data?.related_ids?.order_id, parent].flatMap((known) =>
    known && /^[\w-]{1,100}$/.test(known) ? known : [],
  );
  return db
    .selectFrom('orders')
    .select(['id', 'paypalOrderId', 'listingId', 'buyerId', 'refusals', 'state', 'total'])
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('paypalOrderId', 'in', ids), eb('captureId', 'in', ids)] : []),
        ...(customId && isId(customId) ? [eb('id', '=', customId)] : []),
      ]),
    )
    .executeTakeFirst();
}
