import type { Db } from '@marketplace/db/database';

/** What listings are wanted. Prices belong to the range themselves. */
export interface ListingFilter {
  category?: string;
  condition?: string;
  town?: string;
  county?: string;
  minPrice?: string;
  maxPrice?: string;
  sellerId?: string;
  featured?: boolean;
  withInactive: boolean;
}

/** Rows that a filter lets through, in no order yet. */
export type Candidates = ReturnType<typeof filterListings>;

/** The listings that a filter lets through; deleted ones never. */
export function filterListings(db: Db, filter: ListingFilter) {
  let query = db.selectFrom('listings').where('deletedAt', 'is', null);
  if (!filter.withInactive) query = query.where('visible', '=', true);
  if (filter.category) query = query.where('category', '=', filter.category);
  if (filter.condition) query = query.where('condition', '=', filter.condition);
  if (filter.town) query = query.where('town', '=', filter.town);
  if (filter.county) query = query.where('county', '=', filter.county);
  if (filter.minPrice) query = query.where('price', '>=', filter.minPrice);
  if (filter.maxPrice) query = query.where('price', '<=', filter.maxPrice);
  if (filter.sellerId) query = query.where('sellerId', '=', filter.sellerId);
  if (filter.featured) query = query.where('isFeatured', '=', true);
  return query;
}
