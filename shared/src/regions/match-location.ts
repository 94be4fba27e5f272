import {
  type Address,
  elsewhere,
  otherPlaceAfter,
  otherPlaceBefore,
  parseAddress,
} from './address.ts';
import {
  findTown,
  hasLaterWordBegunBy,
  indexedTowns,
  mostWordsInName,
  nearestTown,
} from './town-names.ts';
import { type CountyName, findCounty, type Town, townLabel } from './towns.ts';

/** What a typed location means; `canonical` is what a listing stores. */
export type LocationMatch =
  | { ok: true; canonical: string; town?: Town; county?: CountyName }
  | { ok: false; suggestion?: string };

/** The stored value of a location that names the region but no town or county of it. */
export const regionLabel = 'Capital Region, NY';

const regionNames = new Set([
  'ny',
  'nys',
  'new york',
  'new york state',
  'state of new york',
  'upstate ny',
  'upstate new york',
]);

/** Letters a beginning needs to stand for a name; one less would take 'fort' for Fort Ann. */
const fragmentMinLength = 5;

/** Letters of a name sought within other words: 'Troy' counts there, the 'Day' of 'any day' not. */
const withinMinLength = 4;

/** Letters from which a refused beginning is worth a suggestion. */
const suggestionMinLength = 4;

/**
 * Reads a typed location by the first of these rules that applies. Everything else is refused, blank
 * text too (the caller knows whether a location is required).
 *
 * 1. Another state or country, or a county outside the eight, is refused: 'Troy, MI'.
 * 2. A part between commas that is a town: 'troy ny 12180', '12 River St, Troy'. The first counts.
 * 3. The beginning of a town's name, or of a later word of it, of at least five letters and more
 *    than half the name: 'schenect'. Where several towns fit ('Greenbush') it is stored as their
 *    county or, failing that, as the region, never as a guessed town.
 * 4. A town's name as whole words within a part, the longest, the last of equals: 'Downtown Troy';
 *    not in street names ('Albany Ave') or namesakes ('New Albany'), and not where the part is a
 *    slip away from another town ('Saratoga Sprngs').
 * 5. A county: 'albany county', or its bare name where no town bears it.
 * 6. The region: 'Capital Region', or nothing but 'NY', 'New York' and the like; 'New York, NY' is
 *    the city.
 *
 * A fragment of a generic term is no location ('York'), nor is an unknown place in New York State.
 * A misspelled town is refused with the `suggestion` the form can offer, and never stored by guess.
 */
export function matchLocation(input: string): LocationMatch {
  const address = parseAddress(input);
  if (address.elsewhere) return { ok: false };
  const segments = address.segments.map(withoutLookAlikes);
  const exact = segments.map(exactTown).find((town) => town !== undefined);
  if (exact) return matched(exact);

  const only = segments.length === 1 ? segments[0]?.join('') : undefined;
  const begun = townsBegunBy(only ?? '');
  const whole = matchedCandidates(begun, findCounty(only));
  if (whole) return whole;

  const slip = segments
    .map((words) => nearestTown(words.join('')))
    .find((town) => town !== undefined);
  const within = longestTownWithin(segments);
  if (within && (slip === undefined || slip === within)) return matched(within);
  if (within === undefined && address.county) return matchedCounty(address.county);
  if (within === undefined && namesRegion(address)) return { ok: true, canonical: regionLabel };
  const meant = slip ?? firstTownBegunBy(only ?? '');
  return meant ? { ok: false, suggestion: townLabel(meant) } : { ok: false };
}

function matched(town: Town): LocationMatch {
  return { ok: true, canonical: townLabel(town), town, county: town.county };
}

function matchedCounty(county: CountyName): LocationMatch {
  return { ok: true, canonical: `${county} County, NY`, county };
}

function matchedCandidates(
  candidates: readonly Town[],
  bare: CountyName | undefined,
): LocationMatch | undefined {
  if (bare) return matchedCounty(bare);
  const [first, ...others] = candidates;
  if (!first) return undefined;
  if (others.length === 0) return matched(first);
  const shared = others.every(({ county }) => county === first.county);
  return shared ? matchedCounty(first.county) : { ok: true, canonical: regionLabel };
}

function exactTown(words: readonly string[]): Town | undefined {
  const [first = '', second] = words;
  const formal = second === 'of' && ['city', 'town', 'village'].includes(first);
  return findTown((formal ? words.slice(2) : words).join(' '));
}

/** A beginning shared by 'Ballston' and 'Ballston Spa' means the former, whose name is all in both. */
function townsBegunBy(fragment: string): Town[] {
  if (fragment.length < fragmentMinLength) return [];
  const long = indexedTowns.filter(({ key }) => fragment.length * 2 > key.length);
  const begun = long.filter(({ key }) => key.startsWith(fragment));
  const [first] = begun;
  if (first && begun.every(({ key }) => key.startsWith(first.key))) return [first.town];
  const found =
    begun.length > 0 ? begun : long.filter((entry) => hasLaterWordBegunBy(entry, fragment));
  return found.map(({ town }) => town);
}

function firstTownBegunBy(fragment: string): Town | undefined {
  if (fragment.length < suggestionMinLength) return undefined;
  return indexedTowns.find(({ key }) => key.startsWith(fragment))?.town;
}

function withoutLookAlikes(words: readonly string[]): string[] {
  let text = ` ${words.join(' ')} `;
  for (const name of elsewhere) text = text.replaceAll(` ${name} `, ' ');
  return text.split(' ').filter((word) => word !== '');
}

function longestTownWithin(segments: readonly (readonly string[])[]): Town | undefined {
  let longest: Town | undefined;
  for (const words of segments) {
    for (let start = 0; start < words.length; start += 1) {
      const town = townStartingAt(words, start);
      if (town && town.name.length >= (longest?.name.length ?? withinMinLength)) longest = town;
    }
  }
  return longest;
}

function townStartingAt(words: readonly string[], start: number): Town | undefined {
  if (otherPlaceBefore.has(words[start - 1] ?? '')) return undefined;
  if (words[start - 1] === 'of' && words[start - 2] === 'county') return undefined;
  for (let count = mostWordsInName; count > 0; count -= 1) {
    if (start + count > words.length) continue;
    const town = findTown(words.slice(start, start + count).join(' '));
    if (town) return otherPlaceAfter.has(words[start + count] ?? '') ? undefined : town;
  }
  return undefined;
}

function namesRegion({ words }: Address): boolean {
  const text = words.join(' ');
  return regionNames.has(text) || /\bcapital (?:region|district)\b/.test(text);
}
