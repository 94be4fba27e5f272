import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { estimateRows, fewRows } from './estimate.ts';
import type { Hit } from './listing-cursor.ts';
import type { Candidates } from './listing-filter.ts';
import { firstOf, firstOfFew, type Wanted } from './listing-order.ts';
import { readListings } from './listings.view.ts';
import type { SearchQuery } from './search-query.ts';

/** How many listings are looked through, in their order, for a word that many have. */
export const windowSize = 5_000;

/** Candidates and the query that they have to match. */
export interface Search extends SearchQuery {
  candidates: Candidates;
}

/** The condition that a listing matches a query in its text form. */
export function matches(query: string) {
  return sql<boolean>`search @@ ${query}::tsquery`;
}

/**
 * The first listings of an order that match. There are two ways to them, each slow where the other
 * is fast: all of them through the index of words, sorted; or the listings of the order in turn
 * until enough of them match. The planner's estimate decides. The second way ends after a window,
 * as all that match may come late.
 */
export async function findInOrder(db: Db, search: Search, wanted: Wanted): Promise<Hit[]> {
  const { candidates, query } = search;
  const hits = candidates.where(matches(query));
  if ((await estimateRows(hits)) > fewRows) {
    const window = firstOf(candidates, { ...wanted, limit: windowSize }).select('search');
    const first = db
      .selectFrom(window.as('first'))
      .select(['id', 'key'])
      .where(matches(query))
      .orderBy('key', 'desc')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(wanted.limit);
    const found = await readListings(db, first);
    if (found.length === wanted.limit) return found;
  }
  return readListings(db, firstOfFew(db, hits, wanted));
}
