import { placeSegments } from './town-names.ts';
import { type CountyName, findCounty } from './towns.ts';

/** The parts of a typed location. */
export interface Address {
  /** All words except for the country. A ZIP code stays, because it identifies a place. */
  words: readonly string[];
  /** The parts between commas, without state and ZIP code. Empty parts are left out. */
  segments: readonly (readonly string[])[];
  /** The first ZIP code at the end of a part. */
  zipCode?: string;
  /** The county of the region that precedes or follows the word 'county'. */
  county?: CountyName;
  /** True if the text names another state or country, or a county outside the region. */
  elsewhere: boolean;
}

const newYork = ['new york state', 'new york', 'ny', 'nys'];
const unitedStates = ['united states of america', 'united states', 'usa', 'us'];

/** Splits a typed location into segments, county, and state, in linear time. */
export function parseAddress(input: string): Address {
  const typed = placeSegments(input);
  const segments = typed
    .map((segment) => withoutZipCode(withoutEnding(withoutZipCode(segment), unitedStates)))
    .filter((segment) => segment.length > 0);
  const named = segments.map(countyNamedIn);
  const zipCodes = typed.map((segment) => zipCodeOf(withoutEnding(segment, unitedStates)));
  return {
    words: typed.flatMap((segment) => withoutEnding(segment, unitedStates)),
    segments: segments
      .map((segment) => withoutZipCode(withoutEnding(segment, newYork)))
      .filter((segment) => segment.length > 0),
    zipCode: zipCodes.find((code) => code !== undefined),
    county: named.find((county) => county !== undefined && county !== 'outside'),
    elsewhere: named.includes('outside') || namesOtherState(segments),
  };
}

function withoutEnding(words: readonly string[], endings: readonly string[]): readonly string[] {
  const text = ` ${words.join(' ')}`;
  const ending = endings.find((end) => text.endsWith(` ${end}`));
  return ending ? words.slice(0, -ending.split(' ').length) : words;
}

function withoutZipCode(words: readonly string[]): readonly string[] {
  const code = zipCodeOf(words);
  return code ? words.slice(0, words.lastIndexOf(code)) : words;
}

/** Returns the ZIP code at the end of the words, with or without its four-digit extension. */
function zipCodeOf(words: readonly string[]): string | undefined {
  const zip = /^\d{5}$/;
  const last = words.at(-1) ?? '';
  if (zip.test(last)) return last;
  const before = words.at(-2) ?? '';
  return /^\d{4}$/.test(last) && zip.test(before) ? before : undefined;
}

/** Returns true if another state or country is named last or alone between commas. */
function namesOtherState(segments: readonly (readonly string[])[]): boolean {
  const last = segments.at(-1) ?? [];
  if (withoutEnding(last, newYork).length < last.length) return false;
  const shortForCounty = last.at(-1) === 'co' && findCounty(last.at(-2)) !== undefined;
  const closing = [1, 2, 3].some((count) => otherStates.has(last.slice(-count).join(' ')));
  return (closing && !shortForCounty) || segments.some((words) => otherStates.has(words.join(' ')));
}

function countyNamedIn(words: readonly string[]): CountyName | 'outside' | undefined {
  for (const [index, word] of words.entries()) {
    const name = words[index + 1] === 'of' ? words[index + 2] : words[index - 1];
    const county = findCounty(name);
    if (word === 'county') return county ?? 'outside';
    if (word === 'co' && county) return county;
  }
  return undefined;
}

const stateCodes =
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj ' +
  'nm nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy pr';

const stateNames =
  'alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,district of columbia,' +
  'florida,georgia,hawaii,idaho,illinois,indiana,iowa,kansas,kentucky,louisiana,maine,maryland,' +
  'massachusetts,mass,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,' +
  'new hampshire,new jersey,new mexico,north carolina,north dakota,ohio,oklahoma,oregon,' +
  'pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia,' +
  'west virginia,washington state,wisconsin,wyoming,puerto rico';

// Only countries and provinces with a place that shares a name with a town of the region. Not
// Scotland, which would match the end of 'New Scotland'.
const countryNames =
  'australia,bahamas,british columbia,canada,egypt,england,germany,great britain,greece,holland,ireland,' +
  'israel,jamaica,netherlands,new brunswick,new zealand,nova scotia,on,ontario,quebec,' +
  'south africa,the netherlands,uk,united kingdom,wales';

/** Other states and countries, with their words separated by single spaces. */
export const otherStates: ReadonlySet<string> = new Set([
  ...stateCodes.split(' '),
  ...stateNames.split(','),
  ...countryNames.split(','),
]);

/** Places outside the region that look like one of its names and that no rule below covers. */
export const elsewhere: readonly string[] = (
  'boston,queens,kings,greenwich village,hudson yards,hudson square,north hudson,east hampton,' +
  'south hampton,west hampton,east chester,west chester,north salem,south salem'
).split(',');

/** Words before a town's name that make it another place: New Hartford, Port Chester. */
export const otherPlaceBefore: ReadonlySet<string> = new Set(
  'new port fort mount mt saint san santa'.split(' '),
);

/** Words after a town's name that make it a street, another place, or the county. */
export const otherPlaceAfter: ReadonlySet<string> = new Set(
  (
    'street st avenue ave av road rd drive dr lane ln boulevard blvd court ct way turnpike tpke ' +
    'highway hwy parkway pkwy terrace place pl circle route heights hills valley bay bays beach ' +
    'river county co'
  ).split(' '),
);
