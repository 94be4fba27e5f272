import { sql } from 'kysely';
import { draftDays, draftNoticeDays, draftUndoMinutes } from '@marketplace/shared/listings/drafts';
import type { AppContext } from '../../../app-context.ts';
import { inBatches } from '../../../platform/jobs.ts';
import type { StoredEntry } from '../../../realtime/feed.ts';
import { notifyAll } from '../../notifications/notifications.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Drafts per transaction. */
const batchSize = 500;

/**
 * Runs the job `sweepDrafts`: notifies users of drafts that will be deleted in three days, and deletes
 * those whose time is up. A change in between keeps a draft. Workers may run it concurrently.
 */
export async function sweepDrafts({ db, hub }: Pick<AppContext, 'db' | 'hub'>): Promise<void> {
  await inBatches((size) =>
    sql`delete from drafts where id = any(array(
      select id from drafts
      where notified_at < now() - make_interval(days => ${draftNoticeDays})
        or deleted_at < now() - make_interval(mins => ${draftUndoMinutes})
      limit ${size} for update skip locked
    ))`.execute(db),
  );
  for (;;) {
    const noticed = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ userId: string; title: string }>`
        update drafts set notified_at = now()
        where id in (
          select id from drafts
          where updated_at < now() - make_interval(days => ${draftDays - draftNoticeDays})
            and notified_at is null and deleted_at is null
          limit ${batchSize} for no key update skip locked)
        returning user_id, coalesce(content ->> 'title', '') as title`.execute(trx);
      return { count: rows.length, entries: await notifyOwners(trx, rows) };
    });
    hub.deliver(noticed.entries);
    if (noticed.count < batchSize) return;
  }
}

/** Adds one notification for each owner of these drafts. */
function notifyOwners(
  trx: AppContext['db'],
  rows: { userId: string; title: string }[],
): Promise<StoredEntry[]> {
  const ends = new Date(Date.now() + draftNoticeDays * dayMs).toISOString();
  const notices = [...Map.groupBy(rows, ({ userId }) => userId)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([userId, drafts]) => ({
      userId,
      groupKey: 'listing-draft',
      type: 'listing' as const,
      count: drafts.length,
      data: {
        what: 'draft' as const,
        listingId: null,
        listingTitle: drafts[0]?.title ?? '',
        ends,
      },
    }));
  return notifyAll(trx, notices);
}
