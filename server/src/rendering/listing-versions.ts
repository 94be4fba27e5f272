import type { Pool } from 'pg';
import { isId } from '@marketplace/shared/ids';
import { databaseBusy } from '../errors.ts';
import { createBatcher } from '../platform/batcher.ts';

/**
 * Selects a hash of the row versions of what a listing's page shows to visitors: the listing (its
 * row changes with its pictures), its seller, and their reviews with the reviewers.
 */
const text = `
  select l.id, md5(concat_ws(' ', l.xmin, u.xmin, reviews.versions)) as version
  from listings l
  join users u on u.id = l.seller_id
  cross join lateral (
    select string_agg(concat_ws('.', r.xmin, w.xmin, c.xmin), ' ' order by r.id) as versions
    from reviews r
    left join users w on w.id = r.reviewer_id
    left join conversations c on c.listing_id = r.listing_id and c.buyer_id = r.reviewer_id
    where u.rating_count > 0 and r.seller_id = u.id
  ) reviews
  where l.id = any($1) and l.readable`;

const readVersions = createBatcher(async (pool: Pool, ids: string[]) => {
  const statement = { name: 'listing-versions', text, values: [ids] };
  const { rows } = await pool.query<{ id: string; version: string }>(statement);
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return ids.map((id) => versions.get(id));
});

/** Returns the id in the address of a listing's page, or undefined for any other page. */
export function listingIdOf(url: string): string | undefined {
  const [, id = ''] = /^\/listings?\/([^/?]+)(?:\?|$)/.exec(url) ?? [];
  return isId(id) ? id.toLowerCase() : undefined;
}

/**
 * Returns a string that changes whenever the page of a public listing may change, or undefined for
 * any other page. Concurrent calls share one statement.
 */
export async function listingPageVersion(pool: Pool, url: string): Promise<string | undefined> {
  const id = listingIdOf(url);
  if (id === undefined) return undefined;
  return readVersions(pool, id).catch((error: unknown) => {
    // The page reports all other errors when it reads its data.
    if (databaseBusy(error)) throw error;
    return undefined;
  });
}
