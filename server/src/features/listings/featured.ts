import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { ListingView } from '@marketplace/shared/listings/views';
import { cacheBriefly } from '../../platform/coalesce.ts';
import { readPreparedListings } from './listings.view.ts';
import { filterListings, newestFirst } from './search/listings.search.ts';

const rowSize = 4;

/** How long a row stays before the next sellers get their turn, in milliseconds. */
const turnMs = 60_000;

/**
 * Returns the featured row at the time `now` in ms: a listing of each seller whose turn it is. All
 * sellers, and all listings of one seller, get the same number of turns. Listings that the user
 * `hiddenFor` hid are left out.
 */
export async function listFeatured(
  db: Db,
  now = Date.now(),
  hiddenFor?: string,
): Promise<ListingView[]> {
  const turn = Math.floor(now / turnMs);
  const chosen = await cacheBriefly(db, `featured ${turn}`, () => chooseFeatured(db, turn));
  if (chosen.length === 0) return [];
  // The choice is cached, so listings that were hidden since then are left out here.
  const list = { name: 'featured', values: { chosen, hiddenFor } };
  const hits = await readPreparedListings(db, list, ({ chosen, hiddenFor }) =>
    filterListings(db, { featured: true, withInactive: false, hiddenFor })
      .where(sql<boolean>`id = any(${chosen}::uuid[])`)
      .select(['id', sql<number>`-array_position(${chosen}::uuid[], id)`.as('key')]),
  );
  return hits.map(({ listing }) => listing);
}

const isEligible = sql`deleted_at is null and visible and is_featured and availability = 'available'`;

/** Returns the ids of a row. Sellers get turns in the order of their ids, a row at a time. */
async function chooseFeatured(db: Db, turn: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with sellers as (
      select seller_id, count(*) as listings, row_number() over (order by seller_id) - 1 as place,
        count(*) over () as total
      from "listings"
      where ${isEligible}
      group by seller_id
    ), places as (
      select *, ${turn}::bigint * least(${rowSize}, total) as start from sellers
    ), turns as (
      select *, start + (place - start % total + total) % total as position from places
    )
    select featured.id
    from turns, lateral (
      select id from listings
      where seller_id = turns.seller_id and ${isEligible}
      order by ${newestFirst}
      offset turns.position / turns.total % turns.listings
      limit 1
    ) as featured
    where turns.position < turns.start + ${rowSize}
    order by turns.position`.execute(db);
  return rows.map(({ id }) => id);
}
