import { ECDH } from 'node:crypto';
import { sql } from 'kysely';
import webPush from 'web-push';
import type * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import { maxPushDevices, type PushKind, pushKinds } from '@marketplace/shared/push/constants';
import type * as schemas from '@marketplace/shared/push/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { AppError, badField } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { isPushService } from './push-request.ts';

const limitText = 'You can turn on notifications {points} times a day.';
const dailySubscriptions = perDay('push-subscribe', 100, limitText);

/** Returns the push settings of this session's device, or null if pushes are off. */
export async function getPushDevice(db: Db, session: Session) {
  const device = await db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'kinds', 'details'])
    .$narrowType<{ kinds: PushKind[] }>()
    .where('sessionId', '=', session.id)
    .executeTakeFirst();
  return device ?? null;
}

/**
 * Turns on push notifications for this session's device until the session ends, also if the browser
 * belonged to another user. Only the user's newest `maxPushDevices` stay subscribed. Throws
 * BAD_REQUEST for a wrong address or key, UNAUTHORIZED when the session has ended,
 * TOO_MANY_REQUESTS.
 */
export async function subscribe(
  { db, limiter, config }: Pick<AppContext, 'db' | 'limiter' | 'config'>,
  session: Session,
  { endpoint, keys, kinds, details }: z.output<typeof schemas.subscribeInput>,
): Promise<void> {
  if (!isPushService(config, endpoint)) {
    throw badField('endpoint', "This isn't the address of a push service.");
  }
  assertPoint(keys.p256dh);
  await limiter.take(dailySubscriptions, session.user.id);
  const { id: sessionId, user } = session;
  await db.transaction().execute(async (trx) => {
    // Serializes the calls of one user.
    await sql`select from users where id = ${user.id} for no key update`.execute(trx);
    const live = sql`select from sessions where id = ${sessionId} for key share`;
    const { rows } = await live.execute(trx);
    if (rows.length === 0) throw new AppError('UNAUTHORIZED', 'Please sign in first.');
    const before = await trx
      .deleteFrom('pushSubscriptions')
      .where('sessionId', '=', sessionId)
      .returning(['kinds', 'details'])
      .executeTakeFirst();
    const row = {
      userId: user.id,
      sessionId,
      ...keys,
      kinds: kinds ?? before?.kinds ?? [...pushKinds],
      details: details ?? before?.details ?? false,
    };
    await trx
      .insertInto('pushSubscriptions')
      .values({ endpoint, ...row })
      .onConflict((conflict) =>
        conflict
          .column('endpoint')
          .doUpdateSet({ ...row, failures: 0, retryAt: null, createdAt: sql<Date>`now()` }),
      )
      .execute();
    await sql`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${user.id}
      order by created_at desc, id offset ${maxPushDevices})`.execute(trx);
  });
}

/** Changes the push settings of this session's device. Throws CONFLICT if pushes are off. */
export async function updatePushDevice(
  db: Db,
  session: Session,
  { kinds, details }: z.output<typeof schemas.pushChoicesInput>,
): Promise<schemas.PushDeviceView> {
  return db
    .updateTable('pushSubscriptions')
    .set((eb) => ({ kinds: kinds ?? eb.ref('kinds'), details: details ?? eb.ref('details') }))
    .where('sessionId', '=', session.id)
    .returning(['endpoint', 'kinds', 'details'])
    .$narrowType<{ kinds: PushKind[] }>()
    .executeTakeFirstOrThrow(
      () => new AppError('CONFLICT', 'Notifications are off on this device.'),
    );
}

/** Turns off push notifications for this session's device. Does nothing if they are off. */
export async function unsubscribe(db: Db, session: Session): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('sessionId', '=', session.id).execute();
}

/** Throws BAD_REQUEST unless the key is a point on the curve, which encryption needs. */
function assertPoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed');
  } catch {
    throw badField('keys.p256dh', "This isn't a key of a push subscription.");
  }
}

/** The key pair that identifies this server to push services (RFC 8292), as base64url. */
type PushKeys = { publicKey: string; privateKey: string };

/**
 * Returns the keys that all instances share, and creates them on the first call. After
 * SESSION_SECRET changes, a new pair replaces the unreadable one and deletes its subscriptions.
 */
export async function pushKeys(ctx: Pick<AppContext, 'db' | 'secrets'>): Promise<PushKeys> {
  const found = await readKeys(ctx);
  if (found) return found;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await ctx.db
    .insertInto('pushKeys')
    .values({ publicKey, sealedPrivateKey: ctx.secrets.seal(privateKey) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return pushKeys(ctx);
}

async function readKeys({ db, secrets }: Pick<AppContext, 'db' | 'secrets'>) {
  const row = await db.selectFrom('pushKeys').selectAll().executeTakeFirst();
  if (!row) return null;
  try {
    return { publicKey: row.publicKey, privateKey: String(secrets.unseal(row.sealedPrivateKey)) };
  } catch {
    await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('pushKeys')
        .where('publicKey', '=', row.publicKey)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await trx.deleteFrom('pushSubscriptions').execute();
    });
    return null;
  }
}
