import {
  type Address,
  elsewhere,
  otherPlaceAfter,
  otherPlaceBefore,
  parseAddress,
} from './address.ts';
import { suggestLocations } from './suggest-locations.ts';
import {
  findPlace,
  hasLaterWordStartingWith,
  indexedHamlets,
  indexedTowns,
  maxWordsInName,
  nearestPlace,
  type PlaceIndex,
} from './town-names.ts';
import {
  type CountyName,
  findCounty,
  type Place,
  placesOfZipCodes,
  type Town,
  townLabel,
  towns,
} from './towns.ts';

/**
 * The meaning of a typed location. `canonical` is what a listing stores. For a hamlet, `town` is
 * the town that it is part of. A refusal always has suggestions; `meant` is set if the first of
 * them is a likely misspelling.
 */
export type LocationMatch =
  | { ok: true; canonical: string; town?: Town; county?: CountyName }
  | { ok: false; suggestions: string[]; meant?: string };

type Segments = Address['segments'];
type Refusal = Extract<LocationMatch, { ok: false }>;
type TownMatch = { ok: true; canonical: string; town: Town } | Refusal;

/** Suggested for a place that is nowhere near the region. */
const largestTowns = ['Albany, NY', 'Schenectady, NY', 'Troy, NY', 'Saratoga Springs, NY'];

/** How many places are suggested instead of a refused one. */
const mostSuggested = 4;

/** The stored value of a location that names only the region. */
export const regionLabel = 'Capital Region, NY';

const regionNames =
  /^(?:ny|nys|new york|new york state|state of new york|upstate ny|upstate new york)$/;

/** Minimum letters of a name within text, so that 'any day' does not mean the town Day. */
const withinMinLength = 4;

/**
 * Interprets a typed location by the first of these rules that applies. Refuses everything else,
 * including blank text; the caller knows whether a location is required.
 *
 * 1. Another state or country, or a county outside the eight, is refused: 'Troy, MI'.
 * 2. A part between commas that is a place: 'troy ny 12180', '12 River St, Troy'. The first one
 *    counts, but a town wins over a hamlet of another town or after it: 'Troy (Lansingburgh)'.
 * 3. A prefix of a town's name, or of a later word in it, of at least five letters and more than
 *    half the name: 'schenect'. If several towns match ('Greenbush'), it is stored as their county
 *    or else as the region, never as a guessed town.
 * 4. A town's name as whole words within a part, the longest, or the last of equally long ones:
 *    'Downtown Troy'. Not in street names ('Albany Ave') or namesakes ('New Albany'), and not if
 *    the part is a likely misspelling of another town ('Saratoga Sprngs').
 * 5. A ZIP code of the region, then a hamlet by rules 3 and 4: '12110', 'near Delmar'.
 * 6. A county: 'albany county', or its bare name if no town has that name.
 * 7. The region: 'Capital Region', or only 'NY', 'New York', and the like. 'New York, NY' is the
 *    city.
 *
 * A part of a generic term ('York') and an unknown place in New York State are refused. A
 * misspelled place is refused with a suggestion, and never stored by guess.
 */
export function matchLocation(input: string): LocationMatch {
  const address = parseAddress(input);
  if (address.elsewhere) return refused();
  const segments = address.segments.map(withoutLookAlikes);
  const exact = exactPlace(segments);
  if (exact) return matched(exact);

  const only = (segments.length === 1 ? segments[0]?.join('') : undefined) ?? '';
  const whole = matchedCandidates(placesStartingWith(indexedTowns, only), findCounty(only));
  if (whole) return whole;

  const slip = nearestIn(indexedTowns, segments);
  const within = longestWithin(segments, isTown);
  if (within && (slip === undefined || slip.town === within.town)) return matched(within);
  if (within === undefined) {
    const [coded] = address.zipCode ? placesOfZipCodes(address.zipCode) : [];
    if (coded) return matched(coded);
    if (!slip) {
      const begun = matchedCandidates(placesStartingWith(indexedHamlets, only));
      if (begun) return begun;
      const hamlet = longestWithin(segments, isHamlet);
      if (hamlet) return matched(hamlet);
    }
    if (address.county) return matchedCounty(address.county);
    if (namesRegion(address)) return { ok: true, canonical: regionLabel };
  }
  return refused(slip ?? firstTownStartingWith(only) ?? nearestIn(indexedHamlets, segments), only);
}

/** Interprets a typed location that must be a town; refuses a county and the whole region. */
export function matchTown(input: string): TownMatch {
  const match = matchLocation(input);
  if (!match.ok) return match;
  const { town, county } = match;
  if (town) return { ...match, town };
  const inCounty = towns.filter((one) => one.county === county).map(townLabel);
  const like = [...suggestLocations(input), ...inCounty, ...largestTowns];
  return { ok: false, suggestions: [...new Set(like)].slice(0, mostSuggested) };
}

function refused(meant?: Place, typed = ''): LocationMatch {
  const label = meant && townLabel(meant);
  const like = [...(label ? [label] : []), ...suggestLocations(typed)];
  const suggestions = [...new Set(like.length > 0 ? like : largestTowns)].slice(0, mostSuggested);
  return { ok: false, suggestions, ...(label && { meant: label }) };
}

const isTown = ({ name, town }: Place) => name === town.name;
const isHamlet = (place: Place) => !isTown(place);

function matched(place: Place): LocationMatch {
  const { town } = place;
  return { ok: true, canonical: townLabel(place), town, county: town.county };
}

function matchedCounty(county: CountyName): LocationMatch {
  return { ok: true, canonical: `${county} County, NY`, county };
}

function matchedCandidates(
  candidates: readonly Place[],
  bare?: CountyName,
): LocationMatch | undefined {
  if (bare) return matchedCounty(bare);
  const [first, ...others] = candidates;
  if (!first) return undefined;
  if (others.length === 0) return matched(first);
  const shared = others.every(({ town }) => town.county === first.town.county);
  return shared ? matchedCounty(first.town.county) : { ok: true, canonical: regionLabel };
}

/** Returns the first part that is a place. A hamlet counts alone or before its town. */
function exactPlace(segments: Segments): Place | undefined {
  const named = segments.flatMap((words) => findExact(words) ?? []);
  const town = named.find(isTown);
  const [first] = named;
  return town && first?.town !== town.town ? town : first;
}

function findExact(words: readonly string[]): Place | undefined {
  const [first = '', second] = words;
  const formal = second === 'of' && ['city', 'town', 'village'].includes(first);
  return findPlace((formal ? words.slice(2) : words).join(' '));
}

/**
 * Returns the places whose name starts with a fragment, or has a later word that does. A prefix of
 * both 'Ballston' and 'Ballston Spa' means the first, whose whole name is in both.
 */
function placesStartingWith(index: PlaceIndex, fragment: string): Place[] {
  // The word 'fort' must not mean Fort Ann.
  if (fragment.length < 5) return [];
  const long = index.filter(({ key }) => fragment.length * 2 > key.length);
  const matches = long.filter(({ key }) => key.startsWith(fragment));
  const [first] = matches;
  if (first && matches.every(({ key }) => key.startsWith(first.key))) return [first];
  return matches.length > 0
    ? matches
    : long.filter((entry) => hasLaterWordStartingWith(entry, fragment));
}

function firstTownStartingWith(fragment: string): Place | undefined {
  return fragment.length < 4 ? undefined : indexedTowns.find(({ key }) => key.startsWith(fragment));
}

function nearestIn(index: PlaceIndex, segments: Segments): Place | undefined {
  const places = segments.map((words) => nearestPlace(index, words.join('')));
  return places.find((place) => place !== undefined);
}

function withoutLookAlikes(words: readonly string[]): string[] {
  let text = ` ${words.join(' ')} `;
  for (const name of elsewhere) text = text.replaceAll(` ${name} `, ' ');
  return text.split(' ').filter((word) => word !== '');
}

function longestWithin(segments: Segments, counts: typeof isTown): Place | undefined {
  let longest: Place | undefined;
  for (const words of segments) {
    for (let start = 0; start < words.length; start += 1) {
      const place = placeStartingAt(words, start, counts);
      if (place && place.name.length >= (longest?.name.length ?? withinMinLength)) longest = place;
    }
  }
  return longest;
}

function placeStartingAt(words: readonly string[], start: number, counts: typeof isTown) {
  if (otherPlaceBefore.has(words[start - 1] ?? '')) return undefined;
  if (words[start - 1] === 'of' && words[start - 2] === 'county') return undefined;
  for (let count = maxWordsInName; count > 0; count -= 1) {
    if (start + count > words.length) continue;
    const place = findPlace(words.slice(start, start + count).join(' '));
    if (place && counts(place)) {
      return otherPlaceAfter.has(words[start + count] ?? '') ? undefined : place;
    }
  }
  return undefined;
}

function namesRegion({ words }: Address): boolean {
  const text = words.join(' ');
  return regionNames.test(text) || /\bcapital (?:region|district)\b/.test(text);
}
