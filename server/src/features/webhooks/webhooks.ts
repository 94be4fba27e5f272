import { randomBytes, randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Webhooks } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { maxWebhooks, type WebhookEvent } from '@marketplace/shared/webhooks/constants';
import * as schemas from '@marketplace/shared/webhooks/schemas';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { newWebhookMail } from '../auth/security-mail.ts';

const columns = ['id', 'url', 'events', 'enabled', 'disabledReason', 'createdAt'] as const;

/** Returns the user's webhooks, newest first. */
export async function listWebhooks(db: Db, userId: string): Promise<schemas.WebhookView[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(viewOf);
}

/**
 * Creates a webhook and mails the user. Its secret is in the answer alone. The same `clientId` again
 * returns the first webhook with its secret. Throws BAD_REQUEST for a URL that is not on the public
 * internet, and CONFLICT beyond five.
 */
export async function createWebhook(
  { db, secrets, config, outbound }: Pick<AppContext, 'db' | 'secrets' | 'config' | 'outbound'>,
  userId: string,
  { url, events, clientId = randomUUID() }: output<typeof schemas.createWebhookInput>,
): Promise<schemas.NewWebhook> {
  assertPermitted(outbound, url);
  const row = await db.transaction().execute(async (trx) => {
    // Locked, so that two concurrent calls do not both create the fifth.
    const { email } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const known = await trx
      .selectFrom('webhooks')
      .select([...columns, 'sealedSecret', 'clientId'])
      .where('userId', '=', userId)
      .execute();
    const first = known.find((row) => row.clientId === clientId);
    if (first) return first;
    if (known.length >= maxWebhooks) {
      const text = `You've reached the limit of ${maxWebhooks} webhooks. Delete one you don't need.`;
      throw new AppError('CONFLICT', text);
    }
    await queueMail(trx, secrets, { to: email, ...newWebhookMail(url, config) });
    const sealedSecret = secrets.seal(`whsec_${randomBytes(32).toString('base64')}`);
    return trx
      .insertInto('webhooks')
      .values({ userId, clientId, url, events, sealedSecret })
      .returning([...columns, 'sealedSecret'])
      .executeTakeFirstOrThrow();
  });
  return { ...viewOf(row), secret: String(secrets.unseal(row.sealedSecret)) };
}

/** Changes one of the user's webhooks. Throws NOT_FOUND for any other, BAD_REQUEST for its URL. */
export async function updateWebhook(
  { db, outbound }: Pick<AppContext, 'db' | 'outbound'>,
  userId: string,
  { id, enabled, url, events }: output<typeof schemas.updateWebhookInput>,
): Promise<schemas.WebhookView> {
  if (url !== undefined) assertPermitted(outbound, url);
  if (!isId(id)) throw notFound('Webhook');
  const row = await db
    .updateTable('webhooks')
    .set({ id: sql`id`, ...(url && { url }), ...(events && { events }) })
    .$if(enabled !== undefined, (query) => query.set({ enabled, disabledReason: null }))
    .where((eb) => eb.and({ id, userId }))
    .returning(columns)
    .executeTakeFirst();
  if (!row) throw notFound('Webhook');
  return viewOf(row);
}

/** Deletes one of the user's webhooks with its deliveries. Throws NOT_FOUND for any other. */
export async function removeWebhook(db: Db, userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await removeWhere(db, { id, userId }))) throw notFound('Webhook');
}

/** Deletes the webhooks of a user whose account is deleted. */
export async function removeWebhooksOf(trx: Db, userId: string): Promise<void> {
  await removeWhere(trx, { userId });
}

async function removeWhere(db: Db, values: { userId: string; id?: string }): Promise<boolean> {
  const { ids } = await db
    .with('removed', (query) =>
      query
        .deleteFrom('webhooks')
        .where((eb) => eb.and(values))
        .returning('id'),
    )
    .with('log', (query) =>
      query
        .deleteFrom('webhookDeliveries')
        .where('webhookId', 'in', query.selectFrom('removed').select('id')),
    )
    .selectFrom('removed')
    .select(sql<number>`count(*)::int`.as('ids'))
    .executeTakeFirstOrThrow();
  return ids > 0;
}

function assertPermitted(outbound: AppContext['outbound'], url: string): void {
  if (!outbound.permits(url)) throw badField('url', schemas.webhookUrlText);
}

function viewOf(row: Pick<Selectable<Webhooks>, (typeof columns)[number]>): schemas.WebhookView {
  const { id, url, events, enabled, disabledReason, createdAt } = row;
  return {
    ...{ id, url, enabled, createdAt: createdAt.toISOString() },
    events: events as WebhookEvent[],
    disabledReason: disabledReason as schemas.WebhookView['disabledReason'],
  };
}
