import type { Insertable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { StandingSearches } from '@marketplace/db/types.generated';
import { type FilterInput, readFilter, type ReadFilter } from '../listings/search/list-filter.ts';
import { filterListings, matches } from '../listings/search/listings.search.ts';
import { searchQueries } from '../listings/search/search-query.ts';
import { anchorsOf } from './anchors.ts';

/** The columns of a standing search that listings are compared with. */
export type SearchColumns = Omit<
  Insertable<StandingSearches>,
  'id' | 'userId' | 'name' | 'filter' | 'frequency' | 'pausedAt' | 'createdAt'
>;

/** What a filter asks for, in one form for all that ask for the same: what says nothing is left out. */
export function plainFilter(input: FilterInput): FilterInput {
  const { within, from, to, availability } = input;
  // The town of an order only, and the default.
  const isSilent = {
    near: !within || Boolean(from || to),
    availability: availability === 'available',
  };
  const asked = Object.entries(input)
    .map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value] as const)
    .filter(([name, value]) => value && !isSilent[name as keyof typeof isSilent]);
  return Object.fromEntries(asked) as FilterInput;
}

/** Without what the database cannot store. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim();
}

/**
 * A filter as columns: it means what the list with this filter means at this moment, also where the list
 * corrects a misspelled word. Null if no listing can ever match. Throws refusals of `near`, `from`, `to` and
 * `within`.
 */
export async function columnsOf(db: Db, input: FilterInput): Promise<SearchColumns | null> {
  const read = await readFilter(db, input);
  const words = input.search?.trim() && read ? await wordsOf(db, read, input.search) : null;
  if (!read || words === undefined) return null;
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
    words,
    excluded: read.excluded ?? null,
  };
  return { ...columns, anchors: await anchorsOf(db, columns) };
}

/**
 * The query with which the list answers: the first that finds something, or else the words as typed; none
 * if they are too common to search for.
 */
async function wordsOf(db: Db, filter: ReadFilter, search: string): Promise<string | undefined> {
  let typed: string | undefined;
  for await (const { query } of searchQueries(db, search)) {
    typed ??= query;
    const found = filterListings(db, { ...filter, withInactive: false }).where(matches(query));
    if (await found.select('id').limit(1).executeTakeFirst()) return query;
  }
  return typed;
}

/** Searches in the form of which `jsonb_populate_recordset(null::standing_searches, …)` makes rows. */
export function searchRows(searches: SearchColumns[]): object[] {
  return searches.map((columns) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, value]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    ),
  );
}
