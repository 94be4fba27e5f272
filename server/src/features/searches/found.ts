import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { ListingView } from '@marketplace/shared/listings/views';
import { letsThrough } from '../listings/search/listings.search.ts';
import { readListings } from '../listings/listings.view.ts';

/** What a standing search has found since it was saved. */
export interface FoundListings {
  count: number;
  /** The newest of them. */
  listings: ListingView[];
}

/** How many are shown of each search. */
const shown = 3;

/** Of the listings since a search was saved, only the newest are looked at. */
const windowSize = 500;

/** What these searches have found, by the id of the search. */
export async function findMatches(db: Db, ids: string[]): Promise<Map<string, FoundListings>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number; newest: string[] }>`
    select s.id, found.count, found.newest
    from standing_searches s, lateral (
      select count(*)::int as count,
        (array_agg(listings.id order by listings.created_at desc, listings.id desc))[1:${sql.lit(shown)}]
          as newest
      from (
        select * from listings
        where deleted_at is null and visible and created_at > s.created_at
          and seller_id <> s.user_id
        order by created_at desc, id desc limit ${sql.lit(windowSize)}
      ) as listings
      where ${letsThrough()}
    ) as found
    where s.id = any(${ids}::uuid[]) and found.count > 0`.execute(db);
  const wanted = rows.flatMap(({ newest }) => newest.map((id) => ({ id, key: 0 })));
  const hits = await readListings(db, wanted);
  const listings = new Map(hits.map(({ listing }) => [listing.id, listing]));
  return new Map(
    rows.map(({ id, count, newest }) => [
      id,
      { count, listings: newest.flatMap((one) => listings.get(one) ?? []) },
    ]),
  );
}
