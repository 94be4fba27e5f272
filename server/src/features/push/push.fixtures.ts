import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { contextOfUser } from '../../test/context.ts';
import type { PushServer } from '../../test/push-server.ts';
import { createCallerFactory } from '../../trpc.ts';
import { startSession } from '../auth/sessions.ts';
import { pushRouter } from './push.router.ts';
import { sendPush } from './send-push.ts';

const createPushCaller = createCallerFactory(pushRouter);

/** Signs this user in to a new browser and returns the push procedures with it as the caller. */
export async function openDevice(ctx: AppContext, user: Session['user']) {
  const { id } = await startSession(ctx.db, ctx.secrets, { userId: user.id, userAgent: 'Browser' });
  return {
    sessionId: id,
    push: createPushCaller(contextOfUser(ctx, user, { session: { id, user } })),
  };
}

/** Opens a device as `openDevice` does, and subscribes it at `pushServer`. */
export async function openSubscribed(
  { ctx, pushServer }: { ctx: AppContext; pushServer: PushServer },
  user: Session['user'],
  choices: { kinds?: ('messages' | 'deals' | 'alerts' | 'reminders')[]; details?: boolean } = {},
) {
  const { push, sessionId } = await openDevice(ctx, user);
  const { publicKey } = await push.publicKey();
  const subscription = pushServer.subscribe(publicKey);
  await push.subscribe({ ...subscription, ...choices });
  return { push, sessionId, ...subscription };
}

/** Returns a context whose pushes may go to this service. */
export function pushingTo(ctx: AppContext, { origin }: PushServer): AppContext {
  return { ...ctx, config: { ...ctx.config, pushService: origin } };
}

/** Sends every push that is due, as a worker does. */
export async function runPushes(ctx: AppContext): Promise<void> {
  await runOnce({
    pgPool: ctx.pool,
    taskList: { sendPush: (payload) => sendPush(ctx, payload) },
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
}

/** Returns the seconds until each queued push is due. */
export async function waitingPushes({ db }: AppContext): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
    where task_identifier = 'sendPush' and locked_at is null order by run_at`.execute(db);
  return rows.map(({ seconds }) => seconds);
}

/** Moves queued pushes and paused devices into the past by this many seconds. */
export async function letSecondsPass({ db }: AppContext, seconds: number): Promise<void> {
  const pause = sql`make_interval(secs => ${seconds})`;
  await sql`update push_subscriptions set retry_at = retry_at - ${pause}`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = run_at - ${pause},
    payload = jsonb_set(payload::jsonb, '{until}',
      to_jsonb((payload ->> 'until')::timestamptz - ${pause}))::json
    where payload ->> 'subscriptionId' is not null`.execute(db);
}
