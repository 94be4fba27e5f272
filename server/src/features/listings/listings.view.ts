import { type AliasableExpression, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { LRUCache } from 'lru-cache';
import { type Db, runPrepared } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { type ListingView, listingView } from '@marketplace/shared/listings/views';
import { imagePath } from '@marketplace/shared/media/urls';
import type { Page } from '@marketplace/shared/pagination';
import { displayName } from '@marketplace/shared/users/names';
import { badField } from '../../errors.ts';
import { decodeCursor, pageOfRows, type Position } from '../../platform/cursor.ts';
import { meanRating, profileImageUrl } from '../users/users.ts';

/** The position reached in a list: what the last row is ordered by, before its time and id. */
export interface ListPosition extends Position {
  keys?: string[];
}

/** A listing and what it is ordered by in the list. */
export interface Hit {
  listing: ListingView;
  keys: string[];
}

/** Ids and what their list is ordered by; ties are broken by age, newest first. */
type Hits = AliasableExpression<{ id: string; key: string | number }>;

/** A listing as it was at one version of its row and its seller's. */
interface Card {
  version: string;
  listing: ListingView;
}

/** Some 50,000 listings. None is ever stale: each is asked for by the version that the database names. */
const cards = new LRUCache<string, Card>({
  maxSize: 128 * 1024 * 1024,
  sizeCalculation: ({ listing }) =>
    1_000 + listing.description.length + listing.placeholders.join('').length,
});

/**
 * A row's version is the transaction that wrote it. Whatever a listing shows is in its own row or its
 * seller's, or, as its pictures, changes only together with its row.
 */
export const version = sql<string>`concat(listings.xmin, ' ', users.xmin)`;

/** What a list finds: which listings, in their order, and what they are ordered by. */
type Found = { id: string; key: string | number };

/**
 * The public view of the listings that were found. The database says which and in what version, and those
 * not known in that version are read. Not for a transaction that changes them: a version is one
 * transaction's last word.
 */
export async function readListings(db: Db, found: Found[]): Promise<Hit[]> {
  const ids = found.map(({ id }) => id).filter((id) => cards.has(id));
  const rows =
    ids.length === 0
      ? []
      : await runPrepared(db, { name: 'versions', values: { ids } }, ({ ids }) =>
          db
            .selectFrom('listings')
            .innerJoin('users', 'users.id', 'listings.sellerId')
            .select(['listings.id', version.as('version')])
            .where(sql<boolean>`listings.id = any(${ids}::uuid[])`),
        );
  const versions = new Map(rows.map((row) => [row.id, row.version]));
  return readFound(
    db,
    found.map((one) => ({ ...one, version: versions.get(one.id) })),
  );
}

/** The same for the `hits` of a list that is asked for often; see `runPrepared`. */
export async function readPreparedListings<Values extends object>(
  db: Db,
  list: { name: string; values: Values; planOnce?: boolean },
  hits: (values: Values) => Hits,
): Promise<Hit[]> {
  const found = await runPrepared(db, list, (values) =>
    joinHits(db, hits(values)).select(['hits.key', 'listings.id', version.as('version')]),
  );
  return readFound(db, found);
}

/** The same for those whose versions are known. */
export async function readFound(
  db: Db,
  found: (Found & { version: string | undefined })[],
): Promise<Hit[]> {
  const known = found.map(({ id, version }) => {
    const card = version === undefined ? undefined : cards.get(id);
    return card?.version === version ? card?.listing : undefined;
  });
  const missing = found.filter((_, index) => !known[index]).map(({ id }) => id);
  const read = await readCards(db, missing);
  return found.flatMap(({ id, key }, index) => {
    const listing = known[index] ?? read.get(id);
    return listing ? [{ listing, keys: [String(key)] }] : [];
  });
}

async function readCards(db: Db, ids: string[]): Promise<Map<string, ListingView>> {
  if (ids.length === 0) return new Map();
  const rows = await runPrepared(db, { name: 'cards', values: { ids } }, ({ ids }) =>
    selectRows(
      db,
      db
        .selectFrom('listings')
        .select(['id', sql<number>`0`.as('key')])
        .where(sql<boolean>`id = any(${ids}::uuid[])`),
    ),
  );
  return new Map(
    rows.map((row) => {
      const listing = listingView.parse(toListingView(row));
      cards.set(row.id, { version: row.version, listing });
      return [row.id, listing];
    }),
  );
}

const jsonTexts = new WeakMap<ListingView, string>();

/** The JSON of listings, made once for each version of a listing. */
export function listingsToJson(listings: ListingView[]): string {
  const texts = listings.map((listing) => {
    const text = jsonTexts.get(listing) ?? JSON.stringify(listing);
    jsonTexts.set(listing, text);
    return text;
  });
  return `[${texts.join(',')}]`;
}

/** The public view of one listing, also of one that the transaction `db` has changed. */
export async function readListing(db: Db, hit: Hits): Promise<ListingView | undefined> {
  const row = await selectRows(db, hit).executeTakeFirst();
  return row && toListingView(row);
}

/** The listings of `hits` with their sellers: joins that reach no more rows than `hits` has. */
function joinHits(db: Db, hits: Hits) {
  return db
    .selectFrom(hits.as('hits'))
    .innerJoin('listings', 'listings.id', 'hits.id')
    .innerJoin('users', 'users.id', 'listings.sellerId')
    .orderBy(sql`hits.key desc, listings.created_at desc, listings.id desc`);
}

function selectRows(db: Db, hits: Hits) {
  return joinHits(db, hits)
    .select([version.as('version'), 'listings.id', 'listings.sellerId', 'listings.title'])
    .select(['listings.price', 'listings.description', 'listings.details', 'listings.category'])
    .select(['listings.condition', 'listings.location', 'listings.isActive', 'listings.isFeatured'])
    .select(['listings.availability', 'listings.isFirmPrice', 'listings.previousPrice'])
    .select(['listings.kind', 'listings.soldAt'])
    .select('listings.version as listingVersion')
    .select(['listings.createdAt', 'users.firstName', 'users.lastName', 'users.username'])
    .select(['users.avatarImageId', 'users.ratingSum', 'users.ratingCount', 'users.canUsePaypal'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('listingImages')
          .innerJoin('images', 'images.id', 'listingImages.imageId')
          .select(['images.id', 'images.placeholder', 'images.avif'])
          .whereRef('listingImages.listingId', '=', 'listings.id')
          .orderBy('listingImages.position'),
      ).as('images'),
    );
}

type ListingRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

function toListingView(row: ListingRow): ListingView {
  const {
    version: _version,
    listingVersion,
    avatarImageId,
    ratingSum,
    ratingCount,
    canUsePaypal,
    ...listing
  } = row;
  const { firstName, lastName, username, ...own } = listing;
  const names = { firstName, lastName, username };
  const rating = {
    sellerRating: meanRating({ ratingSum, ratingCount }),
    sellerReviewCount: ratingCount,
  };
  return {
    ...own,
    ...rating,
    availability: row.availability as ListingView['availability'],
    version: listingVersion,
    kind: row.kind as ListingView['kind'],
    soldAt: row.soldAt?.toISOString() ?? null,
    expiresAt: null,
    images: row.images.map((image) => imagePath(image.id, 1280)),
    placeholders: row.images.map((image) => image.placeholder),
    avif: row.images.map((image) => image.avif),
    createdAt: row.createdAt.toISOString(),
    sellerName: displayName(names),
    details: readDetails(row.details),
    seller: {
      id: row.sellerId,
      ...names,
      ...rating,
      profileImageUrl: profileImageUrl(avatarImageId),
      canUsePaypal,
    },
  };
}

type StoredDetails = Selectable<Listings>['details'];
type Details = Record<string, string> | null;

/** Details as stored: pairs, since jsonb sorts the keys of an object. */
export function storeDetails(details: Details): string | null {
  const pairs = Object.entries(details ?? {});
  return pairs.length > 0 ? JSON.stringify(pairs) : null;
}

/** Details by name, from stored pairs or an object; null if there are none. */
function readDetails(stored: StoredDetails): Details {
  if (stored === null || typeof stored !== 'object') return null;
  const pairs = Array.isArray(stored)
    ? stored.filter((pair) => Array.isArray(pair))
    : Object.entries(stored);
  const entries = pairs.map(([name, value]) => [String(name), String(value)] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** The whole text of a listing, for moderators: its description and a line for each detail. */
export function textWithDetails(row: { description: string; details: StoredDetails }): string {
  const lines = Object.entries(readDetails(row.details) ?? {}).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [row.description, ...lines].filter(Boolean).join('\n');
}

/** A price, a rank, a time; '' is no time. The first key is never ''. */
const keyForm = /^(-?\d{1,14}(\.\d{1,20})?(e-[1-3]?\d)?)?$/;

/** The position of a cursor with `keyCount` keys. Throws a refusal of `cursor` for any other text. */
export function decodeListCursor(cursor: string, keyCount: number): ListPosition {
  const keys = cursor.split('~');
  const position = decodeCursor(keys.pop() ?? '');
  if (keys.length !== keyCount || keys[0] === '' || !keys.every((key) => keyForm.test(key))) {
    throw badField('cursor', "This cursor isn't valid.");
  }
  return { ...position, keys };
}

/**
 * The page of a list for which `limit` + 1 hits were read, to know whether more follow. Its cursor
 * has the first `keyCount` keys: none for a list by age.
 */
export function pageOfHits(hits: Hit[], limit: number, keyCount = 0): Page<ListingView> {
  const page = pageOfRows(hits, limit, ({ listing: { createdAt, id } }) => ({
    at: new Date(createdAt),
    id,
  }));
  const keys = page.items.at(-1)?.keys.slice(0, keyCount) ?? [];
  return {
    items: page.items.map(({ listing }) => listing),
    nextCursor: page.nextCursor && [...keys, page.nextCursor].join('~'),
  };
}
