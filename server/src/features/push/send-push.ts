import { sql } from 'kysely';
import webPush from 'web-push';
import type { AppContext } from '../../app-context.ts';
import { enqueue, pushJob, pushPriority } from '../../platform/jobs.ts';
import { type Push, pushOf, topicOf } from './push-content.ts';
import { isPushService, postPush } from './push-request.ts';
import { pushKeys } from './subscriptions.ts';

type PushContext = Pick<AppContext, 'db' | 'secrets' | 'config' | 'log'>;

type Device = NonNullable<Awaited<ReturnType<typeof findDevice>>>;
type TimedPush = Push & { secondsLeft: number };

/** Seconds until the next try after a failure. The pause doubles each time, up to an hour. */
const firstPause = 15;
const longestPause = 60 * 60;

/**
 * Runs the job `sendPush`: sends one push to one device, unless its subject was read. Deletes a
 * device that its service no longer knows. If the service is busy or down, pauses the device as
 * long as the service requests, or longer after each failure, and retries until the push expires.
 */
export async function sendPush(ctx: PushContext, payload: unknown): Promise<void> {
  const job = pushJob.parse(payload);
  const secondsLeft = Math.floor((Date.parse(job.until) - Date.now()) / 1000);
  const device = await findDevice(ctx, job.subscriptionId);
  if (!device || secondsLeft <= 0) return;
  const put = (runAt: Date) =>
    enqueue(ctx.db, [{ task: 'sendPush', payload: job, runAt, priority: pushPriority }]);
  if (device.retryAt && device.retryAt > new Date()) return put(device.retryAt);
  const push = await pushOf(ctx.db, device, job.about);
  if (!push) return;
  const retryAt = await deliver(ctx, device, { ...push, secondsLeft });
  if (retryAt) await put(retryAt);
}

function findDevice({ db }: PushContext, id: string) {
  return db
    .selectFrom('pushSubscriptions as d')
    .innerJoin('sessions as s', 's.id', 'd.sessionId')
    .innerJoin('users as u', 'u.id', 'd.userId')
    .select(['d.id', 'd.userId', 'd.details', 'd.endpoint', 'd.p256dh', 'd.auth', 'd.retryAt'])
    .where('d.id', '=', id)
    .where('s.expiresAt', '>', sql<Date>`now()`)
    .where((eb) => eb.and({ 'u.deactivatedAt': null, 'u.deletedAt': null }))
    .executeTakeFirst();
}

/** Sends a push, updates the device by the result, and returns when to retry, or null. */
async function deliver(ctx: PushContext, device: Device, push: TimedPush): Promise<Date | null> {
  const { db, config, log } = ctx;
  const isThisDevice = { id: device.id, endpoint: device.endpoint };
  const service = new URL(device.endpoint).host;
  const { status, retryAfter } = isPushService(config, device.endpoint)
    ? await postPush(config, await encrypt(ctx, device, push)).catch((err: unknown) => {
        log.warn({ err, service }, 'A push service was not reached.');
        return { status: 503, retryAfter: undefined };
      })
    : { status: 410, retryAfter: undefined };
  if (status === 404 || status === 410) {
    await db
      .deleteFrom('pushSubscriptions')
      .where((eb) => eb.and(isThisDevice))
      .execute();
    return null;
  }
  if (status === 429 || status >= 500) {
    const { retryAt } = (await db
      .updateTable('pushSubscriptions')
      .set({
        failures: sql`least(failures + 1, 30)`,
        retryAt: sql<Date>`now() + make_interval(secs => greatest(
          ${secondsOf(retryAfter)}, least(${firstPause} * 2 ^ failures, ${longestPause})))`,
      })
      .where('id', '=', device.id)
      .returning('retryAt')
      .executeTakeFirst()) ?? { retryAt: null };
    return retryAt;
  }
  if (status >= 300) {
    log.warn({ status, service }, 'A push was refused.');
    return null;
  }
  if (device.retryAt) {
    await db
      .updateTable('pushSubscriptions')
      .set({ failures: 0, retryAt: null })
      .where('id', '=', device.id)
      .execute();
  }
  return null;
}

/** Returns the request, encrypted for the device (RFC 8291) and signed by the server (RFC 8292). */
async function encrypt(ctx: PushContext, device: Device, push: TimedPush) {
  const { endpoint, p256dh, auth } = device;
  const { kind, content, secondsLeft } = push;
  const { publicUrl, brand, secureCookies } = ctx.config;
  // The contact that a push service can reach about this server.
  const subject = secureCookies ? publicUrl : `mailto:${brand.supportEmail}`;
  const subscription = { endpoint, keys: { p256dh, auth } };
  return webPush.generateRequestDetails(subscription, JSON.stringify(content), {
    vapidDetails: { subject, ...(await pushKeys(ctx)) },
    TTL: secondsLeft,
    urgency: kind === 'alerts' ? 'normal' : 'high',
    topic: topicOf(content.tag),
  });
}

/** Returns the seconds of a Retry-After header, which may be a date (RFC 9110), at most a day. */
function secondsOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 24 * 60 * 60) : 0;
}
