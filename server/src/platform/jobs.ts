import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { PushJob } from './queue-push.ts';

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
  addAvif: { imageId: string };
  /** Sent when a price dropped. `at` is the ISO time of the change. */
  notifyPriceDrop: { listingId: string; at: string };
  sendPush: PushJob;
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
 * Enqueues tasks in the caller's transaction. They run after the commit. A failed task is retried
 * with growing delays, so it may run more than once.
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

/** Rows removed at once, few enough that no lock lasts long. */
const batchSize = 1000;

/** Repeats `removeSome` until it removes fewer than `size` rows. */
export async function inBatches(
  removeSome: (size: number) => Promise<number | { numAffectedRows?: bigint }>,
): Promise<void> {
  for (;;) {
    const removed = await removeSome(batchSize);
    const count = typeof removed === 'number' ? removed : Number(removed.numAffectedRows ?? 0n);
    if (count < batchSize) return;
  }
}
