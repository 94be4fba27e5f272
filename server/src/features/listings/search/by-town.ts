import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Town } from '@marketplace/shared/regions/towns';
import {
  type Candidates,
  estimateRows,
  fewRows,
  firstOf,
  firstOfFew,
  type Slice,
} from './listings.search.ts';
import { type Hit, readListings } from '../listings.view.ts';

interface ByTown extends Slice {
  candidates: Candidates;
  towns: readonly Town[];
  /** The county of all candidates, if the filter has one. */
  county?: string | undefined;
}

/**
 * Returns listings by the order of the towns, then newest first, those without a town last. If
 * there are many candidates, one query per town replaces the sort.
 */
export async function findByTown(db: Db, slice: ByTown): Promise<Hit[]> {
  const { candidates, towns, after, limit } = slice;
  if ((await estimateRows(candidates)) > fewRows) return walkTowns(db, slice);
  const names = towns.map((town) => town.name);
  const key = sql<string>`coalesce(1 - array_position(${names}::text[], town), ${-names.length})::numeric`;
  return readListings(db, await firstOfFew(db, candidates, { key, after, limit }).execute());
}

async function walkTowns(db: Db, { candidates, towns, county, after, limit }: ByTown) {
  const reached = after ? Math.max(0, Math.trunc(-Number(after.keys?.[0]))) : 0;
  const hits: Hit[] = [];
  for (let rank = reached; rank <= towns.length && hits.length < limit; rank++) {
    const town = towns[rank];
    if (town && county && town.county !== county) continue;
    const inTown = town
      ? candidates.where('town', '=', town.name)
      : candidates.where('town', 'is', null);
    const position = rank === reached ? after : undefined;
    const first = firstOf(inTown, { after: position, limit: limit - hits.length });
    const there = await readListings(db, await first.execute());
    hits.push(...there.map((hit) => ({ ...hit, keys: [String(-rank)] })));
  }
  return hits;
}
