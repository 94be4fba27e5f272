import { type AliasableExpression, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { listingFacetsInput } from '@marketplace/shared/listings/inputs';
import { keepBriefly } from '../../platform/coalesce.ts';
import { estimateRows } from './estimate.ts';
import { type Candidates, filterListings } from './listing-filter.ts';
import { matches, windowSize } from './search.ts';
import { searchQueries } from './search-query.ts';
import { withTimeLimit } from './time-limit.ts';

/** Up to so many hits of a search, by the planner's estimate, are all counted: some 20 ms. */
const countedHits = 10_000;

/** The filters that are no facet: what each option's count has in common. */
export type BaseFilter = Pick<
  output<typeof listingFacetsInput>,
  'search' | 'minPrice' | 'maxPrice' | 'sellerId' | 'featured'
>;

/** How many listings have these in common. */
interface Cell {
  category: string;
  condition: string;
  county: string | null;
  town: string | null;
  count: number;
}

/** Counts by all facets at once; of a sample where there are more than were looked through. */
export interface Cells {
  cells: Cell[];
  isSample: boolean;
}

/**
 * The counts of what everybody sees under a filter, a few seconds old at most: however many ask, they
 * are counted once. Out of them come the options of all filters, whichever are chosen.
 */
export function readCells(db: Db, filter: BaseFilter): Promise<Cells> {
  const { search, minPrice, maxPrice, sellerId, featured } = filter;
  const name = JSON.stringify([search?.trim(), minPrice, maxPrice, sellerId, featured]);
  return keepBriefly(db, `cells ${name}`, () => countCells(db, filter));
}

function countCells(db: Db, filter: BaseFilter): Promise<Cells> {
  const { search, minPrice, maxPrice, sellerId, featured } = filter;
  const base = { minPrice, maxPrice, sellerId, featured, withInactive: false };
  return withTimeLimit(db, async (trx) => {
    const candidates = filterListings(trx, base);
    if (!search?.trim()) return { cells: await group(trx, all(candidates)), isSample: false };
    for await (const { query } of searchQueries(trx, search)) {
      const counted = await countHits(trx, candidates, query);
      if (counted.cells.length > 0) return counted;
    }
    return { cells: [], isSample: false };
  });
}

async function countHits(db: Db, candidates: Candidates, query: string): Promise<Cells> {
  const hits = candidates.where(matches(query));
  if ((await estimateRows(hits)) > countedHits) {
    const newest = candidates
      .select(['category', 'condition', 'county', 'town', 'search'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(windowSize);
    const sample = db.selectFrom(newest.as('newest')).where(matches(query)).selectAll();
    const cells = await group(db, sample);
    if (cells.length > 0) return { cells, isSample: true };
  }
  return { cells: await group(db, all(hits)), isSample: false };
}

function all(candidates: Candidates) {
  return candidates.select(['category', 'condition', 'county', 'town']);
}

function group(db: Db, rows: AliasableExpression<Omit<Cell, 'count'>>): Promise<Cell[]> {
  return db
    .selectFrom(rows.as('rows'))
    .select(['category', 'condition', 'county', 'town', sql<number>`count(*)::int`.as('count')])
    .groupBy(['category', 'condition', 'county', 'town'])
    .execute();
}
