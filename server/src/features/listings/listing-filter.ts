import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Position } from '../../platform/cursor.ts';

/** What listings are wanted; only those after a position in the order of newest first. */
export interface ListingFilter {
  category?: string;
  town?: string;
  county?: string;
  sellerId?: string;
  featured?: boolean;
  withInactive: boolean;
  after?: Position;
}

/** Rows that a filter lets through, in no order yet. */
export type Candidates = ReturnType<typeof filterListings>;

/** The listings that a filter lets through; deleted ones never. */
export function filterListings(db: Db, filter: ListingFilter) {
  let query = db.selectFrom('listings').where('deletedAt', 'is', null);
  if (!filter.withInactive) query = query.where('visible', '=', true);
  if (filter.category) query = query.where('category', '=', filter.category);
  if (filter.town) query = query.where('town', '=', filter.town);
  if (filter.county) query = query.where('county', '=', filter.county);
  if (filter.sellerId) query = query.where('sellerId', '=', filter.sellerId);
  if (filter.featured) query = query.where('isFeatured', '=', true);
  if (filter.after) {
    const { at, id } = filter.after;
    // A comparison of rows, not ANDs and ORs: only this walks the index from the position on.
    query = query.where(sql<boolean>`(created_at, id) < (${at}, ${id})`);
  }
  return query;
}

/** The ids of the newest of them. */
export function newestOf(candidates: Candidates, limit: number) {
  return candidates.select('id').orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit);
}
