import type { Selectable } from 'kysely';
import type { Listings } from '@marketplace/db/types.generated';
import { type LocationMatch, matchLocation } from '@marketplace/shared/regions/match-location';
import { fill, texts } from '@marketplace/shared/texts';
import { badField } from '../../errors.ts';
import type { Config } from '../../platform/config.ts';

/** The columns that hold the place of a listing. */
export type Place = Pick<Selectable<Listings>, 'location' | 'town' | 'county' | 'lat' | 'lon'>;

/**
 * Returns the place that a typed location means, or null outside the region. A hamlet has its
 * town's coordinates. A county has none, because those of its center would be wrong.
 */
export function placeOf(typed: string): Place | null {
  const match = matchLocation(typed);
  return match.ok ? placed(match) : null;
}

function placed({ canonical, town, county }: Extract<LocationMatch, { ok: true }>): Place {
  return {
    location: canonical,
    town: town?.name ?? null,
    county: county ?? null,
    lat: town?.lat ?? null,
    lon: town?.lon ?? null,
  };
}

/** Returns the place that a location means. Throws BAD_REQUEST for `field` outside the region. */
export function placeWithinRegion(typed: string, { brand }: Config, field = 'location'): Place {
  const match = matchLocation(typed);
  if (match.ok) return placed(match);
  const message = fill(texts.locationOutside, { product: brand.productName });
  throw badField(field, message, match.suggestions);
}

/** The place of a listing whose location was removed. */
export const nowhere: Place = { location: '', town: null, county: null, lat: null, lon: null };

/** Returns the town or county of a location filter: {} for the region, null outside it. */
export function placeFilter(location: string | undefined) {
  if (!location?.trim()) return {};
  const match = matchLocation(location);
  if (!match.ok) return null;
  return match.town ? { town: match.town.name } : { county: match.county };
}
