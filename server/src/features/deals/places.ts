import type { Db } from '@marketplace/db/database';
import { publicPlaces } from '@marketplace/shared/deals/constants';
import type { PlacesView } from '@marketplace/shared/deals/views';
import { isId } from '@marketplace/shared/ids';
import { towns } from '@marketplace/shared/regions/towns';
import { notFound } from '../../errors.ts';

/**
 * Returns places to meet: the safe spots in the listing's county, its town first, or all without a
 * listing, and kinds of public places. Throws NOT_FOUND for an unknown listing.
 */
export async function listPlaces(db: Db, listingId?: string): Promise<PlacesView> {
  const { town, county } =
    listingId === undefined ? { town: null, county: null } : await findPlace(db, listingId);
  const near = towns.filter((one) => one.county === county).map(({ name }) => name);
  const spots = await db
    .selectFrom('safeSpots')
    .select(['id', 'name', 'town', 'note'])
    .$if(county !== null, (query) => query.where('town', 'in', near))
    .orderBy((eb) => eb('town', '=', town ?? ''), 'desc')
    .orderBy('town')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return { town, spots, kinds: [...publicPlaces] };
}

async function findPlace(db: Db, listingId: string) {
  const listing = isId(listingId)
    ? await db
        .selectFrom('listings')
        .select(['town', 'county'])
        .where((eb) => eb.and({ id: listingId, deletedAt: null }))
        .executeTakeFirst()
    : undefined;
  if (!listing) throw notFound('Listing');
  return listing;
}
