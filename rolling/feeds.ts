import { connectClient, recordEvents } from '@marketplace/server/test/ws-client';
import { reconnectDelay } from '../client/src/api/keep-subscribed.ts';
import type { Person } from './people.ts';

/** One person's live feed, on a socket that the client's code keeps open. */
export interface Feed {
  person: Person;
  isLive(): boolean;
  opened(): number;
  /** Returns the position of the last event. */
  position(): number;
  /**
   * Returns sockets that did not open or were cut, subscriptions that failed, and events that were
   * lost or repeated.
   */
  failures(): string[];
  close(): Promise<void>;
}

/** The close code with which a server sends a client to another instance. */
const goingAway = 1001;

export function openFeed(url: string, person: Person): Feed {
  const connection = connectClient([{ url }], person, reconnectDelay);
  const log = recordEvents(connection);
  return {
    person,
    isLive: () => log.events.length > 0,
    opened: connection.opened,
    position: () => log.events.at(-1)?.id ?? 0,
    failures() {
      const cut = connection.closeCodes.filter((code) => code !== goingAway);
      // The unread count arrives first on each socket and has no position.
      const stored = log.events.filter(({ event }) => event.type !== 'unread');
      const gaps = stored.filter(({ id }, n) => n > 0 && id !== (stored[n - 1]?.id ?? 0) + 1);
      return [
        ...cut.map((code) => `a socket was closed with ${code}`),
        ...log.errors.map((error) => `a subscription failed: ${error}`),
        ...gaps.map(({ id }) => `event ${id} did not follow the one before it`),
      ];
    },
    async close() {
      log.stop();
      await connection.close();
    },
  };
}
