import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { changeDeals } from './change-deal.ts';

/** How many listings one run handles. The rest waits for the next run. */
const maxListings = 1000;

/**
 * Runs the job `sweepDeals`: ends what has expired and moves lines on, in one transaction per
 * listing. `changeDeals` checks again under the lock, so that racing calls cause no second step.
 */
export async function sweepDeals({
  db,
  hub,
  log,
}: Pick<AppContext, 'db' | 'hub' | 'log'>): Promise<void> {
  const { rows } = await sql<{ listingId: string }>`
    select listing_id from offers where status = 'open' and expires_at <= now()
    union select listing_id from reservations where status = 'active' and (until <= now()
      or until <= now() + interval '1 day' and warned_at is null and not from_line)
    union select p.listing_id from line_places p join listings l on l.id = p.listing_id
      where l.availability = 'available' and l.readable
    limit ${maxListings}`.execute(db);
  for (const { listingId } of rows) {
    try {
      await changeDeals({ db, hub }, { listingId }, async () => undefined);
    } catch (err) {
      log.error({ err, listingId }, 'The deals of a listing could not be swept.');
    }
  }
}
