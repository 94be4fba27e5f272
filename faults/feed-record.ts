import type { FeedEvent } from '@marketplace/shared/messaging/views';

/** What came over the feed of one page, in its order. */
export interface FeedRecord {
  add(position: number, type: FeedEvent['type']): void;
  signedOut(): void;
  /** How many events came, or how many of one kind. */
  count(type?: FeedEvent['type']): number;
  /** Where an event was missing, came twice or out of order, and anything else that must not be. */
  faults(): string[];
}

/** Events that are not stored repeat the position of the one before. */
const unstored: readonly FeedEvent['type'][] = ['unread', 'reset'];

export function createRecord(): FeedRecord {
  const faults: string[] = [];
  let last: number | null = null;
  const types = new Map<FeedEvent['type'], number>();
  let all = 0;
  return {
    add(position, type) {
      all++;
      types.set(type, (types.get(type) ?? 0) + 1);
      const expected: number | null = unstored.includes(type) || last === null ? last : last + 1;
      if (expected !== null && position !== expected && type !== 'reset') {
        faults.push(`${type} at ${position} after ${last}`);
      }
      last = position;
    },
    signedOut: () => void faults.push('signed out'),
    count: (type) => (type ? (types.get(type) ?? 0) : all),
    faults: () => faults,
  };
}
