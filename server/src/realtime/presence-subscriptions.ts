import type { PresenceEvent } from '@marketplace/shared/messaging/views';

export interface PresenceSubscription {
  /**
   * From now on these and nobody else are watched: those of them online are told of at once, and
   * those online who are watched no more are told of as offline.
   */
  watch(userIds: Iterable<string>): void;
  close(): void;
}

/** The presence subscriptions of this instance, by whose they are. */
export interface PresenceSubscriptions {
  add(userId: string, listener: (event: PresenceEvent) => void): PresenceSubscription;
  /** Gives an event to the subscriptions of one user. */
  tell(to: string, event: PresenceEvent): void;
  /** Tells those who watch the user since when they are online, in epoch milliseconds; null: not. */
  tellOnline(userId: string, since: number | null): void;
}

interface Watcher {
  watched: Set<string>;
  listener: (event: PresenceEvent) => void;
}

/** `since` says since when somebody is online, or null. */
export function createPresenceSubscriptions(
  since: (userId: string) => number | null,
): PresenceSubscriptions {
  const byUser = new Map<string, Set<Watcher>>();
  return {
    add(userId, listener) {
      const watcher: Watcher = { watched: new Set(), listener };
      const group = byUser.get(userId) ?? new Set();
      byUser.set(userId, group.add(watcher));
      return {
        watch(userIds) {
          const before = watcher.watched;
          watcher.watched = new Set(userIds);
          for (const other of watcher.watched.difference(before)) {
            const time = since(other);
            if (time !== null) listener(onlineEvent(other, time));
          }
          for (const other of before.difference(watcher.watched)) {
            if (since(other) !== null) listener(onlineEvent(other, null));
          }
        },
        close() {
          group.delete(watcher);
          if (group.size === 0 && byUser.get(userId) === group) byUser.delete(userId);
        },
      };
    },
    tell(to, event) {
      for (const { listener } of byUser.get(to) ?? []) listener(event);
    },
    tellOnline(userId, time) {
      for (const group of byUser.values()) {
        for (const { watched, listener } of group) {
          if (watched.has(userId)) listener(onlineEvent(userId, time));
        }
      }
    },
  };
}

function onlineEvent(userId: string, since: number | null): PresenceEvent {
  return { type: 'online', userId, since: since === null ? null : new Date(since).toISOString() };
}
