import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { inBatches } from '../platform/in-batches.ts';

/** Removes feed events older than 7 days: who was away longer refetches everything. */
export async function sweepFeed(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from feed_events where ctid = any(array(
      select ctid from feed_events where created_at < now() - interval '7 days' limit ${size}
    ))`.execute(db),
  );
}

/**
 * Frees mails whose worker died while sending: sending takes far less than three minutes, and the
 * queue itself would hold them for four hours. Removes jobs that failed for good a week ago.
 */
export async function sweepJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker.jobs
    where task_identifier = 'sendMail' and locked_at < now() - interval '3 minutes'
  ))`.execute(db);
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'
  ))`.execute(db);
}
