import { otherStates } from './look-alikes.ts';
import { placeSegments } from './place-text.ts';
import { counties, type CountyName } from './towns.ts';

/** A typed location taken apart. */
export interface Address {
  /** Every word typed but the United States; a zip code stays, as it means one place. */
  words: readonly string[];
  /** The parts between commas, without state and zip code; empty ones are left out. */
  parts: readonly (readonly string[])[];
  /** The county of the region that is named with the word 'county'. */
  county?: CountyName;
  /** Another state or country, or a county outside the region, is named. */
  elsewhere: boolean;
}

const newYork: readonly (readonly string[])[] = [
  ['new', 'york', 'state'],
  ['new', 'york'],
  ['ny'],
  ['nys'],
];

const unitedStates: readonly (readonly string[])[] = [
  ['united', 'states', 'of', 'america'],
  ['united', 'states'],
  ['usa'],
  ['us'],
];

/** Takes a typed location apart into town parts, county and state; in time linear in its length. */
export function parseAddress(input: string): Address {
  const typed = placeSegments(input);
  const segments = typed
    .map((segment) => withoutZipCode(withoutEnding(withoutZipCode(segment), unitedStates)))
    .filter((segment) => segment.length > 0);
  const named = segments.map(countyNamedIn);
  return {
    words: typed.flatMap((segment) => withoutEnding(segment, unitedStates)),
    parts: segments
      .map((segment) => withoutZipCode(withoutEnding(segment, newYork)))
      .filter((segment) => segment.length > 0),
    county: named.find((county) => county !== undefined && county !== 'outside'),
    elsewhere: named.includes('outside') || namesOtherState(segments),
  };
}

function withoutEnding(
  words: readonly string[],
  endings: readonly (readonly string[])[],
): readonly string[] {
  const ending = endings.find((end) => end.every((word, i) => word === words.at(i - end.length)));
  return ending ? words.slice(0, -ending.length) : words;
}

function withoutZipCode(words: readonly string[]): readonly string[] {
  const zip = /^\d{5}$/;
  if (zip.test(words.at(-1) ?? '')) return words.slice(0, -1);
  const withFour = /^\d{4}$/.test(words.at(-1) ?? '') && zip.test(words.at(-2) ?? '');
  return withFour ? words.slice(0, -2) : words;
}

/** A closing 'NY' settles the state; else a closing state counts, or one alone between commas. */
function namesOtherState(segments: readonly (readonly string[])[]): boolean {
  const last = segments.at(-1) ?? [];
  if (withoutEnding(last, newYork).length < last.length) return false;
  const shortForCounty = last.at(-1) === 'co' && isCounty(last.at(-2));
  const closing = [1, 2, 3].some((count) => otherStates.has(last.slice(-count).join(' ')));
  return (closing && !shortForCounty) || segments.some((words) => otherStates.has(words.join(' ')));
}

function countyNamedIn(words: readonly string[]): CountyName | 'outside' | undefined {
  for (const [index, word] of words.entries()) {
    const name = words[index + 1] === 'of' ? words[index + 2] : words[index - 1];
    const county = counties.find((known) => known.name.toLowerCase() === name)?.name;
    if (word === 'county') return county ?? 'outside';
    if (word === 'co' && county) return county;
  }
  return undefined;
}

function isCounty(word: string | undefined): boolean {
  return counties.some(({ name }) => name.toLowerCase() === word);
}
