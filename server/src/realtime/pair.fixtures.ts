import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { ListingStateView } from '@marketplace/shared/listings/views';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { InstanceOptions, SignedIn, TestServer } from '../test/server.ts';
import { connectClient, type TestClient } from '../test/ws-client.ts';
import { startUnlimited } from './realtime.fixtures.ts';

/** Two instances on one database, for the tests of the surrounding suite. */
export interface Pair {
  readonly database: TestDatabase;
  readonly one: TestServer;
  readonly other: TestServer;
  /**
   * Connects a page to one of them, for a visitor unless a user is given. It closes after the test.
   */
  connect(server: TestServer, user?: Pick<SignedIn, 'cookie'>): TestClient;
}

export function startPair(options?: InstanceOptions): Pair {
  const clients: TestClient[] = [];
  const pair = {
    connect(server: TestServer, user: Pick<SignedIn, 'cookie'> = { cookie: '' }) {
      const client = connectClient([server], user);
      clients.push(client);
      return client;
    },
  } as { -readonly [Key in keyof Pair]: Pair[Key] };
  beforeAll(async () => {
    pair.database = await createTestDatabase();
    pair.one = await startUnlimited(pair.database, options);
    pair.other = await startUnlimited(pair.database, options);
  });
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
  afterAll(async () => {
    await pair.one.close();
    await pair.other.close();
    await pair.database.close();
  });
  return pair;
}

/** Starts `messaging.presence`. Returns the events, which the subscription appends to. */
export async function watchPresence(client: TestClient): Promise<PresenceEvent[]> {
  const seen: PresenceEvent[] = [];
  await new Promise<void>((resolve) => {
    client.api.messaging.presence.subscribe(undefined, {
      onStarted: () => resolve(),
      onData: (event) => void seen.push(event),
    });
  });
  return seen;
}

/**
 * Starts `listings.live`. Resolves with the states when every listing has one; later ones are
 * appended.
 */
export async function watchListings(client: TestClient, ids: string[]) {
  const states: ListingStateView[] = [];
  client.api.listings.live.subscribe({ ids }, { onData: (state) => void states.push(state) });
  await eventually(() => expect(states).toHaveLength(ids.length));
  return states;
}

/** Ends all database connections of both instances, including the listeners, as a restart would. */
export async function endConnections({ pool }: TestDatabase): Promise<void> {
  const killer = await pool.connect();
  try {
    await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  } finally {
    killer.release();
  }
}

/** Resolves when `check` no longer throws. The default timeout suits a busy machine. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 10_000): Promise<T> {
  return vi.waitFor(check, timeout);
}
