import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { relatedPerRow } from '@marketplace/shared/listings/constants';
import type { ListingView, RelatedView } from '@marketplace/shared/listings/views';
import { townsByDistance } from '@marketplace/shared/regions/areas';
import {
  type Coordinates,
  counties,
  distanceMiles,
  townOfPlace,
  towns,
} from '@marketplace/shared/regions/towns';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { filterListings, firstOf } from './search/listings.search.ts';
import { type Hit, readListings } from './listings.view.ts';
import { findByTown } from './search/by-town.ts';

/**
 * What the page of a listing, also of a reserved or sold one, leads on to: others of its seller, newest
 * first, and similar ones of other sellers, nearest first. The same for everybody. Throws NOT_FOUND for
 * one that is not public.
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
    listing.category === '' ? [] : readSimilar(db, listing, near),
  ]);
  const found = similar.map((hit) => hit.listing);
  return {
    fromSeller: fromSeller.map((hit) => hit.listing),
    similar: found,
    nearby: near !== undefined && found.every((one) => isNearby(near, one)),
  };
}

type Base = Pick<Selectable<Listings>, 'id' | 'sellerId' | 'category' | 'town' | 'county'>;

function findPublic(db: Db, id: string): Promise<Base | undefined> {
  return db
    .selectFrom('listings')
    .select(['id', 'sellerId', 'category', 'town', 'county'])
    .where('id', '=', id)
    .where('readable', '=', true)
    .executeTakeFirst();
}

/** The place that distances from a listing are measured from. */
function pointOf({ town, county }: Base): Coordinates | undefined {
  return towns.find(({ name }) => name === town) ?? counties.find(({ name }) => name === county);
}

const first = { key: undefined, after: undefined, limit: relatedPerRow };

async function readOthers(db: Db, { id, sellerId }: Base): Promise<Hit[]> {
  const ofSeller = filterListings(db, { sellerId, availability: 'all', withInactive: false });
  const others = ofSeller.where('id', '<>', id);
  return readListings(db, await firstOf(others, first).execute());
}

async function readSimilar(
  db: Db,
  { sellerId, category }: Base,
  near: Coordinates | undefined,
): Promise<Hit[]> {
  const others = filterListings(db, { category, withInactive: false });
  const candidates = others.where('sellerId', '<>', sellerId);
  if (near) {
    const towns = townsByDistance(near);
    return findByTown(db, { ...first, candidates, towns, county: undefined });
  }
  return readListings(db, await firstOf(candidates, first).execute());
}

/** Farther than this is another part of the region. */
const nearbyMiles = 25;

function isNearby(near: Coordinates, { location }: ListingView): boolean {
  const town = townOfPlace(location);
  return town !== undefined && distanceMiles(near, town) <= nearbyMiles;
}
