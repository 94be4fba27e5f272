import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { nearMiles, wayMiles } from '@marketplace/shared/listings/constants';
import type { listingFacetsInput } from '@marketplace/shared/listings/inputs';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { matchTown } from '@marketplace/shared/regions/match-location';
import type { Town } from '@marketplace/shared/regions/towns';
import { badField } from '../../../errors.ts';
import type { ListingFilter } from './listings.search.ts';
import { placeFilter } from '../place.ts';
import { excludedQuery } from './search-query.ts';

/** The filters of a list as a caller sends them. */
export type FilterInput = output<typeof listingFacetsInput>;

/** The conditions of a filter for the database, without those of its `search`. */
export type ReadFilter = Omit<ListingFilter, 'withInactive'>;

/**
 * Returns the conditions that a filter means, or null if no listing can pass: for a place outside
 * the region, or a malformed seller id. Throws BAD_REQUEST for a bad `near`, `from`, `to` or
 * `within`.
 */
export async function readFilter(db: Db, input: FilterInput): Promise<ReadFilter | null> {
  const { category, condition, kind, minPrice, featured, availability, sellerId } = input;
  const area = areaOf(input);
  const place = placeFilter(input.location);
  if (!place || (sellerId && !isId(sellerId))) return null;
  return {
    ...{ category, condition, kind, minPrice, featured, availability, sellerId },
    ...{ withPhoto: input.withPhoto, postedWithin: input.postedWithin },
    maxPrice: input.free ? '0' : input.maxPrice,
    excluded: await excludedQuery(db, input.exclude),
    ...place,
    towns: area?.map(({ name }) => name),
  };
}

/** Returns the towns around `near`, or on the way `from` one `to` another, or null for neither. */
export function areaOf({ near, from, to, within }: FilterInput): Town[] | null {
  if (from?.trim() || to?.trim()) {
    const ends = [townOf('from', from), townOf('to', to)] as const;
    return townsAlong(...ends, milesOf(within, wayMiles));
  }
  if (within === undefined) return null;
  return townsWithin(townOf('near', near), milesOf(within, nearMiles));
}

/** Returns the town that a field names. Throws BAD_REQUEST for any other place. */
export function townOf(field: 'near' | 'from' | 'to', typed = ''): Town {
  const match = matchTown(typed);
  if (match.ok) return match.town;
  throw badField(field, 'Choose a town in the Capital Region.', match.suggestions);
}

function milesOf(within: number | undefined, allowed: readonly number[]): number {
  if (within !== undefined && allowed.includes(within)) return within;
  throw badField('within', `Choose one of these distances in miles: ${allowed.join(', ')}.`);
}
