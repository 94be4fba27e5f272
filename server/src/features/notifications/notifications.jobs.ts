import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { inBatches } from '../../platform/jobs.ts';

/** Removes notifications older than 90 days, read or not; one that is just being changed stays. */
export async function sweepNotifications(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from notifications where id in (
      select id from notifications where created_at < now() - interval '90 days'
      limit ${size} for update skip locked
    )`.execute(db),
  );
}
