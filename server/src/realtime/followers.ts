import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { StoredEntry } from './feed.ts';

/** A reader of one user's feed. */
export interface Follower {
  /** The position of the last event that it has passed on; null when it only wants to be woken. */
  position: number | null;
  wake(): void;
  offer(entry: StoredEntry): void;
}

/** The readers of this instance, by whose feed they read. */
export interface Followers {
  /** Adds one until the returned function is called. */
  add(userId: string, follower: Follower): () => void;
  wake(userId: string): void;
  wakeAll(): void;
  offer(entry: StoredEntry): void;
  /** Wakes those whose feed in the database is at another position. */
  wakeWhoIsBehind(db: Db): Promise<void>;
}

/** Feeds compared in one query. */
const comparedAtOnce = 1_000;

export function createFollowers(): Followers {
  const byUser = new Map<string, Set<Follower>>();
  const of = (userId: string) => byUser.get(userId) ?? [];
  const wake = (userId: string) => {
    for (const follower of of(userId)) follower.wake();
  };
  return {
    add(userId, follower) {
      const group = byUser.get(userId) ?? new Set();
      byUser.set(userId, group.add(follower));
      return () => {
        group.delete(follower);
        if (group.size === 0 && byUser.get(userId) === group) byUser.delete(userId);
      };
    },
    wake,
    wakeAll() {
      for (const userId of byUser.keys()) wake(userId);
    },
    offer(entry) {
      for (const follower of of(entry.userId)) follower.offer(entry);
    },
    async wakeWhoIsBehind(db) {
      const userIds = [...byUser.keys()];
      for (let at = 0; at < userIds.length; at += comparedAtOnce) {
        const rows = await db
          .selectFrom('feeds')
          .select(['userId', 'lastSeq'])
          .where('userId', '=', sql<string>`any(${userIds.slice(at, at + comparedAtOnce)}::uuid[])`)
          .execute();
        for (const { userId, lastSeq } of rows) {
          for (const follower of of(userId)) {
            const { position } = follower;
            if (position !== null && position !== Number(lastSeq)) follower.wake();
          }
        }
      }
    },
  };
}
