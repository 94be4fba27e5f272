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

/** A second is promised. A busy machine gets five, which is less than until the check for lost messages. */
export const soonMs = 5_000;

/** A server whose limits are out of the way. */
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

/** Two signed-in people and a conversation between them. */
export async function startTalk(server: TestServer): Promise<Talk> {
  const buyer = await server.signedIn();
  const seller = await server.signedIn();
  const listingId = await createTestListing(server.ctx.db, seller.id);
  const { id } = await openConversation(server.ctx, { userId: buyer.id, listingId });
  return { conversationId: id, buyer, seller };
}

/** Resolves once the subscription has begun, that is when its first event has come. */
export async function listening(client: TestClient, lastEventId?: string): Promise<EventLog> {
  const log = recordEvents(client, lastEventId);
  await vi.waitFor(() => expect(log.events.length).toBeGreaterThan(0), 10_000);
  return log;
}

export function send(client: TestClient, conversationId: string, content: string) {
  return client.api.messaging.send.mutate({ conversationId, ...draft(content) });
}

/** The contents of the messages that came, in their order. */
export function contents(log: EventLog): string[] {
  return log.events.flatMap(({ event }) => (event.type === 'message' ? event.message.content : []));
}

/** Positions of the events that are stored; `unread` and `reset` repeat one. */
export function positions(log: EventLog): number[] {
  return log.events.flatMap(({ id, event }) =>
    event.type === 'unread' || event.type === 'reset' ? [] : id,
  );
}
