import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { inBatches } from '../../platform/jobs.ts';

/** Removes what names or shows the user, who deletes the account, from reports about them. */
export async function anonymizeEvidence(trx: Db, userId: string): Promise<void> {
  const profile = { displayName: 'Deleted user', username: '', imageIds: [] };
  await sql`
    update reports set evidence = evidence || ${JSON.stringify(profile)}::jsonb
    where target_type = 'user' and target_id = ${userId} and evidence is not null`.execute(trx);
  const listing = { location: '', imageIds: [] };
  await sql`
    update reports set evidence = evidence || ${JSON.stringify(listing)}::jsonb
    where target_type = 'listing' and evidence is not null
      and target_id in (select id from listings where seller_id = ${userId})`.execute(trx);
}

/** Removes what reports and decisions kept of their target 180 days after the decision. */
export async function sweepEvidence(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`
      with old as (
        select id from moderation_cases
        where status = 'decided' and decided_at < now() - interval '180 days' and undo is not null
        limit ${size} for update skip locked
      ), emptied as (
        update reports set evidence = null, mailbox_hash = null, network_hash = null
        where case_id in (select id from old)
      )
      update moderation_cases set undo = null where id in (select id from old)`.execute(db),
  );
}
