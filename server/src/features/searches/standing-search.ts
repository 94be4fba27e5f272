import type { Insertable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { StandingSearches } from '@marketplace/db/types.generated';
import { badField } from '../../errors.ts';
import { type FilterInput, readFilter, type ReadFilter } from '../listings/list-filter.ts';
import { filterListings, matches } from '../listings/listings.search.ts';
import { searchQueries } from '../listings/search-query.ts';
import { anchorsOf } from './anchors.ts';

/** The columns of a standing search that listings are compared with. */
export type SearchColumns = Omit<
  Insertable<StandingSearches>,
  'id' | 'userId' | 'name' | 'filter' | 'frequency' | 'pausedAt' | 'createdAt'
>;

/**
 * A filter as columns: it means what the list with this filter means at this moment, also where the list
 * corrects a misspelled word. Throws refusals of `filter`, also of one that no listing can ever match.
 */
export async function columnsOf(db: Db, input: FilterInput): Promise<SearchColumns> {
  const read = await readFilter(db, input);
  if (!read) throw badField('filter', 'No listing can match this search.');
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
    words: input.search?.trim() ? await wordsOf(db, read, input.search) : null,
    excluded: read.excluded ?? null,
  };
  return { ...columns, anchors: anchorsOf(columns) };
}

/** The query with which the list answers: the first that finds something, or else the words as typed. */
async function wordsOf(db: Db, filter: ReadFilter, search: string): Promise<string> {
  let typed: string | undefined;
  for await (const { query } of searchQueries(db, search)) {
    typed ??= query;
    const found = filterListings(db, { ...filter, withInactive: false }).where(matches(query));
    if (await found.select('id').limit(1).executeTakeFirst()) return query;
  }
  if (typed) return typed;
  throw badField('filter', 'These words are too common to search for.');
}
