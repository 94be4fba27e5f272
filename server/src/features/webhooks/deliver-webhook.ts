import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { cleanText } from '@marketplace/shared/plain-text';
import { maxWebhookTries } from '@marketplace/shared/webhooks/constants';
import type { AppContext } from '../../app-context.ts';
import { enqueue, webhookJob } from '../../platform/jobs.ts';
import { OutboundError, postOutbound } from '../../platform/outbound.ts';
import { readSealed } from '../../platform/secrets.ts';
import { notify } from '../notifications/notifications.ts';

type DeliveryContext = Pick<AppContext, 'db' | 'secrets' | 'outbound' | 'hub'>;
type Found = NonNullable<Awaited<ReturnType<typeof findPending>>>;
type Delivery = Found & { url: string; sealedSecret: string };
type Outcome = { statusCode: number | null; answer: string | null; error: string | null };

/** Seconds until each next try, as Standard Webhooks proposes them. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400];

/**
 * Runs the job `deliverWebhook`: sends one event to one webhook. Only a status of 200 to 299 counts
 * as delivered. Retries a failure after growing pauses, always with the same `webhook-id`. Turns the
 * webhook off after the last try, or if its server answers 410, and notifies its user. If the worker
 * dies before the result is stored, the event is sent again.
 */
export async function deliverWebhook(ctx: DeliveryContext, payload: unknown): Promise<void> {
  const found = await findPending(ctx, webhookJob.parse(payload).id);
  if (!found) return;
  const { id, url, sealedSecret } = found;
  if (url === null || sealedSecret === null) {
    // The webhook was deleted while this event was stored.
    await ctx.db.deleteFrom('webhookDeliveries').where('id', '=', id).execute();
  } else if (found.isActive) {
    const delivery = { ...found, url, sealedSecret };
    await storeOutcome(ctx, delivery, await send(ctx, delivery));
  } else {
    await finish(ctx.db, { ...found, status: 'failed', error: 'The webhook was turned off.' });
  }
}

function findPending({ db }: DeliveryContext, id: string) {
  return db
    .selectFrom('webhookDeliveries as d')
    .leftJoin('webhooks as w', 'w.id', 'd.webhookId')
    .leftJoin('users as u', 'u.id', 'w.userId')
    .select(['d.id', 'd.webhookId', 'd.event', 'd.data', 'd.tries', 'd.createdAt'])
    .select(['d.statusCode', 'd.answer', 'w.url', 'w.sealedSecret', 'w.userId'])
    .select(sql<boolean>`w.enabled and u.deactivated_at is null`.as('isActive'))
    .where('d.id', '=', id)
    .where('d.status', '=', 'pending')
    .executeTakeFirst();
}

async function send({ secrets, outbound }: DeliveryContext, delivery: Delivery): Promise<Outcome> {
  const { id, event, data, createdAt, url, sealedSecret } = delivery;
  const secret = readSealed(secrets, sealedSecret, z.string());
  // A new SESSION_SECRET makes the secrets of webhooks unreadable.
  if (secret === null) return failure('The secret was lost. Please create the webhook again.');
  const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(secret, { id, timestamp, body }),
  };
  try {
    const { status, answer } = await postOutbound(outbound, { url, headers, body });
    const isRedirect = status >= 300 && status < 400;
    const error = isRedirect ? 'Redirects are not followed.' : null;
    return { statusCode: status, answer: cleanText(answer) || null, error };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (error instanceof OutboundError) return failure(error.message);
    return failure(`The connection failed (${code}).`);
  }
}

function failure(error: string): Outcome {
  return { statusCode: null, answer: null, error };
}

/** Returns the `webhook-signature` of Standard Webhooks: HMAC-SHA-256 over id, time and body. */
export function signWebhook(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

async function storeOutcome({ db, hub }: DeliveryContext, delivery: Delivery, outcome: Outcome) {
  const { id, event, url, webhookId, userId } = delivery;
  const { statusCode } = outcome;
  const tries = delivery.tries + 1;
  const isTest = event === 'webhook.test';
  const isDelivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
  const reason = statusCode === 410 ? 'gone' : tries >= maxWebhookTries ? 'failed' : null;
  const entries = await db.transaction().execute(async (trx) => {
    if (isDelivered || isTest) {
      await finish(trx, { id, ...outcome, tries, status: isDelivered ? 'delivered' : 'failed' });
      return [];
    }
    if (reason === null) {
      const nextTryAt = new Date(Date.now() + (pauses[delivery.tries] ?? 0) * 1000);
      await trx
        .updateTable('webhookDeliveries')
        .set({ ...outcome, tries, nextTryAt })
        .where('id', '=', id)
        .execute();
      const tag = userId ?? '';
      await enqueue(trx, [{ task: 'deliverWebhook', payload: { id }, runAt: nextTryAt, tag }]);
      return [];
    }
    const why = reason === 'gone' ? 'The server answered 410.' : `All ${tries} tries failed.`;
    const error = [outcome.error, why, 'The webhook was turned off.'].filter(Boolean).join(' ');
    await finish(trx, { id, ...outcome, error, tries, status: 'failed' });
    const disabled = await trx
      .updateTable('webhooks')
      .set({ enabled: false, disabledReason: reason })
      // Its user may have changed the URL during this try.
      .where((eb) => eb.and({ id: webhookId, url, enabled: true }))
      .returning('userId')
      .executeTakeFirst();
    if (!disabled) return [];
    const data = { url, reason } as const;
    return notify(trx, { ...disabled, groupKey: `webhook:${webhookId}`, type: 'webhook', data });
  });
  hub.deliver(entries);
}

/** Stores the last state of a delivery, and removes its data, which nothing needs anymore. */
async function finish(
  db: AppContext['db'],
  last: Outcome & { id: string; status: string; tries: number },
): Promise<void> {
  const { id, status, tries, statusCode, answer, error } = last;
  await db
    .updateTable('webhookDeliveries')
    .set({ status, tries, statusCode, answer, error, data: null, nextTryAt: null })
    .where('id', '=', id)
    .execute();
}
