import { nearMiles, wayMiles } from '@marketplace/shared/listings/constants';
import type { ListingFilters } from '../browse/filters.ts';

/** An area as it is being chosen. */
export interface AreaDraft extends Pick<ListingFilters, 'near' | 'from' | 'to' | 'within'> {
  kind: 'near' | 'way';
}

/** The kinds of areas, each with its towns and how far from them it can reach. */
export const areaKinds = [
  {
    kind: 'near',
    label: 'Around a town',
    towns: [{ name: 'near', label: 'Town' }],
    miles: nearMiles,
  },
  {
    kind: 'way',
    label: 'On my way',
    towns: [
      { name: 'from', label: 'From' },
      { name: 'to', label: 'To' },
    ],
    miles: wayMiles,
  },
] as const;

/** The area of a list, to be changed. */
export function draftOf({ near, from, to, within }: ListingFilters): AreaDraft {
  return { kind: to ? 'way' : 'near', near, from, to, within };
}
