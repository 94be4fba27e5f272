import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { relatedPerRow } from '@marketplace/shared/listings/constants';
import type { ListingView, RelatedView } from '@marketplace/shared/listings/views';
import { type Coordinates, distanceMiles, townOfPlace } from '@marketplace/shared/regions/towns';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { filterListings, firstOf } from './search/listings.search.ts';
import { type Hit, readListings } from './listings.view.ts';
import { findSimilar, pointOf } from './search/similar.ts';

/**
 * Returns the listings that the page of a listing links to: others of its seller, newest first, and
 * similar ones of other sellers, first those with words of its title, then the nearest. The listing
 * may be reserved or sold. The result is the same for everybody. Throws NOT_FOUND for a listing
 * that is not public.
 */
export function findRelated(
  { db, coalesce }: Pick<AppContext, 'db' | 'coalesce'>,
  id: string,
): Promise<RelatedView> {
  return coalesce(`listings.related ${id}`, () => readRelated(db, id));
}

async function readRelated(db: Db, id: string): Promise<RelatedView> {
  const listing = isId(id) && (await findPublic(db, id));
  if (!listing) throw new AppError('NOT_FOUND', texts.listingNotFound);
  const near = pointOf(listing);
  const [fromSeller, similar] = await Promise.all([
    readOthers(db, listing),
    findSimilar(db, listing),
  ]);
  const found = similar.map((hit) => hit.listing);
  return {
    fromSeller: fromSeller.map((hit) => hit.listing),
    similar: found,
    nearby: near !== undefined && found.every((one) => isNearby(near, one)),
  };
}

function findPublic(db: Db, id: string) {
  return db
    .selectFrom('listings')
    .select(['id', 'sellerId', 'kind', 'category', 'town', 'county'])
    .where('id', '=', id)
    .where('readable', '=', true)
    .executeTakeFirst();
}

const first = { key: undefined, after: undefined, limit: relatedPerRow };

async function readOthers(
  db: Db,
  { id, sellerId }: { id: string; sellerId: string },
): Promise<Hit[]> {
  const ofSeller = filterListings(db, { sellerId, availability: 'all', withInactive: false });
  const others = ofSeller.where('id', '<>', id);
  return readListings(db, await firstOf(others, first).execute());
}

/** The maximum distance of a listing that counts as nearby. */
const nearbyMiles = 25;

function isNearby(near: Coordinates, { location }: ListingView): boolean {
  const town = townOfPlace(location);
  return town !== undefined && distanceMiles(near, town) <= nearbyMiles;
}
