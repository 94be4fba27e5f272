import type { FilterInput } from '@marketplace/shared/listings/inputs';
import { canonicalPrice } from '@marketplace/shared/typed-price';
import { findPlace, maxWordsInName } from '@marketplace/shared/regions/town-names';
import { findCounty, placesOfZipCodes } from '@marketplace/shared/regions/towns';
import { splitPhrases } from './search-terms.ts';

/** The filters that a search can request in words. */
export type RequestedFilters = Pick<
  FilterInput,
  'minPrice' | 'maxPrice' | 'free' | 'condition' | 'location' | 'near' | 'within' | 'exclude'
>;

/** A pattern for a request, and how to read its groups: null if it is no request after all. */
type Rule = [pattern: RegExp, read: (...groups: string[]) => RequestedFilters | null];

/** An amount. It is certainly a price only with a dollar sign or a word for dollars. */
const amount = String.raw`(\d[\d,]*(?:\.\d{1,2})?k?)`;
const dollars = String.raw`(?:\$ ?${amount}|${amount} ?(?:dollars?|bucks?|usd)\b)`;
const anyAmount = String.raw`\$? ?${amount}(?: ?(?:dollars?|bucks?|usd)\b)?`;
const end = String.raw`(?![\w$.,'"’”])(?=\s|$)`;
/** An amount without a sign may be a measure ('8 feet'), unless at the end or before a place. */
const endOfAmount = String.raw`(?=\s*$|\s+(?:in|near|around|within)\s)`;
const below = String.raw`(?:under|below|less than|cheaper than|up to|at most|no more than|max(?:imum)?|<=?)`;
const above = String.raw`(?:over|above|more than|at least|from|starting at|min(?:imum)?|>=?)`;

const priceLimit =
  (field: 'minPrice' | 'maxPrice') =>
  (text = ''): RequestedFilters | null => {
    const price = priceOf(text);
    return price === null ? null : { [field]: price };
  };
const atMost = priceLimit('maxPrice');
const atLeast = priceLimit('minPrice');

const priceRules: Rule[] = [
  [rule(`(?:between|from)? ?\\$ ?${amount} ?(?:-|–|to|and) ?\\$? ?${amount}${end}`), range],
  [rule(`(?:between|from) ${amount} ?(?:-|–|to|and) ?${anyAmount}${endOfAmount}`), range],
  [rule(`${amount} ?(?:-|–|to) ?(?:\\$ ?)?${amount} ?(?:dollars|bucks|usd)`), range],
  [rule(`${below} ?${dollars}${end}`), atMost],
  [rule(`${below} ?${amount}${endOfAmount}`), atMost],
  [rule(`${above} ?${dollars}${end}`), atLeast],
  [rule(`${dollars} ?(?:or (?:less|under|below)|max)${end}`), atMost],
  [rule(`${dollars} ?(?:\\+|or (?:more|over|above)|and up)(?=\\s|$)`), atLeast],
  [rule(`(?:for )?${dollars}${end}`), atMost],
];

/** Words next to 'free' that show it is not a price: 'free weights', 'smoke free'. */
const freeBefore = 'standing|weights?|motion|range|spirit|form|flow|wheel|style';
const freeAfter =
  'smoke|pet|gluten|hands?|lead|bpa|sugar|fat|wire|dairy|stress|rust|scent|maintenance|duty|cruelty|frost|toll|care';

/** Words after 'new' that show it is not a condition: 'new york'. */
const newBefore =
  'york|balance|england|era|holland|jersey|zealand|orleans|hampshire|mexico|years?|testament|kids|beetle';

const used = 'second ?-?hand|pre-?owned|used';
const conditionRules: Rule[] = [
  [/(?<!\S)(?:in )?like[ -]new(?: condition)?(?!\S)/i, () => ({ condition: 'like-new' })],
  [/(?<!\S)(?:gently|lightly|barely) used(?!\S)/i, () => ({ condition: 'like-new' })],
  [/(?<!\S)(?:brand[ -]new|unused|in new condition)(?!\S)/i, () => ({ condition: 'new' })],
  [
    /(?<!\S)(?:in )?(good|fair|poor) condition(?!\S)/i,
    (name) => ({ condition: name.toLowerCase() as 'good' | 'fair' | 'poor' }),
  ],
  [new RegExp(`^(?:${used})(?!\\S)|(?<!\\S)(?:${used})$`, 'i'), () => ({ condition: 'used' })],
  [
    new RegExp(`^new(?! (?:${newBefore})\\b)(?!\\S)|(?<=\\S )new$`, 'i'),
    () => ({ condition: 'new' }),
  ],
];

const leadingFree = `^free(?! (?:${freeBefore})\\b)(?!\\S)`;
const lastFree = `(?<!\\S)(?:for |(?<!\\b(?:${freeAfter}) ))free$`;
const freeRules: Rule[] = [[new RegExp(`${leadingFree}|${lastFree}`, 'i'), () => ({ free: true })]];

const placeWord = String.raw`[\p{L}\d.'’-]+`;
const place = String.raw`(${placeWord}(?: ${placeWord}){0,${maxWordsInName}})`;
const within = /(?<!\S)within (\d+) ?(?:miles?|mi) (?:of|from)$/i;

/** The distance from a town that 'near' means, in miles. */
const nearby = 10;

/** Phrases around the words to search for. Listings need not contain them. */
const fillers = /(?<!\S)(?:for sale|near ?me|near ?by|looking for|want(?:ed)? to buy)(?!\S)/gi;

/** Words that mean any listing when the search also has a filter: 'free stuff'. */
const anything = /(?<!\S)(?:stuff|things|items|anything|everything)(?!\S)/gi;

/**
 * Divides a search into words and filters: '-word', and requests for a price ('under $100',
 * 'free'), a place ('in Troy', 'near 12180') or a condition ('used'). Quoted phrases stay words.
 * Any text is safe.
 */
export function parseSearch(text: string) {
  const { phrases, rest: unquoted } = splitPhrases(text.replace(excludedPhrase, ' '));
  const filters: RequestedFilters = {};
  const excluded = Array.from(text.matchAll(excludedPhrase), ([, phrase = '']) => `"${phrase}"`);
  let rest = unquoted.replace(/(?<!\S)[-–—]([\p{L}\p{N}]\S*)/gu, (_, word: string) => {
    excluded.push(word);
    return ' ';
  });
  const quotes = phrases.map((phrase) => `"${phrase}"`);
  const words = [...quotes, tidy(rest)].join(' ').trim();
  rest = readPlace(tidy(rest), filters);
  for (const rules of [priceRules, conditionRules, freeRules])
    rest = readFirst(rest, rules, filters);
  const hasFilter = Object.keys(filters).length > 0;
  const bare = tidy(rest.replace(fillers, ' ').replace(anything, hasFilter ? ' ' : '$&'));
  if (bare !== '' || phrases.length > 0 || hasFilter) rest = bare;
  if (excluded.length > 0) filters.exclude = excluded.join(' ');
  // `words` is the text without '-words', in case its requests turn out to be words.
  return { search: [...quotes, rest].join(' ').trim(), filters, words };
}

const excludedPhrase = /(?<!\S)-"([^"]*[\p{L}\p{N}][^"]*)"(?!\S)/gu;

function rule(pattern: string): RegExp {
  return new RegExp(`(?<!\\S)${pattern}`, 'i');
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/^[ ,;]+|[ ,;]+$/g, '');
}

/** Adds the filters of the first rule that applies, and returns the text without its match. */
function readFirst(text: string, rules: Rule[], filters: RequestedFilters): string {
  for (const [pattern, read] of rules) {
    const found = pattern.exec(text);
    const asked = found && read(...found.slice(1).filter((group) => group !== undefined));
    if (!found || !asked) continue;
    Object.assign(filters, asked);
    return tidy(`${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`);
  }
  return text;
}

function range(low = '', high = ''): RequestedFilters | null {
  const [minPrice, maxPrice] = [priceOf(low), priceOf(high)];
  if (minPrice === null || maxPrice === null || Number(minPrice) > Number(maxPrice)) return null;
  return { minPrice, maxPrice };
}

function priceOf(text: string): string | null {
  const [, digits = '', thousands] = /^([\d,.]+)(k)?$/i.exec(text) ?? [];
  const bare = digits.replaceAll(',', '');
  return canonicalPrice(thousands ? String(Number(bare) * 1_000) : bare);
}

/** Adds the place after 'in', 'near' and the like, and returns the text without it. */
function readPlace(text: string, filters: RequestedFilters): string {
  const after = new RegExp(String.raw`(?<!\S)(in|near|around|of|from) ${place}`, 'giu');
  for (const found of text.matchAll(after)) {
    const [, word = '', names = ''] = found;
    const named = firstPlace(names.split(' '));
    if (!named) continue;
    const upTo = text.slice(0, found.index + word.length);
    const distance = within.exec(upTo);
    if (!distance && /^(?:of|from)$/i.test(word)) continue;
    const asked =
      distance || !/^in$/i.test(word) ? aroundPlace(named, distance) : { location: named.location };
    Object.assign(filters, asked);
    const before = distance ? upTo.slice(0, distance.index) : text.slice(0, found.index);
    return tidy(`${before} ${text.slice(found.index + word.length + 1 + named.length)}`);
  }
  const zipCode = /^\d{5}(?= \S)|(?<=\S )\d{5}$/.exec(text);
  const named = zipCode && firstPlace([zipCode[0]]);
  if (!zipCode || !named) return text;
  filters.location = named.location;
  return tidy(text.replace(zipCode[0], ' '));
}

/** A place. `town` is null for a county; `length` is that of the name in the text. */
type NamedPlace = { town: string | null; location: string; length: number };

/** Returns the place with the longest name at the start, including a state after it. */
function firstPlace(words: string[]): NamedPlace | null {
  for (let count = Math.min(words.length, maxWordsInName + 1); count > 0; count -= 1) {
    const name = words.slice(0, count).join(' ');
    const next = words[count] ?? '';
    const length = name.length + (/^n\.?y\.?$/i.test(next) ? next.length + 1 : 0);
    const letters = name.toLowerCase().replace(/[^\p{L}\d]+/gu, ' ');
    const plain = letters.trim();
    const found = /^\d{5}$/.test(plain) ? placesOfZipCodes(plain)[0] : findPlace(plain);
    if (found) return { town: found.town.name, location: found.name, length };
    const [, bare] = /^(.+) county$/.exec(plain) ?? [];
    const county = findCounty(bare);
    if (county) return { town: null, location: `${county} County`, length };
  }
  return null;
}

function aroundPlace({ town, location }: NamedPlace, distance: RegExpExecArray | null) {
  if (town === null) return { location };
  const miles = Number(distance?.[1] ?? nearby);
  const allowed = [5, 10, 25, 50].find((most) => most >= miles) ?? 50;
  return { near: location, within: allowed };
}
