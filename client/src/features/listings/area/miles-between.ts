import { matchLocation } from '@marketplace/shared/regions/match-location';
import { distanceMiles, type Town } from '@marketplace/shared/regions/towns';

const known = new Map<string, Town | undefined>();

/** Returns the whole miles between two town centers; 0 if a place is not a town. */
export function milesBetween(from: string, to: string): number {
  const [start, end] = [townOf(from), townOf(to)];
  return start && end ? Math.round(distanceMiles(start, end)) : 0;
}

function townOf(place: string): Town | undefined {
  if (!known.has(place)) {
    const match = matchLocation(place);
    known.set(place, match.ok ? match.town : undefined);
  }
  return known.get(place);
}
