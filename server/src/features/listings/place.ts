import { updateListingInput } from '@marketplace/shared/listings/inputs';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { fill, texts } from '@marketplace/shared/texts';
import type { FieldIssue } from '../../errors.ts';
import type { Config } from '../../platform/config.ts';

/** Where a listing is, as its columns have it. */
export interface Place {
  location: string;
  town: string | null;
  county: string | null;
  lat: number | null;
  lon: number | null;
}

/**
 * The place that a typed location means, in its canonical form; null outside the region. One that
 * names no town has no point: the middle of a county would be a false one.
 */
export function placeOf(typed: string): Place | null {
  const match = matchLocation(typed);
  if (!match.ok) return null;
  const { canonical, town, county } = match;
  return {
    location: canonical,
    town: town?.name ?? null,
    county: county ?? null,
    lat: town?.lat ?? null,
    lon: town?.lon ?? null,
  };
}

/** The refusal of a location outside the region. */
export function outsideRegion({ brand }: Config): string {
  return fill(texts.locationOutside, { product: brand.productName });
}

/**
 * The issue of a location outside the region in the raw input of a listing; none where the schema
 * itself refuses the location, or there is none.
 */
export function locationIssues(input: unknown, config: Config): FieldIssue[] {
  const { data } = updateListingInput.pick({ location: true }).safeParse(input);
  if (!data?.location || placeOf(data.location)) return [];
  return [{ path: 'location', message: outsideRegion(config) }];
}

/** What an edit stores that takes the location away. */
export const nowhere: Place = { location: '', town: null, county: null, lat: null, lon: null };

/** The town or county that a location filter means; neither for the whole region, null for elsewhere. */
export function placeFilter(
  location: string | undefined,
): { town?: string; county?: string } | null {
  if (!location?.trim()) return {};
  const match = matchLocation(location);
  if (!match.ok) return null;
  return match.town ? { town: match.town.name } : { county: match.county };
}
