import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { storableText } from '@marketplace/shared/text';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { type LimitRule, takeForNetwork } from '../../platform/limiter.ts';
import type { PayPal, PayPalOrder, SignedEvent } from '../../platform/paypal/paypal.ts';
import { askFor, getPayPal, orUnavailable } from './available.ts';
import { capture } from './capture-order.ts';
import { recordEvent, syncOrder } from './sync-order.ts';

/** Each costs a question to PayPal, which strangers could have us ask. */
const eventsOfNetwork: LimitRule = { name: 'paypal-webhook', points: 300, seconds: 60 };

const text = storableText().min(1).max(100);
const event = z.object({
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

type Event = z.output<typeof event>;

type HearingContext = Pick<
  AppContext,
  'paypal' | 'config' | 'limiter' | 'log' | 'secrets' | 'hub'
> & {
  db: Kysely<DB>;
};

/**
 * Hears of an event of PayPal's. The event only says that something has happened to an order: how
 * it stands is asked of PayPal, so that late, repeated and lost events do no harm. One that the buyer
 * has approved, and whose page was closed before the capture, is captured. Throws BAD_REQUEST
 * for what PayPal did not send, and SERVICE_UNAVAILABLE, after which PayPal tells again, where the
 * webhook is not configured or PayPal cannot be asked.
 */
export async function handleWebhook(
  ctx: HearingContext,
  { headers, rawBody, ip }: SignedEvent & { ip: string },
): Promise<void> {
  const paypal = getPayPal(ctx);
  if (ctx.config.paypal?.webhookId === undefined) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The PayPal webhook is not configured.');
  }
  await takeForNetwork(ctx.limiter, eventsOfNetwork, { ip });
  const heard = readEvent(rawBody);
  const isSigned = Object.values(headers).every((value) => value !== '');
  if (!heard || !isSigned) throw notGenuine();
  if (!(await orUnavailable(ctx, () => paypal.isGenuine({ headers, rawBody })))) {
    ctx.log.warn('a PayPal event was not genuine');
    throw notGenuine();
  }
  const known = { id: heard.id, type: heard.event_type };
  const order = await findOrder(ctx.db, heard);
  if (!order || (await isHeard(ctx.db, heard.id))) {
    await recordEvent(ctx.db, known);
    return;
  }
  const found = await finish(ctx, paypal, order);
  if (found) await syncOrder(ctx, order.id, { found, event: known });
  else await recordEvent(ctx.db, known);
}

type KnownOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/**
 * How an order stands, after the capture where it waits for that alone: its buyer has pressed "Pay
 * Now" at PayPal. Not after a refusal, of which the buyer has been told. Null for an order that PayPal
 * has forgotten, or whose capture is refused.
 */
async function finish(
  ctx: HearingContext,
  paypal: PayPal,
  order: KnownOrder,
): Promise<PayPalOrder | null> {
  const found = await askFor(ctx, paypal, order.paypalOrderId);
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
    return event.safeParse(JSON.parse(rawBody)).data ?? null;
  } catch {
    return null;
  }
}

function notGenuine(): AppError {
  return new AppError('BAD_REQUEST', 'This is not an event of PayPal.');
}

async function isHeard(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('paypalEvents')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The order that an event is about: it names the order, its payment, or what we called it. */
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
    .select(['id', 'paypalOrderId', 'listingId', 'refusals', 'state', 'total'])
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('paypalOrderId', 'in', ids), eb('captureId', 'in', ids)] : []),
        ...(customId && isId(customId) ? [eb('id', '=', customId)] : []),
      ]),
    )
    .executeTakeFirst();
}
