import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { PushJob } from './queue-push.ts';

/** The tasks that code can enqueue, with their payloads. The other sweeps only run on a schedule. */
interface Payloads {
  sendMail: {
    /** The mail, encrypted: sign-in codes must not be readable in the database. */
    sealed: string;
    /** ISO time after which the mail is dropped, or null. */
    dropAfter: string | null;
  };
  sweepImages: Record<string, never>;
  sweepDeals: Record<string, never>;
  refreshSearchPhrases: Record<string, never>;
  addAvif: { imageId: string };
  /** A listing has cost less since `at`, an ISO time. */
  tellPriceDrop: { listingId: string; at: string };
  sendPush: PushJob;
}

interface Job<Task extends keyof Payloads> {
  task: Task;
  payload: Payloads[Task];
  /** A job with the same key that has not started is replaced. */
  key?: string;
  /** Jobs of one queue run one after the other, across all instances. */
  queue?: string;
  /** Not before this. */
  runAt?: Date;
  /** Of two jobs that could run, the one with the lower number does; 0 without. */
  priority?: number;
  /** For `dropTasks`. It is stored in clear text. */
  tag?: string;
}

/**
 * Enqueues tasks in the caller's transaction: they run after the commit, and not after a rollback. Each
 * is retried with growing delays until it succeeds, so it may run more than once.
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

/** Removes the waiting jobs with this tag, in the caller's transaction. Running ones go on. */
export async function dropTasks(db: Db, task: keyof Payloads, tag: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where task_identifier = ${task} and locked_at is null and flags ? ${tag}
  ))`.execute(db);
}

/** Rows removed at once: few enough that no lock lasts long. */
const batchSize = 1000;

/** Repeats a removal of at most `size` rows until one comes back short. */
export async function inBatches(
  removeSome: (size: number) => Promise<number | { numAffectedRows?: bigint }>,
): Promise<void> {
  for (;;) {
    const removed = await removeSome(batchSize);
    const count = typeof removed === 'number' ? removed : Number(removed.numAffectedRows ?? 0n);
    if (count < batchSize) return;
  }
}
