import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { ListPosition } from './listing-cursor.ts';
import type { Candidates } from './listing-filter.ts';

/** What a list is ordered by, the highest first; among equals the newest listing comes first. */
export type Key = RawBuilder<string | number>;

export const keys = {
  newest: undefined,
  'price-desc': sql<string>`price`,
  'price-asc': sql<string>`(-price)`,
} satisfies Record<string, Key | undefined>;

/** An order, how far the list has got in it, and how many rows of it are wanted. */
export interface Wanted {
  key: Key | undefined;
  after: ListPosition | undefined;
  limit: number;
}

/** The first of the candidates in an order, by walking its index. */
export function firstOf(candidates: Candidates, { key, after, limit }: Wanted) {
  let query = candidates;
  if (after) {
    const { at, id } = after;
    // A comparison of rows, not ANDs and ORs: only this walks the index from the position on.
    query = query.where(
      key
        ? sql<boolean>`(${key}, created_at, id) < (${after.keys[0]}, ${at}, ${id})`
        : sql<boolean>`(created_at, id) < (${at}, ${id})`,
    );
  }
  return (key ? query.orderBy(key, 'desc') : query)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'createdAt', keyed(key)]);
}

/** The same for few candidates: all of them are fetched, then sorted. */
export function firstOfFew(db: Db, candidates: Candidates, { key, after, limit }: Wanted) {
  const found = candidates.select(['id', 'createdAt', keyed(key)]);
  const hits = db
    // Materialized, or the planner may turn it into a walk through all listings in the order.
    .with(
      (cte) => cte('found').materialized(),
      () => found,
    )
    .selectFrom('found')
    .select(['id', 'key'])
    .orderBy('key', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (!after) return hits;
  const { at, id, keys: [value = '0'] = [] } = after;
  return hits.where(sql<boolean>`(key, created_at, id) < (${value}, ${at}, ${id})`);
}

function keyed(key: Key | undefined) {
  return (key ?? sql<number>`0`).as('key');
}
