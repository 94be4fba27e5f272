import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { ListingStateView } from '@marketplace/shared/listings/views';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { InstanceOptions, SignedIn, TestServer } from '../test/server.ts';
import { connectClient, type TestClient } from '../test/ws-client.ts';
import { startUnlimited } from './realtime.fixtures.ts';

/** Two instances on one database, for the tests of the suite around the call. */
export interface Pair {
  readonly database: TestDatabase;
  readonly one: TestServer;
  readonly other: TestServer;
  /** A page at one of them, a visitor's unless a user is given, closed after the test. */
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

/** What `messaging.presence` gives, from when the subscription stands. */
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

/** What `listings.live` gives, from when all of the listings are known. */
export async function watchListings(client: TestClient, ids: string[]) {
  const states: ListingStateView[] = [];
  client.api.listings.live.subscribe({ ids }, { onData: (state) => void states.push(state) });
  await eventually(() => expect(states).toHaveLength(ids.length));
  return states;
}

/** Kills the listeners and everything in the pools of both instances, as a restart would. */
export async function endConnections({ pool }: TestDatabase): Promise<void> {
  const killer = await pool.connect();
  try {
    await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  } finally {
    killer.release();
  }
}

/** Resolves once `check` does not throw, also on a machine that is busy with other tests. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 10_000): Promise<T> {
  return vi.waitFor(check, timeout);
}
