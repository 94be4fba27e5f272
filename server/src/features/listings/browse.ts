import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { listingsPerCall, listingsPerPage } from '@marketplace/shared/listings/constants';
import type { listListingsInput } from '@marketplace/shared/listings/inputs';
import type { ListedView, ListingView, UnderstoodView } from '@marketplace/shared/listings/views';
import type { Page } from '@marketplace/shared/pagination';
import { townsByDistance } from '@marketplace/shared/regions/areas';
import type { Town } from '@marketplace/shared/regions/towns';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import type { Context, Session } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { hiderOf } from '../users/users.ts';
import { findHeld } from '../screening/hold-listing.ts';
import { findByTown } from './search/by-town.ts';
import { listFolded } from './fold-bursts.ts';
import {
  commonOf,
  filterListings,
  findInOrder,
  firstOf,
  hasRareFilter,
  type ListingFilter,
  matches,
  keys,
  type Slice,
} from './search/listings.search.ts';
import {
  decodeListCursor,
  type Hit,
  pageOfHits,
  readListing,
  readListings,
  readPreparedListings,
} from './listings.view.ts';
import { findRelevant, relevanceKeyCount } from './search/relevance.ts';
import type { Search } from './search/search-query.ts';
import { areaOf, townOf, understand, viewUnderstood } from './search/understand.ts';

type ListQuery = output<typeof listListingsInput>;

/** The signed-in user, or null for a visitor. */
type Caller = Session['user'] | null;

/** The order of a list, which may be that of the given `towns`. */
type Order = keyof typeof keys | 'relevance' | { towns: readonly Town[] };

const emptyPage: Page<never> = { items: [], nextCursor: null };

/** A page of a list, and how its search was understood. */
type ListedPage = Page<ListedView> & { understood: UnderstoodView };

/**
 * Returns a page of listings, without those that the caller hid. Concurrent callers with the same
 * permissions who hid nothing share one read. Throws
 * BAD_REQUEST for a bad `cursor` (or `after`), `near`, `from`, `to` or `within`.
 */
export function listListings(
  { db, coalesce }: Pick<AppContext, 'db' | 'coalesce'>,
  caller: Caller,
  query: ListQuery,
): Promise<ListedPage> {
  const withInactive =
    caller !== null && (caller.isAdmin || caller.id === query.sellerId?.toLowerCase());
  // The page of a seller has all their listings.
  const hiddenFor = query.sellerId ? undefined : hiderOf(caller);
  const list = { ...query, withInactive, hiddenFor };
  return coalesce(`listings.list ${JSON.stringify(list)}`, () => readList(db, list));
}

type OwnQuery = ListQuery & { withInactive: boolean; hiddenFor: string | undefined };

async function readList(db: Db, query: OwnQuery): Promise<ListedPage> {
  const { withInactive, hiddenFor, sort, limit, after: start, cursor = start } = query;
  const understood = await understand(db, query);
  const { queries } = understood;
  const filter = understood.filter && { ...understood.filter, sort, withInactive, hiddenFor };
  const order = orderOf({ ...query, ...understood.requested }, queries !== null);
  const keyCount = keyCountOf(order);
  const after = cursor ? decodeListCursor(cursor, keyCount) : undefined;
  // One row more than the page has shows whether others follow.
  const list = { order, after, limit: limit + 1 };
  let used: Search | null = null;
  const page = async () => {
    if (!filter) return emptyPage;
    if (!queries) {
      const hits = await findFirst(db, filter, list);
      const folds = query.fold && order === 'newest' && !query.sellerId;
      return folds ? listFolded(db, hits, { limit, filter }) : pageOfHits(hits, limit, keyCount);
    }
    for await (const one of queries()) {
      used ??= one;
      const hits = await findMatching(db, filter, { ...list, search: one });
      if (hits.length === 0) continue;
      used = one;
      return pageOfHits(hits, limit, keyCount);
    }
    return emptyPage;
  };
  const { items, nextCursor } = await page();
  return { items, nextCursor, understood: await viewUnderstood(db, understood, used) };
}

type List = Slice & { order: Order };

/** The usual limits of the site and of the API, plus the row that shows whether others follow. */
const commonLimits = new Set([listingsPerPage + 1, listingsPerCall + 1]);

/** Returns the first listings of a list without a search. */
async function findFirst(db: Db, filter: ListingFilter, list: List): Promise<Hit[]> {
  const { order, after, limit } = list;
  if (typeof order === 'object') {
    const candidates = filterListings(db, filter);
    return findByTown(db, { ...order, candidates, county: filter.county, after, limit });
  }
  const key = order === 'relevance' ? keys.newest : keys[order];
  // Newest first, the best plan depends on how many listings a price range lets through.
  const isRange = Boolean(filter.minPrice || filter.maxPrice);
  if (!commonLimits.has(limit) || (isRange && !key) || hasRareFilter(filter)) {
    const first = firstOf(filterListings(db, filter), { key, after, limit });
    return readListings(db, await first.execute());
  }
  const { featured, withInactive, availability } = filter;
  const name = `list ${order} ${limit} ${Boolean(featured)} ${withInactive} ${availability}`;
  const values = {
    ...commonOf(filter),
    condition: filter.condition || undefined,
    sellerId: filter.sellerId || undefined,
    at: after?.at,
    id: after?.id,
    reached: after?.keys?.[0],
  };
  return readPreparedListings(db, { name, values }, ({ at, id, reached, ...given }) => {
    const position = at && id ? { at, id, ...(reached && { keys: [reached] }) } : undefined;
    const fixed = { sort: order, featured, withInactive, availability };
    return firstOf(filterListings(db, { ...given, ...fixed }), { key, after: position, limit });
  });
}

/** Returns the first listings that match a search. */
function findMatching(
  db: Db,
  filter: ListingFilter,
  { order, search, ...slice }: List & { search: Search },
): Promise<Hit[]> {
  if (order === 'relevance') return findRelevant(db, { filter, ...search }, slice);
  const { query } = search.all;
  return withTimeLimit(db, async (trx) => {
    // Uses the transaction's connection only, because requests that each wait for a second
    // connection could deadlock.
    const candidates = filterListings(trx, filter);
    if (typeof order !== 'object') {
      return findInOrder(trx, { candidates, query }, { ...slice, key: keys[order] });
    }
    const matching = candidates.where(matches(query));
    return findByTown(trx, { ...slice, ...order, candidates: matching, county: filter.county });
  });
}

/**
 * Returns the order of a list, or the default if the requested order needs a search, town or way
 * that is missing.
 */
function orderOf(query: ListQuery, isSearch: boolean): Order {
  const { near = '', from = '' } = query;
  const area = areaOf(query);
  const isWay = from.trim() !== '';
  const usual = isWay ? 'along' : isSearch ? 'relevance' : 'newest';
  const hasTown = near.trim() !== '';
  const possible: Record<string, boolean> = { relevance: isSearch, nearest: hasTown, along: isWay };
  const { sort = usual } = query;
  const order = possible[sort] === false ? usual : sort;
  if (order === 'along') return { towns: area ?? [] };
  if (order !== 'nearest') return order;
  const towns = townsByDistance(townOf('near', near));
  return { towns: area ? towns.filter((town) => area.includes(town)) : towns };
}

function keyCountOf(order: Order): number {
  if (order === 'newest') return 0;
  return order === 'relevance' ? relevanceKeyCount : 1;
}

/** Returns a listing that the caller may see. Throws NOT_FOUND for any other text. */
export async function getListing(db: Db, caller: Caller, id: string): Promise<ListingView> {
  let one = db
    .selectFrom('listings')
    .select(['id', sql<number>`0`.as('key')])
    .where((eb) => eb.and({ id, deletedAt: null }));
  if (!caller) one = one.where('readable', '=', true);
  else if (!caller.isAdmin) one = one.where(sql<boolean>`(readable or seller_id = ${caller.id})`);
  const listing = isId(id) && (await readListing(db, one));
  if (listing) {
    const isSeller = caller?.id === listing.sellerId;
    const held =
      isSeller && !listing.isActive && (await findHeld(db, [listing.id])).get(listing.id);
    if (isSeller || caller?.isAdmin) return held ? { ...listing, held } : listing;
    return { ...listing, expiresAt: null };
  }
  throw new AppError('NOT_FOUND', texts.listingNotFound, { gone: await wasTakenDown(db, id) });
}

/**
 * Returns a listing as `getListing` does. Its seller also gets how many users saved it. Counts a
 * view by anyone but the seller and admins.
 */
export async function openListing(ctx: Context, caller: Caller, id: string): Promise<ListingView> {
  const listing = await getListing(ctx.db, caller, id);
  if (caller?.id !== listing.sellerId) {
    if (ctx.countsViews && !caller?.isAdmin) ctx.views.count(listing.id, ctx);
    return listing;
  }
  const { savedBy } = await ctx.db
    .selectFrom('favorites')
    .select(sql<number>`count(*)::int`.as('savedBy'))
    .where('listingId', '=', id)
    .executeTakeFirstOrThrow();
  return { ...listing, savedBy };
}

/** Returns the public listings among `ids`, in the order of `ids`. */
export async function readPublicListings(db: Db, ids: string[]): Promise<ListingView[]> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where(sql<boolean>`id = any(${ids.filter(isId)}::uuid[])`)
    .where('readable', '=', true)
    .execute();
  const readable = new Set(rows.map(({ id }) => id));
  const found = ids.filter((id) => readable.has(id)).map((id) => ({ id, key: 0 }));
  return (await readListings(db, found)).map(({ listing }) => listing);
}

/** Returns true if the listing was deleted or flagged, or has ended. */
async function wasTakenDown(db: Db, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const { rows } = await sql`select from listings
    where id = ${id} and (deleted_at is not null or flagged_at is not null or ended_at is not null)`.execute(
    db,
  );
  return rows.length > 0;
}
