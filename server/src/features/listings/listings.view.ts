import type { AliasableExpression } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '@marketplace/db/database';
import type { ListingView } from '@marketplace/shared/listings/views';
import { imagePath } from '@marketplace/shared/media/urls';
import { displayName } from '@marketplace/shared/users/names';
import { meanRating, profileImageUrl } from '../users/users.ts';
import { readDetails } from './details.ts';
import type { Hit } from './listing-cursor.ts';

/** Which listings, and what their list is ordered by; among equals the newest comes first. */
type Hits = AliasableExpression<{ id: string; key: string | number }>;

/**
 * The listings that `hits` names in the order of their keys, as everybody may see them: with seller
 * and images, in one statement whose joins reach no more rows than `hits` has.
 */
export async function readListings(db: Db, hits: Hits): Promise<Hit[]> {
  const rows = await selectRows(db, hits).execute();
  return rows.map((row) => ({ listing: toListingView(row), keys: [String(row.key)] }));
}

function selectRows(db: Db, hits: Hits) {
  return db
    .selectFrom(hits.as('hits'))
    .innerJoin('listings', 'listings.id', 'hits.id')
    .innerJoin('users', 'users.id', 'listings.sellerId')
    .select([
      'hits.key',
      'listings.id',
      'listings.sellerId',
      'listings.title',
      'listings.description',
      'listings.price',
      'listings.category',
      'listings.location',
      'listings.condition',
      'listings.details',
      'listings.isActive',
      'listings.isFeatured',
      'listings.createdAt',
      'users.firstName',
      'users.lastName',
      'users.username',
      'users.avatarImageId',
      'users.ratingSum',
      'users.ratingCount',
      'users.canUsePaypal',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('listingImages')
          .innerJoin('images', 'images.id', 'listingImages.imageId')
          .select(['images.id', 'images.placeholder', 'images.avif'])
          .whereRef('listingImages.listingId', '=', 'listings.id')
          .orderBy('listingImages.position'),
      ).as('images'),
    )
    .orderBy('hits.key', 'desc')
    .orderBy('listings.createdAt', 'desc')
    .orderBy('listings.id', 'desc');
}

type ListingRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

function toListingView(row: ListingRow): ListingView {
  const seller = {
    id: row.sellerId,
    firstName: row.firstName,
    lastName: row.lastName,
    username: row.username,
    profileImageUrl: profileImageUrl(row.avatarImageId),
    sellerRating: meanRating(row),
    sellerReviewCount: row.ratingCount,
    canUsePaypal: row.canUsePaypal,
  };
  return {
    id: row.id,
    sellerId: row.sellerId,
    title: row.title,
    description: row.description,
    price: row.price,
    category: row.category,
    location: row.location,
    condition: row.condition,
    images: row.images.map((image) => imagePath(image.id, 1280)),
    placeholders: row.images.map((image) => image.placeholder),
    avif: row.images.map((image) => image.avif),
    isActive: row.isActive,
    isFeatured: row.isFeatured,
    createdAt: row.createdAt.toISOString(),
    sellerName: displayName(row),
    sellerRating: seller.sellerRating,
    sellerReviewCount: seller.sellerReviewCount,
    details: readDetails(row.details),
    seller,
  };
}
