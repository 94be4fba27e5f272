import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isolated } from '@marketplace/shared/direction';
import { listingsPerPage } from '@marketplace/shared/listings/constants';
import { listedText } from '@marketplace/shared/listings/filter-text';
import {
  filtersPath,
  listInput,
  type ListingFilters,
  withUnderstood,
} from '@marketplace/shared/listings/filters';
import { listListingsInput } from '@marketplace/shared/listings/inputs';
import type { ListingView } from '@marketplace/shared/listings/views';
import type { AppContext } from '../../app-context.ts';
import { getPublicUser } from '../users/users.ts';
import { listListings } from './browse.ts';

type Services = Pick<AppContext, 'db' | 'coalesce'>;

/** The newest public listings of a page, which is at the path `page`. */
export interface ListingFeed {
  title: string;
  page: string;
  listings: (ListingView & { updatedAt: Date })[];
}

/**
 * Returns the feed of a list. Its search is understood as on the page. Throws BAD_REQUEST for
 * filters that the page refuses, such as an unknown town.
 */
export async function searchFeed(ctx: Services, filters: ListingFilters): Promise<ListingFeed> {
  const newest = { ...filters, sort: 'newest' as const, after: '' };
  const input = { ...listInput(newest), fold: false };
  const { items, understood } = await listListings(ctx, null, listListingsInput.parse(input));
  return {
    title: listedText(withUnderstood(filters, understood)),
    page: filtersPath('/listings', { ...filters, sort: '' }),
    listings: await withUpdates(ctx.db, items),
  };
}

/** Returns the feed of a seller. Throws NOT_FOUND for a user without a public profile. */
export async function sellerFeed(ctx: Services, userId: string): Promise<ListingFeed> {
  const { id, displayName } = await getPublicUser(ctx.db, userId);
  const ofSeller = { sellerId: id, availability: 'all', limit: listingsPerPage };
  const { items } = await listListings(ctx, null, listListingsInput.parse(ofSeller));
  return {
    title: `Listings by ${isolated(displayName)}`,
    page: `/users/${id}`,
    listings: await withUpdates(ctx.db, items),
  };
}

/** Adds the time of the last change or renewal to each listing. */
async function withUpdates(db: Db, listings: ListingView[]): Promise<ListingFeed['listings']> {
  if (listings.length === 0) return [];
  const ids = listings.map(({ id }) => id);
  const query = db
    .selectFrom('listings')
    .select(['id', sql<Date>`greatest(updated_at, created_at)`.as('updatedAt')])
    .where('id', 'in', ids);
  const times = new Map((await query.execute()).map(({ id, updatedAt }) => [id, updatedAt]));
  return listings.map((listing) => {
    return { ...listing, updatedAt: times.get(listing.id) ?? new Date(listing.createdAt) };
  });
}
