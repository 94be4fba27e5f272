import type { Page } from '@marketplace/shared/pagination';
import type { ListingView } from '@marketplace/shared/listings/views';
import { badField } from '../../errors.ts';
import { decodeCursor, encodeCursor, type Position } from '../../platform/cursor.ts';

/** Where a list has got to: what the last row is ordered by before its time and id, and these. */
export interface ListPosition extends Position {
  keys: string[];
}

/** A listing of a list and what it is ordered by there. */
export interface Hit {
  listing: ListingView;
  keys: string[];
}

/** A price, a rank, a moment; '' is no moment. The first key is never ''. */
const keyForm = /^(-?\d{1,14}(\.\d{1,20})?(e-[1-3]?\d)?)?$/;

/** The position of a cursor with so many keys. Throws a refusal of `cursor` for any other text. */
export function decodeListCursor(cursor: string, keyCount: number): ListPosition {
  const keys = cursor.split('~');
  const position = decodeCursor(keys.pop() ?? '');
  if (keys.length !== keyCount || keys[0] === '' || !keys.every((key) => keyForm.test(key))) {
    throw badField('cursor', 'This cursor is not valid.');
  }
  return { ...position, keys };
}

/** The page of a list for which one hit more than `limit` was read, to know whether more follow. */
export function pageOfHits(hits: Hit[], limit: number): Page<ListingView> {
  const last = hits[limit - 1];
  return {
    items: hits.slice(0, limit).map(({ listing }) => listing),
    nextCursor: hits.length > limit && last ? cursorOf(last) : null,
  };
}

function cursorOf({ listing, keys }: Hit): string {
  return [...keys, encodeCursor({ at: new Date(listing.createdAt), id: listing.id })].join('~');
}
