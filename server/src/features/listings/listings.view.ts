import { type AliasableExpression, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Db, prepared } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import type { ListingView } from '@marketplace/shared/listings/views';
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

/**
 * The public view of the listings in `hits`, in the order of their keys: with seller and images, in
 * one statement whose joins reach no more rows than `hits` has, prepared if it `isCommon`.
 */
export async function readListings(db: Db, hits: Hits, isCommon = false): Promise<Hit[]> {
  const rows = await selectRows(db, hits)
    .$if(isCommon, (query) => query.modifyFront(prepared))
    .execute();
  return rows.map((row) => ({ listing: toListingView(row), keys: [String(row.key)] }));
}

function selectRows(db: Db, hits: Hits) {
  return db
    .selectFrom(hits.as('hits'))
    .innerJoin('listings', 'listings.id', 'hits.id')
    .innerJoin('users', 'users.id', 'listings.sellerId')
    .select(['hits.key', 'listings.id', 'listings.sellerId', 'listings.title', 'listings.price'])
    .select(['listings.description', 'listings.details', 'listings.category', 'listings.condition'])
    .select(['listings.location', 'listings.isActive', 'listings.isFeatured', 'listings.createdAt'])
    .select(['users.firstName', 'users.lastName', 'users.username', 'users.avatarImageId'])
    .select(['users.ratingSum', 'users.ratingCount', 'users.canUsePaypal'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('listingImages')
          .innerJoin('images', 'images.id', 'listingImages.imageId')
          .select(['images.id', 'images.placeholder', 'images.avif'])
          .whereRef('listingImages.listingId', '=', 'listings.id')
          .orderBy('listingImages.position'),
      ).as('images'),
    )
    .orderBy(sql`hits.key desc, listings.created_at desc, listings.id desc`);
}

type ListingRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

function toListingView(row: ListingRow): ListingView {
  const { key: _key, avatarImageId, ratingSum, ratingCount, canUsePaypal, ...listing } = row;
  const { firstName, lastName, username, ...own } = listing;
  const names = { firstName, lastName, username };
  const rating = {
    sellerRating: meanRating({ ratingSum, ratingCount }),
    sellerReviewCount: ratingCount,
  };
  return {
    ...own,
    ...rating,
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
    throw badField('cursor', 'This cursor is not valid.');
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
