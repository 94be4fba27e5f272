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

/** A position in a list. `keys` are what the last row is ordered by, before time and id. */
export type ListPosition = Position & { keys?: string[] };

/** A listing and the values that its list is ordered by. */
export type Hit = { listing: ListingView; keys: string[] };

/** A select of ids and the key of their order. Ties are broken by age, newest first. */
type Hits = AliasableExpression<{ id: string; key: string | number }>;

/** About 50,000 listings. A stale one is never used, because the database reports the version. */
const cards = new LRUCache<string, { version: string; listing: ListingView }>({
  maxSize: 128 * 1024 * 1024,
  sizeCalculation: ({ listing }) =>
    1_000 + listing.description.length + listing.placeholders.join('').length,
});

/**
 * The version of a listing: the transactions that last wrote its row and its seller's row.
 * Everything that a listing shows is in these rows or, like its images, changes only together with
 * its row.
 */
export const rowVersion = sql<string>`concat(listings.xmin, ' ', users.xmin)`;

/** A listing that a list found, with the key that the list is ordered by. */
type Found = { id: string; key: string | number };

/**
 * Returns public views, and reads only the versions of cached ones. Do not call this in a
 * transaction that changes the listings, because all its changes have the same version.
 */
export async function readListings(db: Db, found: Found[]): Promise<Hit[]> {
  const ids = found.map(({ id }) => id).filter((id) => cards.has(id));
  const read = () =>
    runPrepared(db, { name: 'versions', values: { ids } }, ({ ids }) =>
      db
        .selectFrom('listings')
        .innerJoin('users', 'users.id', 'listings.sellerId')
        .select(['listings.id', rowVersion.as('version')])
        .where(sql<boolean>`listings.id = any(${ids}::uuid[])`),
    );
  const rows = ids.length === 0 ? [] : await read();
  const versions = new Map(rows.map((row) => [row.id, row.version]));
  const known = found.map((one) => ({ ...one, version: versions.get(one.id) }));
  return readFound(db, known);
}

/** Does the same as `readListings` for the `hits` of a frequent list; see `runPrepared`. */
export async function readPreparedListings<Values extends object>(
  db: Db,
  list: { name: string; values: Values; planOnce?: boolean },
  hits: (values: Values) => Hits,
): Promise<Hit[]> {
  const found = await runPrepared(db, list, (values) =>
    joinHits(db, hits(values)).select(['hits.key', 'listings.id', rowVersion.as('version')]),
  );
  return readFound(db, found);
}

/** Does the same as `readListings` for listings whose versions are known. */
export async function readFound(db: Db, found: (Found & { version: string | undefined })[]) {
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
  const rows = await runPrepared(db, { name: 'cards', values: { ids } }, ({ ids }) => {
    const hits = db.selectFrom('listings').select(['id', sql<number>`0`.as('key')]);
    return selectRows(db, hits.where(sql<boolean>`id = any(${ids}::uuid[])`));
  });
  const read = rows.map((row) => {
    // Only the seller and admins see when a listing ends.
    const listing = listingView.parse({ ...toListingView(row), expiresAt: null });
    cards.set(row.id, { version: row.version, listing });
    return [row.id, listing] as const;
  });
  return new Map(read);
}

const jsonTexts = new WeakMap<ListingView, string>();

/** Returns listings as JSON. Each version of a listing is converted only once. */
export function listingsToJson(listings: ListingView[]): string {
  const texts = listings.map((listing) => {
    const text = jsonTexts.get(listing) ?? JSON.stringify(listing);
    jsonTexts.set(listing, text);
    return text;
  });
  return `[${texts.join(',')}]`;
}

/**
 * Returns the view of one listing, with the end that only its seller and admins see. The transaction
 * `db` may have changed the listing.
 */
export async function readListing(db: Db, hit: Hits): Promise<ListingView | undefined> {
  const row = await selectRows(db, hit).executeTakeFirst();
  return row && toListingView(row);
}

/** Joins the listings of `hits` with their sellers. Reads no more rows than `hits` has. */
function joinHits(db: Db, hits: Hits) {
  return db
    .selectFrom(hits.as('hits'))
    .innerJoin('listings', 'listings.id', 'hits.id')
    .innerJoin('users', 'users.id', 'listings.sellerId')
    .orderBy(sql`hits.key desc, listings.created_at desc, listings.id desc`);
}

function selectRows(db: Db, hits: Hits) {
  return joinHits(db, hits)
    .select([rowVersion.as('version'), 'listings.id', 'listings.sellerId', 'listings.title'])
    .select(['listings.price', 'listings.description', 'listings.details', 'listings.category'])
    .select(['listings.condition', 'listings.location', 'listings.isActive', 'listings.isFeatured'])
    .select(['listings.availability', 'listings.isFirmPrice', 'listings.previousPrice'])
    .select(['listings.kind', 'listings.soldAt', 'listings.version as listingVersion'])
    .select(['listings.expiresAt', sql<string | null>`listings.away_until::text`.as('awayUntil')])
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
  const { version: _version, listingVersion, avatarImageId, canUsePaypal, ...rest } = row;
  const { ratingSum, ratingCount, firstName, lastName, username, ...own } = rest;
  const names = { firstName, lastName, username };
  const sellerRating = meanRating({ ratingSum, ratingCount });
  const rating = { sellerRating, sellerReviewCount: ratingCount };
  return {
    ...own,
    ...rating,
    availability: row.availability as ListingView['availability'],
    version: listingVersion,
    kind: row.kind as ListingView['kind'],
    soldAt: row.soldAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
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

/** Returns details as they are stored: as pairs, because jsonb sorts the keys of an object. */
export function storeDetails(details: Details): string | null {
  const pairs = Object.entries(details ?? {});
  return pairs.length > 0 ? JSON.stringify(pairs) : null;
}

/** Returns details by name, from stored pairs or an object, or null if there are none. */
export function readDetails(stored: StoredDetails): Details {
  if (stored === null || typeof stored !== 'object') return null;
  const pairs = Array.isArray(stored) ? stored.filter(Array.isArray) : Object.entries(stored);
  const entries = pairs.map(([name, value]) => [String(name), String(value)] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Returns the text of a listing for moderators: its description and a line for each detail. */
export function textWithDetails(row: { description: string; details: StoredDetails }): string {
  const details = Object.entries(readDetails(row.details) ?? {});
  const lines = details.map(([name, value]) => `${name}: ${value}`);
  return [row.description, ...lines].filter(Boolean).join('\n');
}

/** The form of a key: a price, a rank or a time. '' means no time. The first key is never ''. */
const keyForm = /^(-?\d{1,14}(\.\d{1,20})?(e-[1-3]?\d)?)?$/;

/** Returns the position of a cursor with `keyCount` keys. Throws BAD_REQUEST for any other text. */
export function decodeListCursor(cursor: string, keyCount: number): ListPosition {
  const keys = cursor.split('~');
  const position = decodeCursor(keys.pop() ?? '');
  if (keys.length !== keyCount || keys[0] === '' || !keys.every((key) => keyForm.test(key))) {
    throw badField('cursor', "This cursor isn't valid.");
  }
  return { ...position, keys };
}

/**
 * Returns the page of a list. `hits` are up to `limit` + 1 listings, so that the last one shows
 * whether others follow. The cursor has the first `keyCount` keys: none for a list by age.
 */
export function pageOfHits(hits: Hit[], limit: number, keyCount = 0): Page<ListingView> {
  const position = ({ listing }: Hit) => ({ at: new Date(listing.createdAt), id: listing.id });
  const page = pageOfRows(hits, limit, position);
  const keys = page.items.at(-1)?.keys.slice(0, keyCount) ?? [];
  return {
    items: page.items.map(({ listing }) => listing),
    nextCursor: page.nextCursor && [...keys, page.nextCursor].join('~'),
  };
}
