import type { FeedEvent } from '@marketplace/shared/messaging/views';

/** A record of the events that one page received, in order. */
export interface FeedRecord {
  add(position: number, type: FeedEvent['type']): void;
  signedOut(): void;
  /** Returns how many events arrived, or how many of one type. */
  count(type?: FeedEvent['type']): number;
  /** Returns missing, repeated and unordered events, and unexpected sign-outs. */
  faults(): string[];
}

/** Events that are not stored repeat the position of the event before them. */
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
