import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { nearMiles, wayMiles } from '@marketplace/shared/listings/constants';
import type { FilterInput } from '@marketplace/shared/listings/inputs';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { matchTown } from '@marketplace/shared/regions/match-location';
import type { Town } from '@marketplace/shared/regions/towns';
import { badField } from '../../../errors.ts';
import { placeFilter } from '../place.ts';
import { findTitleWords } from './corrections.ts';
import { formsOf } from './dictionary.ts';
import { countRows, filterListings, matches } from './listings.search.ts';
import type { ListingFilter, RequestedField } from './listings.search.ts';
import { parseSearch, type RequestedFilters } from './parse-search.ts';
import { excludedQuery, remember, type Search, searchQueries, titleQuery } from './search-query.ts';
import { termsOf, toTsquery } from './search-terms.ts';

/** The conditions of a filter for the database, without those of its `search`. */
export type ReadFilter = Omit<ListingFilter, 'withInactive'>;

/**
 * Returns the conditions that a filter means, or null if no listing can pass: for a place outside
 * the region or a malformed seller id. Throws BAD_REQUEST for a bad area.
 */
export async function readFilter(db: Db, input: FilterInput): Promise<ReadFilter | null> {
  const { category, condition, kind, minPrice, featured, availability, sellerId } = input;
  const area = areaOf(input);
  const place = placeFilter(input.location);
  if (!place || (sellerId && !isId(sellerId))) return null;
  return {
    ...{ category, condition, kind, minPrice, featured, availability, sellerId },
    ...{ withPhoto: input.withPhoto, postedWithin: input.postedWithin },
    maxPrice: input.free ? '0' : input.maxPrice,
    excluded: await excludedQuery(db, input.exclude),
    ...place,
    towns: area?.map(({ name }) => name),
  };
}

/** Returns the towns around `near`, or on the way `from` one `to` another, or null for neither. */
export function areaOf({ near, from, to, within }: FilterInput): Town[] | null {
  if (from?.trim() || to?.trim()) {
    const ends = [townOf('from', from), townOf('to', to)] as const;
    return townsAlong(...ends, milesOf(within, wayMiles));
  }
  if (within === undefined) return null;
  return townsWithin(townOf('near', near), milesOf(within, nearMiles));
}

/** Returns the town that a field names. Throws BAD_REQUEST for any other place. */
export function townOf(field: 'near' | 'from' | 'to', typed = ''): Town {
  const match = matchTown(typed);
  if (match.ok) return match.town;
  throw badField(field, 'Choose a town in the Capital Region.', match.suggestions);
}

function milesOf(within: number | undefined, allowed: readonly number[]): number {
  if (within !== undefined && allowed.includes(within)) return within;
  throw badField('within', `Choose one of these distances in miles: ${allowed.join(', ')}.`);
}

/** A filter, after its search was divided into words and filters. */
export interface Understanding {
  /** The words left to search for, without the requests that became filters. */
  search: string;
  /** The filters read from the search. `exclude` also has the words that the user chose. */
  requested: RequestedFilters;
  /** The conditions for the database; null if no listing can meet them. */
  filter: ReadFilter | null;
  /** The queries for the words, to be tried in turn; null if no words are left. */
  queries: (() => AsyncGenerator<Search>) | null;
}

/**
 * Reads a filter. Plain requests in its search become filters, unless the user chose such a filter.
 * They stay words if at least as many titles have these words as listings match the filters ('new
 * balance'). If fewer titles have them, both are found. Throws BAD_REQUEST for a bad area.
 */
export async function understand(db: Db, input: FilterInput): Promise<Understanding> {
  const { search = '', literal = false } = input;
  if (literal || search.trim() === '') return read(db, input, { search });
  const request = parseSearch(search);
  const { exclude, ...asked } = unlessChosen(request.filters, input);
  const excluded = exclude ? { exclude: [input.exclude, exclude].filter(Boolean).join(' ') } : {};
  const base = { ...input, ...excluded };
  if (Object.keys(asked).length === 0) {
    return read(db, base, { search: request.search, requested: excluded });
  }
  const title = await titleQuery(db, request.words);
  const withTitle = title && (await readCounts(db, { base, asked, title, search: request.search }));
  if (withTitle && withTitle.typed > 0 && withTitle.typed >= withTitle.asked) {
    return read(db, base, { search: request.words, requested: excluded });
  }
  const requested = { ...asked, ...excluded };
  const usedTitle = withTitle && withTitle.typed > 0 ? title : undefined;
  const reading = { search: request.search, requested, title: usedTitle };
  return read(db, { ...base, ...asked }, reading);
}

async function read(
  db: Db,
  input: FilterInput,
  reading: { search: string; requested?: RequestedFilters; title?: string | undefined },
): Promise<Understanding> {
  const { search, requested = {}, title } = reading;
  const filter = await readFilter(db, input);
  const options = { literal: input.literal ?? false, title };
  return {
    search,
    requested,
    filter:
      filter && (title ? { ...filter, title, requested: fieldsOf(filter, requested) } : filter),
    queries: search.trim() === '' ? null : () => searchQueries(db, search, options),
  };
}

/** Returns the columns that the requested filters compare. */
function fieldsOf(filter: ReadFilter, requested: RequestedFilters): RequestedField[] {
  const isPlace = Boolean(requested.location || requested.near);
  const asked: Record<RequestedField, boolean> = {
    condition: Boolean(requested.condition),
    minPrice: Boolean(requested.minPrice),
    maxPrice: Boolean(requested.maxPrice || requested.free),
    ...{ town: isPlace, towns: isPlace, county: isPlace },
  };
  const fields = Object.keys(asked) as RequestedField[];
  return fields.filter((field) => asked[field] && filter[field]);
}

/** Returns the requested filters without those that the user chose. */
function unlessChosen(asked: RequestedFilters, input: FilterInput): RequestedFilters {
  const place = input.location || input.near || input.from || input.to;
  const price = input.minPrice || input.maxPrice || input.free;
  const chosen: Record<string, unknown> & Record<keyof RequestedFilters, unknown> = {
    condition: input.condition,
    ...{ location: place, near: place, within: place },
    ...{ minPrice: price, maxPrice: price, free: price },
    exclude: false,
  };
  return Object.fromEntries(Object.entries(asked).filter(([field]) => !chosen[field]));
}

/** Listings are counted up to this number to compare two readings of a search. */
const maxCompared = 100;

type Readings = { base: FilterInput; asked: RequestedFilters; title: string; search: string };

/** Returns how many listings each of the two readings finds. */
async function readCounts(db: Db, { base, asked, title, search }: Readings) {
  const plain = await readFilter(db, base);
  const filtered = await readFilter(db, { ...base, ...asked });
  const words = toTsquery(termsOf(search));
  return remember(db, ['readings', base, asked], async (trx) => {
    const count = (filter: ReadFilter | null, query: string) => {
      if (!filter) return 0;
      const candidates = filterListings(trx, { ...filter, withInactive: false });
      const found = query ? candidates.where(matches(query)) : candidates;
      return countRows(trx, found.select('id').limit(maxCompared));
    };
    return { typed: await count(plain, title), asked: await count(filtered, words) };
  });
}

/** Returns how a search was understood. `used` is the query that found hits, or the first. */
export async function viewUnderstood(db: Db, understood: Understanding, used: Search | null) {
  const { search, requested: filters } = understood;
  const also = used?.terms.flatMap((term) => term.also) ?? [];
  const dropped = [...(used?.dropped ?? [])];
  if (also.length === 0) return { search, filters, expansions: [], dropped };
  const forms = also.flatMap(({ words }) => words.flatMap(formsOf));
  const read = (trx: Db) => findTitleWords(trx, forms);
  const titleWords = await remember(db, ['title words', ...forms], read);
  const expansions = new Map<string, string[]>();
  for (const one of new Set(also)) {
    if (!one.words.every((word) => formsOf(word).some((form) => titleWords.has(form)))) continue;
    // Several words together may have one synonym.
    const words = used?.terms.filter((term) => term.also.includes(one)).map(({ typed }) => typed);
    const word = words?.join(' ') ?? '';
    expansions.set(word, [...(expansions.get(word) ?? []), one.text]);
  }
  const listed = Array.from(expansions, ([word, also]) => ({ word, also }));
  return { search, filters, expansions: listed, dropped };
}
