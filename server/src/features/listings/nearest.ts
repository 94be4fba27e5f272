import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import {
  type Coordinates,
  distanceMiles,
  type Town,
  towns,
} from '@marketplace/shared/regions/towns';
import {
  type Candidates,
  estimateRows,
  fewRows,
  firstOf,
  firstOfFew,
  type Wanted,
} from './listings.search.ts';
import { type Hit, readListings } from './listings.view.ts';

interface Nearest extends Omit<Wanted, 'key'> {
  candidates: Candidates;
  /** What distances are measured from. */
  near: Coordinates;
  /** The county of all candidates, if the filter has one. */
  county: string | undefined;
}

/**
 * The listings by the distance of their town, the newest first within a town; those without a town
 * come last. If there are many, one query per town replaces the sort.
 */
export async function findNearest(db: Db, wanted: Nearest): Promise<Hit[]> {
  const { candidates, near, after, limit } = wanted;
  const byDistance = towns
    .map((town) => ({ town, miles: distanceMiles(near, town) }))
    .sort((a, b) => a.miles - b.miles)
    .map(({ town }) => town);
  if ((await estimateRows(candidates)) > fewRows) return walkTowns(db, wanted, byDistance);
  const names = byDistance.map((town) => town.name);
  const key = sql<string>`coalesce(1 - array_position(${names}::text[], town), ${-names.length})::numeric`;
  return readListings(db, await firstOfFew(db, candidates, { key, after, limit }).execute());
}

async function walkTowns(
  db: Db,
  { candidates, county, after, limit }: Nearest,
  byDistance: Town[],
): Promise<Hit[]> {
  const reached = after ? Math.max(0, Math.trunc(-Number(after.keys?.[0]))) : 0;
  const hits: Hit[] = [];
  for (let rank = reached; rank <= byDistance.length && hits.length < limit; rank++) {
    const town = byDistance[rank];
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
