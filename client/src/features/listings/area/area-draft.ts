import { nearMiles, wayMiles } from '@marketplace/shared/listings/constants';
import type { ListingFilters } from '../browse/filters.ts';

/** The area in the form: around a town ('near'), or along the route between two towns ('way'). */
export interface AreaDraft extends Pick<ListingFilters, 'near' | 'from' | 'to' | 'within'> {
  kind: 'near' | 'way';
}

/** The kinds of areas, each with its town fields and its choices of distance in miles. */
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

/** Returns the area in the filters as a draft for the form. */
export function draftOf({ near, from, to, within }: ListingFilters): AreaDraft {
  return { kind: to ? 'way' : 'near', near, from, to, within };
}
