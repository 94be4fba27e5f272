import type { Insertable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { StandingSearches } from '@marketplace/db/types.generated';
import { documentVersion } from '@marketplace/shared/search/document';
import type { FilterInput } from '@marketplace/shared/listings/inputs';
import { filterListings, matches } from '../listings/search/listings.search.ts';
import type { Search } from '../listings/search/search-query.ts';
import { understand, type Understanding } from '../listings/search/understand.ts';
import { anchorsOf } from './anchors.ts';

/** The columns of a standing search that listings are compared with. */
export type SearchColumns = Omit<
  Insertable<StandingSearches>,
  'id' | 'userId' | 'name' | 'filter' | 'frequency' | 'pausedAt' | 'createdAt'
>;

/** Returns a filter without values that change nothing, so that equal filters have one form. */
export function plainFilter(input: FilterInput): FilterInput {
  const { within, from, to, availability } = input;
  // `near` alone only sets the order of a list, and available listings are the default.
  const isSilent = {
    near: !within || Boolean(from || to),
    availability: availability === 'available',
  };
  const asked = Object.entries(input)
    .map(([name, value]) => {
      const isText = typeof value === 'string';
      return [name, isText ? value.toWellFormed().replaceAll('\0', '').trim() : value] as const;
    })
    .filter(([name, value]) => value && !isSilent[name as keyof typeof isSilent]);
  return Object.fromEntries(asked) as FilterInput;
}

/**
 * Returns a filter as columns. They mean what the list with this filter means now, including the
 * correction of misspelled words. Returns null if no listing can ever match. Throws BAD_REQUEST for
 * an invalid `near`, `from`, `to` or `within`.
 */
export async function columnsOf(db: Db, input: FilterInput): Promise<SearchColumns | null> {
  const understood = await understand(db, input);
  const { filter: read } = understood;
  const search = await findQuery(db, understood);
  if (
    !read ||
    (input.search?.trim() && !search && Object.keys(understood.requested).length === 0)
  ) {
    return null;
  }
  const { town, towns = town ? [town] : undefined, ...rest } = read;
  const columns = {
    category: rest.category || null,
    condition: rest.condition || null,
    towns: towns ? [...towns] : null,
    county: rest.county ?? null,
    minPrice: rest.minPrice || null,
    maxPrice: rest.maxPrice || null,
    sellerId: rest.sellerId || null,
    kind: rest.kind || null,
    featured: rest.featured || null,
    withPhoto: rest.withPhoto || null,
    postedWithin: rest.postedWithin ?? null,
    availability: rest.availability || 'available',
    words: search?.all.query ?? null,
    excluded: read.excluded ?? null,
    title: read.title ?? null,
    requested: read.requested
      ? read.requested.map((field) => (field === 'town' ? 'towns' : field))
      : null,
    searchVersion: documentVersion,
  };
  return { ...columns, anchors: await anchorsOf(db, columns, search?.lexemes ?? []) };
}

/** Returns the first search that finds a listing, as the list does, or else the one as typed. */
async function findQuery(db: Db, { filter, queries }: Understanding): Promise<Search | null> {
  if (!filter || !queries) return null;
  let typed: Search | null = null;
  for await (const search of queries()) {
    typed ??= search;
    const listings = filterListings(db, { ...filter, withInactive: false });
    const found = listings.where(matches(search.all.query)).select('id').limit(1);
    if (await found.executeTakeFirst()) return search;
  }
  return typed;
}

/** Returns a search as JSON that `jsonb_populate_record(null::standing_searches, …)` can read. */
export function searchRow(columns: SearchColumns): string {
  const snakeCase = (name: string) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return JSON.stringify(
    Object.fromEntries(Object.entries(columns).map(([name, value]) => [snakeCase(name), value])),
  );
}
