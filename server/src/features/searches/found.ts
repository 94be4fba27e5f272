import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { maxCounted } from '@marketplace/shared/account/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { readListings } from '../listings/listings.view.ts';

/** The matches of a standing search within 90 days. */
export interface FoundListings {
  /** The number of matches, up to 1,000. */
  count: number;
  /** The newest matches that are visible in lists. */
  listings: ListingView[];
}

const shown = 3;

/** Returns the matches of these searches by search id. Searches without matches are left out. */
export async function findMatches(db: Db, ids: string[]): Promise<Map<string, FoundListings>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number; newest: string[] }>`
    select s.id, found.count, array(
        select listings.id
        from search_matches m join listings on listings.id = m.listing_id and listings.visible
        where m.search_id = s.id
        order by m.matched_at desc, m.listing_id limit ${sql.lit(shown)}
      ) as newest
    from unnest(${ids}::uuid[]) as s (id), lateral (
      select count(*)::int as count
      from (select from search_matches where search_id = s.id limit ${sql.lit(maxCounted)}) as m
    ) as found
    where found.count > 0`.execute(db);
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
