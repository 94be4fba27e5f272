import { type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { WebhookDeliveries } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import type { Page } from '@marketplace/shared/pagination';
import type { WebhookDelivery, webhookDeliveriesInput } from '@marketplace/shared/webhooks/schemas';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../errors.ts';
import { readPage } from '../../platform/cursor.ts';
import { inBatches } from '../../platform/jobs.ts';
import { perMinute } from '../../platform/limiter.ts';

const tests = perMinute('webhook-test', 10, 'You can send {points} tests a minute.');

/** How many deliveries of a webhook the log has. */
const logged = 100;

/** Returns a page of a webhook's log, newest first. Throws NOT_FOUND for another user's webhook. */
export async function listDeliveries(
  db: Db,
  userId: string,
  { id, ...query }: output<typeof webhookDeliveriesInput>,
): Promise<Page<WebhookDelivery>> {
  await findWebhook(db, userId, id);
  const deliveries = db
    .selectFrom('webhookDeliveries as d')
    .selectAll()
    .where('webhookId', '=', id);
  const page = await readPage(deliveries, query, { at: 'd.createdAt', id: 'd.id' });
  return { ...page, items: page.items.map(viewDelivery) };
}

/**
 * Sends a test to one of the user's webhooks, once. Returns it as it waits; the log shows the
 * result. Throws NOT_FOUND, CONFLICT if the webhook is off, and TOO_MANY_REQUESTS.
 */
export async function sendTest(
  { db, limiter }: Pick<AppContext, 'db' | 'limiter'>,
  userId: string,
  id: string,
): Promise<WebhookDelivery> {
  const { enabled } = await findWebhook(db, userId, id);
  if (!enabled) throw new AppError('CONFLICT', 'Turn the webhook on first.');
  await limiter.take(tests, userId);
  const row = await db
    .insertInto('webhookDeliveries')
    .values({ webhookId: id, event: 'webhook.test', data: '{}' })
    .returningAll()
    .executeTakeFirstOrThrow();
  return viewDelivery(row);
}

async function findWebhook(db: Db, userId: string, id: string) {
  if (!isId(id)) throw notFound('Webhook');
  return db
    .selectFrom('webhooks')
    .select('enabled')
    .where((eb) => eb.and({ id, userId }))
    .executeTakeFirstOrThrow(() => notFound('Webhook'));
}

function viewDelivery(row: Selectable<WebhookDeliveries>): WebhookDelivery {
  const { id, tries, statusCode, answer, error, nextTryAt, createdAt } = row;
  return {
    ...{ id, tries, statusCode, answer, error, createdAt: createdAt.toISOString() },
    event: row.event as WebhookDelivery['event'],
    status: row.status as WebhookDelivery['status'],
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
}

/** Removes deliveries after 30 days, and finished ones beyond the newest 100 of a webhook. */
export async function sweepDeliveries(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < now() - interval '30 days'
      limit ${size}
    )`.execute(db),
  );
  await inBatches((size) =>
    sql`delete from webhook_deliveries where id in (
      select older.id from webhooks w, lateral (
        select id, status from webhook_deliveries where webhook_id = w.id
        order by created_at desc, id desc offset ${logged}
      ) older
      where older.status <> 'pending' limit ${size}
    )`.execute(db),
  );
}
