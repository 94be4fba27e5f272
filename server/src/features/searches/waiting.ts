import { sql } from 'kysely';
import { mark } from '@marketplace/db/database';
import type { output } from 'zod';
import type { waitingInput } from '@marketplace/shared/searches/schemas';
import { searchDocument } from '@marketplace/shared/search/document';
import type { AppContext } from '../../app-context.ts';
import { perMinute } from '../../platform/limiter.ts';
import { placeWithinRegion } from '../listings/place.ts';
import { letsThrough } from '../listings/search/listings.search.ts';
import { isCandidate } from './anchors.ts';
import { isWelcome } from './matching.ts';

const looks = perMinute('waiting', 60, 'You can ask who is waiting {points} times a minute.');

/**
 * How many people would be told of the listing, were it published now: not the seller, nobody who follows
 * the seller or has blocked one the other. Throws a refusal of `draft.location` and TOO_MANY_REQUESTS.
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
      and ${isCandidate()} and ${letsThrough()} and ${isWelcome()}`.execute(db);
  return rows[0]?.count ?? 0;
}
