import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { distanceMiles } from '@marketplace/shared/regions/distance';
import { type Town, towns } from '@marketplace/shared/regions/towns';
import { estimateRows, fewRows } from './estimate.ts';
import type { Hit, ListPosition } from './listing-cursor.ts';
import type { Candidates } from './listing-filter.ts';
import { firstOf, firstOfFew, type Key } from './listing-order.ts';
import { readListings } from './listings.view.ts';

interface Nearest {
  candidates: Candidates;
  /** The town that distances are from. */
  near: Town;
  /** The county that the candidates are in, where they are in one. */
  county: string | undefined;
  after: ListPosition | undefined;
  limit: number;
}

/**
 * The listings by the distance of their town from another, within a town the newest first; those
 * that say no town come last. Where there are many it goes from town to town.
 */
export async function findNearest(db: Db, wanted: Nearest): Promise<Hit[]> {
  const { candidates, near, after, limit } = wanted;
  const byDistance = townsByDistance(near);
  if ((await estimateRows(candidates)) <= fewRows) {
    const nowhere = -byDistance.length;
    const names = byDistance.map((town) => town.name);
    const key: Key = sql<string>`coalesce(1 - array_position(${names}::text[], town), ${nowhere})::numeric`;
    return readListings(db, firstOfFew(db, candidates, { key, after, limit }));
  }
  return walkTowns(db, wanted, byDistance);
}

async function walkTowns(db: Db, wanted: Nearest, byDistance: Town[]): Promise<Hit[]> {
  const { candidates, county, after, limit } = wanted;
  const reached = after ? Math.max(0, Math.trunc(-Number(after.keys[0]))) : 0;
  const hits: Hit[] = [];
  for (let rank = reached; rank <= byDistance.length && hits.length < limit; rank++) {
    const town = byDistance[rank];
    if (town && county && town.county !== county) continue;
    const there = town
      ? candidates.where('town', '=', town.name)
      : candidates.where('town', 'is', null);
    const position = rank === reached ? after : undefined;
    const first = firstOf(there, { key: undefined, after: position, limit: limit - hits.length });
    hits.push(...(await readListings(db, first)).map((hit) => ({ ...hit, keys: [String(-rank)] })));
  }
  return hits;
}

function townsByDistance(near: Town): Town[] {
  const measured = towns.map((town) => ({ town, miles: distanceMiles(near, town) }));
  return measured.sort((a, b) => a.miles - b.miles).map(({ town }) => town);
}
