import { sql } from 'kysely';
import { mark } from '@marketplace/db/database';
import type { output } from 'zod';
import type { waitingInput } from '@marketplace/shared/searches/schemas';
import { searchDocument } from '@marketplace/shared/search/document';
import type { AppContext } from '../../app-context.ts';
import { perMinute } from '../../platform/limiter.ts';
import { placeWithinRegion } from '../listings/place.ts';
import { matchesStandingSearch } from '../listings/search/listings.search.ts';
import { sharesAnchor } from './anchors.ts';
import { mayGetAlert } from './matching.ts';

const looks = perMinute('waiting', 60, 'You can ask who is waiting {points} times a minute.');

/**
 * Returns how many people would get an alert if the listing were published now. The seller,
 * followers of the seller, and people who block the seller or are blocked by them do not count.
 * Throws BAD_REQUEST for an invalid `draft.location`, and TOO_MANY_REQUESTS.
 */
export async function countWaiting(
  { db, limiter, config }: Pick<AppContext, 'db' | 'limiter' | 'config'>,
  sellerId: string,
  { draft }: output<typeof waitingInput>,
): Promise<number> {
  const { town, county, location } = placeWithinRegion(draft.location, config, 'draft.location');
  const { title, description, category, condition, kind } = draft;
  const listing = { title, description, category, location };
  await limiter.take(looks, sellerId);
  const { rows } = await sql<{ count: number }>`with ${sql.raw(mark)} listings as (
      select true as visible, 'available' as availability, ${category}::text as category,
        ${condition}::text as condition, ${town}::text as town, ${county}::text as county,
        ${sellerId}::uuid as seller_id, ${kind}::text as kind, ${draft.price}::numeric as price,
        ${draft.hasPhoto}::boolean as has_photo, ${draft.isFeatured}::boolean as is_featured,
        now() as created_at, ${searchDocument(listing)}::tsvector as search
    )
    select count(distinct s.user_id)::int as count
    from listings, standing_searches s
    where s.paused_at is null and s.seller_id is null
      and ${sharesAnchor()} and ${matchesStandingSearch()} and ${mayGetAlert()}`.execute(db);
  return rows[0]?.count ?? 0;
}
