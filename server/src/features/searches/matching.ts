import { sql } from 'kysely';
import { type Db, mark } from '@marketplace/db/database';
import { inBatches } from '../../platform/jobs.ts';
import { documentVersion } from '@marketplace/shared/search/document';
import type { FilterInput } from '@marketplace/shared/listings/inputs';
import { isHiddenFrom, matchesStandingSearch } from '../listings/search/listings.search.ts';
import { sharesAnchor } from './anchors.ts';
import { columnsOf } from './standing-search.ts';

const batchSize = 100;

/** The key of the advisory lock that is held while a batch is processed. */
const matchingLock = 7_203_116;

/**
 * Processes the changes of listings that a trigger has recorded. Any number of workers may run
 * this. They take turns: two at once could each process some changes of a listing and both miss
 * that it matches now. If a worker dies, another one processes its batch.
 */
export async function matchChanges(db: Db): Promise<void> {
  await updateColumns(db);
  const inTurn = () =>
    db.transaction().execute(async (trx) => {
      // This is a separate statement, so that the batch sees what the one before it has committed.
      await sql`select pg_advisory_xact_lock(${matchingLock})`.execute(trx);
      return matchBatch(trx);
    });
  while ((await inTurn()) === batchSize);
}

const updatedAtOnce = 100;

/**
 * Renews the columns of searches that were saved with an older form of search documents, so that
 * they find what they found before.
 */
async function updateColumns(db: Db): Promise<void> {
  for (;;) {
    const outdated = await db
      .selectFrom('standingSearches')
      .select(['id', 'filter'])
      .where('searchVersion', '<', sql.lit(documentVersion))
      .limit(updatedAtOnce)
      .execute();
    if (outdated.length === 0) return;
    for (const { id, filter } of outdated) {
      // A search that can no longer match a listing keeps its columns.
      const columns = (await columnsOf(db, filter as FilterInput)) ?? {
        searchVersion: documentVersion,
      };
      await db.updateTable('standingSearches').set(columns).where('id', '=', id).execute();
    }
  }
}

/**
 * Processes the oldest changes and returns how many there were. A search matches a listing if it
 * lets the listing through now and did not before the first change after the search was saved.
 *
 * If the listing was not in lists before that change, it matches only searches that are older than
 * the listing, and those that have a match with it. A match that was hidden when its alert was due
 * is due again. A match that was sent never becomes due again for the same search.
 */
async function matchBatch(db: Db): Promise<number> {
  const isPublic = sql`listings.visible and listings.availability = 'available'`;
  const { rows } = await sql<{ count: number }>`with ${sql.raw(mark)} taken as materialized (
      delete from listing_changes where id in (
        select id from listing_changes order by id limit ${sql.lit(batchSize)}
      ) returning *
    ), was as materialized (
      select taken.id as change_id, listing.*
      from taken, jsonb_populate_record(null::listings, taken.before) as listing
      where taken.before is not null
    ), found as (
      select s.id as search_id, s.frequency, listings.id as listing_id,
        (change.before ->> 'price')::numeric > listings.price as is_cheaper
      from listings
      join standing_searches s on s.paused_at is null and ${sharesAnchor()}
      cross join lateral (
        select taken.id, taken.before from taken
        where taken.listing_id = listings.id
          and (s.created_at <= taken.changed_at
            or not pg_visible_in_snapshot(taken.xid, s.saved_in))
        order by taken.id limit 1
      ) as change
      where listings.id in (select listing_id from taken)
        and ${isPublic} and ${matchesStandingSearch()} and ${mayGetAlert()}
        and (change.before is null or case
          when exists (select from was as listings where change_id = change.id and ${isPublic})
          then not exists (select from was as listings
            where change_id = change.id and ${matchesStandingSearch()})
          else s.created_at <= listings.created_at or exists (select from search_matches
            where search_id = s.id and listing_id = listings.id)
        end or exists (select from search_matches
          where search_id = s.id and listing_id = listings.id and due_at = 'infinity'))
      for key share of s
    ), stored as (
      insert into search_matches as known (search_id, listing_id, reason, due_at)
      select search_id, listing_id, case when is_cheaper then 'drop' else 'new' end,
        alert_due(frequency, now())
      from found
      on conflict (search_id, listing_id) do update
        set due_at = excluded.due_at, reason = excluded.reason, matched_at = excluded.matched_at
        where known.due_at = 'infinity'
    )
    select count(*)::int as count from taken`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns an SQL condition: the user of the search `s` may get alerts for the row `listings`. */
export function mayGetAlert() {
  return sql<boolean>`(s.user_id <> listings.seller_id
    and exists (select from users
      where users.id = s.user_id and deactivated_at is null and deleted_at is null)
    and not exists (select from blocks
      where (blocker_id, blocked_id) in ((s.user_id, listings.seller_id), (listings.seller_id, s.user_id)))
    and not ${isHiddenFrom(sql.ref('s.userId'))})`;
}

/** Deletes matches that are older than 90 days. */
export async function sweepMatches(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from search_matches where (search_id, listing_id) in (
      select search_id, listing_id from search_matches where matched_at < now() - interval '90 days'
      limit ${size} for update skip locked
    )`.execute(db),
  );
}
