import { expect, vi } from 'vitest';
import { createTestListing, draft } from '../features/messaging/messaging.fixtures.ts';
import { openConversation } from '../features/messaging/open-conversation.ts';
import { createLimiter } from '../platform/limiter.ts';
import type { TestDatabase } from '../test/database.ts';
import {
  type InstanceOptions,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../test/server.ts';
import { type EventLog, recordEvents, type TestClient } from '../test/ws-client.ts';

/**
 * The allowed delay in milliseconds. The product promises one second. A busy machine gets five,
 * which is less than the interval of the check for lost messages.
 */
export const soonMs = 5_000;

/** Starts a server with rate limits that no test reaches. */
export function startUnlimited(
  database: TestDatabase,
  options?: InstanceOptions,
): Promise<TestServer> {
  return startTestServer(database, { limiter: createLimiter(database.pool, 100_000) }, options);
}

export interface Talk {
  conversationId: string;
  buyer: SignedIn;
  seller: SignedIn;
}

/** Creates two signed-in people and a conversation between them. */
export async function startTalk(server: TestServer): Promise<Talk> {
  const buyer = await server.signedIn();
  const seller = await server.signedIn();
  const listingId = await createTestListing(server.ctx.db, seller.id);
  const { id } = await openConversation(server.ctx, { userId: buyer.id, listingId });
  return { conversationId: id, buyer, seller };
}

/** Resolves when the subscription has begun, that is, when its first event has arrived. */
export async function listening(client: TestClient, lastEventId?: string): Promise<EventLog> {
  const log = recordEvents(client, lastEventId);
  await vi.waitFor(() => expect(log.events.length).toBeGreaterThan(0), 10_000);
  return log;
}

export function send(client: TestClient, conversationId: string, content: string) {
  return client.api.messaging.send.mutate({ conversationId, ...draft(content) });
}

/** Returns the contents of the received messages, in order. */
export function contents(log: EventLog): string[] {
  return log.events.flatMap(({ event }) => (event.type === 'message' ? event.message.content : []));
}

/**
 * Returns the positions of the stored events. `unread` and `reset` events only repeat a position.
 */
export function positions(log: EventLog): number[] {
  return log.events.flatMap(({ id, event }) =>
    event.type === 'unread' || event.type === 'reset' ? [] : id,
  );
}
