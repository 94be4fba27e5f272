import type { Db } from '@marketplace/db/database';
import type { UnderstoodView } from '@marketplace/shared/listings/views';
import { findTitleWords } from './corrections.ts';
import { formsOf } from './dictionary.ts';
import { type FilterInput, readFilter, type ReadFilter } from './list-filter.ts';
import { countRows, filterListings, matches, type RequestedField } from './listings.search.ts';
import { parseSearch, type RequestedFilters } from './parse-search.ts';
import { remember, type Search, searchQueries, titleQuery } from './search-query.ts';
import { termsOf, toTsquery } from './search-terms.ts';

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
 * They stay words if the number of titles with these words is at least that of listings that match
 * the filters ('new balance'). If there are fewer such titles, both are found. Throws BAD_REQUEST
 * for a bad `near`, `from`, `to` or `within`.
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
  return read(
    db,
    { ...base, ...asked },
    {
      search: request.search,
      requested: { ...asked, ...excluded },
      title: withTitle && withTitle.typed > 0 ? (title ?? undefined) : undefined,
    },
  );
}

interface Reading {
  search: string;
  requested?: RequestedFilters;
  title?: string | undefined;
}

async function read(db: Db, input: FilterInput, reading: Reading): Promise<Understanding> {
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
  const { condition, location, near, within, minPrice, maxPrice, free, exclude } = asked;
  const hasPlace = Boolean(input.location || input.near || input.from || input.to);
  const hasPrice = Boolean(input.minPrice || input.maxPrice || input.free);
  return {
    ...(condition && !input.condition && { condition }),
    ...(location && !hasPlace && { location }),
    ...(near && within && !hasPlace && { near, within }),
    ...(!hasPrice && {
      ...(minPrice && { minPrice }),
      ...(maxPrice && { maxPrice }),
      ...(free && { free }),
    }),
    ...(exclude && { exclude }),
  };
}

/** Listings are counted up to this number to compare two readings of a search. */
const maxCompared = 100;

interface Readings {
  base: FilterInput;
  asked: RequestedFilters;
  title: string;
  search: string;
}

/** Returns how many listings each of the two readings finds. */
async function readCounts(db: Db, { base, asked, title, search }: Readings) {
  const [plain, filtered] = [
    await readFilter(db, base),
    await readFilter(db, { ...base, ...asked }),
  ];
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
export async function viewUnderstood(
  db: Db,
  { search, requested }: Understanding,
  used: Search | null,
): Promise<UnderstoodView> {
  const also = used?.terms.flatMap((term) => term.also) ?? [];
  const dropped = [...(used?.dropped ?? [])];
  if (also.length === 0) return { search, filters: requested, expansions: [], dropped };
  const forms = also.flatMap(({ words }) => words.flatMap(formsOf));
  const titleWords = await remember(db, ['title words', ...forms], (trx) =>
    findTitleWords(trx, forms),
  );
  const expansions = new Map<string, string[]>();
  for (const one of new Set(also)) {
    if (!one.words.every((word) => formsOf(word).some((form) => titleWords.has(form)))) continue;
    // Several words together may have one synonym.
    const words = used?.terms.filter((term) => term.also.includes(one)).map(({ typed }) => typed);
    const word = words?.join(' ') ?? '';
    expansions.set(word, [...(expansions.get(word) ?? []), one.text]);
  }
  return {
    search,
    filters: requested,
    expansions: Array.from(expansions, ([word, also]) => ({ word, also })),
    dropped,
  };
}
