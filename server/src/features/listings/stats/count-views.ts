import { isbot } from 'isbot';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '@marketplace/db/database';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { inBatches } from '../../../platform/jobs.ts';
import { networkOf } from '../../../platform/networks.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { createCollector } from '../../../realtime/collector.ts';

/** How many days the counts of a listing are stored. */
const storedDays = 400;

interface View {
  listingId: string;
  day: string;
  /** A keyed hash of the day, the listing and the browser, as a UUID. */
  viewer: string;
}

interface Services {
  db: Db;
  log: Logger;
  secrets: Pick<Secrets, 'hash'>;
  now?: () => number;
  delayMs?: number;
}

export type Views = ReturnType<typeof createViews>;

/**
 * Counts the browsers that open a listing's page, each once a day. Views are collected in memory and
 * stored together every `delayMs`, so that a view costs no statement. A crash loses those that are
 * not stored yet.
 */
export function createViews({ db, log, secrets, now = Date.now, delayMs = 5_000 }: Services) {
  const views = createCollector<View>({
    delayMs,
    perBatch: 1_000,
    keyOf: ({ viewer }) => viewer,
    flush: (batch) => storeViews(db, batch),
    onError: (err) => log.warn({ err }, 'Views could not be stored; trying again.'),
  });
  return {
    /** Counts a view, unless it is by a crawler. Returns at once. */
    count(listingId: string, { ip, userAgent }: { ip: string; userAgent: string }) {
      if (userAgent === '' || isbot(userAgent)) return;
      const day = regionDay(now());
      const browser = JSON.stringify([day, listingId, networkOf(ip), userAgent]);
      const viewer = secrets.hash('listing viewer', browser).toString('hex', 0, 16);
      views.add({ listingId, day, viewer });
    },
    /** Stores the remaining views and stops. */
    close: views.close,
  };
}

/**
 * Stores views, and counts those whose browser is new to the listing that day. Instances may run it
 * concurrently, and again after a failure: rows are written in one order, and each browser once.
 */
async function storeViews(db: Db, views: View[]): Promise<void> {
  await sql`
    with opened as (
      select * from unnest(${views.map(({ day }) => day)}::date[],
        ${views.map(({ viewer }) => viewer)}::uuid[],
        ${views.map(({ listingId }) => listingId)}::uuid[]) as t (day, viewer, listing_id)
    ), added as (
      insert into listing_viewers (day, viewer)
      select day, viewer from opened order by day, viewer
      on conflict do nothing returning day, viewer
    )
    insert into listing_views as v (listing_id, day, views)
    select listing_id, day, count(*) from added
    join opened using (day, viewer)
    join listings l on l.id = listing_id and l.deleted_at is null
    group by listing_id, day order by listing_id, day
    on conflict (listing_id, day) do update set views = v.views + excluded.views`.execute(db);
}

/** Runs the job `sweepViews`: removes the hashes of past days, and counts after 400 days. */
export async function sweepViews(db: Db, now = Date.now()): Promise<void> {
  const today = regionDay(now);
  await inBatches((size) =>
    sql`delete from listing_viewers where ctid = any(array(
      select ctid from listing_viewers where day < ${today}::date limit ${size}
    ))`.execute(db),
  );
  await inBatches((size) =>
    sql`delete from listing_views where ctid = any(array(
      select ctid from listing_views where day < ${today}::date - ${storedDays}::int limit ${size}
    ))`.execute(db),
  );
}
