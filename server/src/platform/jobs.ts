import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { PushKind } from '@marketplace/shared/push/constants';

/** The payloads of the tasks that code can enqueue. All other tasks only run on a schedule. */
interface Payloads {
  sendMail: {
    /** The encrypted email. Sign-in codes must not be readable in the database. */
    sealed: string;
    /** The ISO time after which the email is dropped, or null. */
    dropAfter: string | null;
  };
  sweepImages: Record<string, never>;
  sweepDeals: Record<string, never>;
  refreshSearchPhrases: Record<string, never>;
  computeFigures: Record<string, never>;
  addAvif: { imageId: string };
  /** Sent when a price dropped. `at` is the ISO time of the change. */
  notifyPriceDrop: { listingId: string; at: string };
  sendPush: PushJob;
  deliverWebhook: WebhookJob;
}

interface Job<Task extends keyof Payloads> {
  task: Task;
  payload: Payloads[Task];
  /** Replaces a waiting job with the same key. */
  key?: string;
  /** Jobs in the same queue run one at a time, across all instances. */
  queue?: string;
  /** The earliest time at which the job may run. */
  runAt?: Date;
  /** A lower number runs first. The default is 0. */
  priority?: number;
  /** A tag for `dropTasks`, stored in clear text. */
  tag?: string;
}

/**
 * Enqueues tasks in the caller's transaction. They run after the commit. A failed task is retried,
 * so it may run more than once.
 */
export async function enqueue<Task extends keyof Payloads>(
  db: Db,
  jobs: Job<Task>[],
): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ task, payload, key, queue, runAt, priority, tag }) => ({
    identifier: task,
    payload,
    job_key: key ?? null,
    queue_name: queue ?? null,
    run_at: runAt ?? null,
    priority: priority ?? null,
    flags: tag === undefined ? null : [tag],
  }));
  await sql`select graphile_worker.add_jobs(array(
    select spec from json_populate_recordset(
      null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json
    ) as spec
  ))`.execute(db);
}

/** Removes the waiting jobs with this tag, in the caller's transaction. Running jobs continue. */
export async function dropTasks(db: Db, task: keyof Payloads, tag: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where task_identifier = ${task} and locked_at is null and flags ? ${tag}
  ))`.execute(db);
}

/** Repeats `removeSome` until it removes fewer than `size` rows. */
export async function inBatches(
  removeSome: (size: number) => Promise<number | { numAffectedRows?: bigint }>,
): Promise<void> {
  for (;;) {
    // Few rows at once, so that no lock lasts long.
    const removed = await removeSome(1000);
    const count = typeof removed === 'number' ? removed : Number(removed.numAffectedRows ?? 0n);
    if (count < 1000) return;
  }
}

/** The event that a push to one device is about. Its text is written when it is sent. */
export const pushJob = z.object({
  subscriptionId: z.string(),
  /** The time after which the push is of no use. */
  until: z.iso.datetime({ offset: true }),
  about: z.union([
    z.object({ conversationId: z.string(), seq: z.number() }),
    z.object({ notificationId: z.string(), at: z.iso.datetime({ offset: true }) }),
  ]),
});
export type PushJob = z.output<typeof pushJob>;

/** The delivery of an event to a webhook. */
export const webhookJob = z.object({ id: z.string() });
export type WebhookJob = z.output<typeof webhookJob>;

/** The job priority of pushes. Emails come first. */
export const pushPriority = 1;

/**
 * Returns SQL that adds a push job for the device `s`, a row of `push_subscriptions`, in place of a
 * waiting one with the same kind and subject. `kind`, `subject` and `about` are SQL, too.
 */
export function pushJobSql({ kind, subject, about }: Record<'kind' | 'subject' | 'about', string>) {
  return `(graphile_worker.add_job('sendPush',
    json_build_object('subscriptionId', s.id, 'about', ${about},
      'until', now() + case ${kind} when 'reminders' then interval '1 hour' else interval '1 day' end),
    job_key => 'push:' || s.id || ':' || ${kind} || ':' || ${subject},
    priority => ${pushPriority})).id`;
}

/** Queues pushes of stored notifications to the devices on which their users want these kinds. */
export async function queuePushes(
  trx: Db,
  wanted: { notificationId: string; kind: PushKind }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const job = pushJobSql({
    kind: `wanted.kind`,
    subject: 'n.group_key',
    about: `json_build_object('notificationId', n.id, 'at', n.created_at)`,
  });
  const ids = wanted.map(({ notificationId }) => notificationId);
  const kinds = wanted.map(({ kind }) => kind);
  await sql`
    select ${sql.raw(job)}
    from unnest(${ids}::uuid[], ${kinds}::text[]) as wanted (id, kind)
    join notifications n on n.id = wanted.id
    join push_subscriptions s on s.user_id = n.user_id and wanted.kind = any(s.kinds)`.execute(trx);
}
