import { sql } from 'kysely';
import { soldPageDays } from '@marketplace/shared/deals/constants';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { inBatches } from '../../platform/jobs.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import { lockDeals } from '../deals/change-deal.ts';
import { endDealsWithEntries } from '../deals/end-deals.ts';
import { lockOwnListing } from './listings.ts';

/**
 * Deletes the caller's listing and ends its deals. Its conversations stay. Throws NOT_FOUND, and
 * FORBIDDEN for another user's listing.
 */
export async function removeListing(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  caller: Session['user'],
  id: string,
): Promise<void> {
  const entries: StoredEntry[] = [];
  await db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, caller, id);
    const deals = await lockDeals(trx, { listingId: listing.id, entries });
    if (deals) await endDealsWithEntries(deals, 'removed');
    const deletedAt = new Date();
    await trx.updateTable('listings').set({ deletedAt }).where('id', '=', listing.id).execute();
  });
  hub.deliver(entries);
}

/** Deletes listings that were sold more than `soldPageDays` ago. */
export async function sweepSold({ db, hub }: Pick<AppContext, 'db' | 'hub'>): Promise<void> {
  await inBatches(async (size) => {
    const swept = await sql<{ id: string }>`
      update listings set deleted_at = now() where id = any(array(
        select id from listings
        where sold_at < now() - make_interval(days => ${soldPageDays}) and deleted_at is null
        limit ${size}
      )) returning id`.execute(db);
    hub.listings.changed(swept.rows.map(({ id }) => id));
    return swept.rows.length;
  });
}
