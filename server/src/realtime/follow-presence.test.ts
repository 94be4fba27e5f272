import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { TestServer } from '../test/server.ts';
import { followPresence } from './follow-presence.ts';
import { eventually } from './pair.fixtures.ts';
import { startUnlimited } from './realtime.fixtures.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startUnlimited(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Creates a user who is online at this instance, and returns the id. */
function onlineUser(): string {
  const { presence } = server.ctx.hub;
  const userId = randomUUID();
  onTestFinished(presence.connected(userId));
  presence.show(userId, true);
  return userId;
}

/** Collects what `userId` sees of `people`, which the test may change. */
function follow(userId: string, people: string[], times?: { lookUpEveryMs: number }) {
  const seen: PresenceEvent[] = [];
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const request = {
    userId,
    findPeople: async () => [...people],
    connection: undefined,
    signal: ending.signal,
  };
  const reading = async () => {
    for await (const event of followPresence(server.ctx, request, times)) seen.push(event);
  };
  void reading();
  return seen;
}

const online = (userId: string) => ({ type: 'online', userId, since: expect.any(String) });
const offline = (userId: string) => ({ type: 'online', userId, since: null });

it('hides the other person at once when a conversation is blocked', async () => {
  const [me, other] = [randomUUID(), onlineUser()];
  const people = [other];
  const seen = follow(me, people);
  await eventually(() => expect(seen).toEqual([online(other)]));
  people.length = 0;
  const event = { type: 'conversation', conversationId: randomUUID(), unread: 0 } as const;
  server.ctx.hub.deliver([{ userId: me, position: 1, event }]);
  await eventually(() => expect(seen).toEqual([online(other), offline(other)]));
  server.ctx.hub.presence.show(other, false);
  server.ctx.hub.presence.show(other, true);
  people.push(other);
  server.ctx.hub.deliver([{ userId: me, position: 2, event }]);
  await eventually(() => expect(seen).toHaveLength(3));
  expect(seen.at(-1)).toEqual(online(other));
});

it('refreshes the visible people regularly, even without an event', async () => {
  const [other, later] = [onlineUser(), onlineUser()];
  const people = [other];
  const seen = follow(randomUUID(), people, { lookUpEveryMs: 50 });
  await eventually(() => expect(seen).toEqual([online(other)]));
  people.splice(0, 1, later);
  await eventually(() => expect(seen).toHaveLength(3));
  expect(seen.slice(1)).toEqual(expect.arrayContaining([online(later), offline(other)]));
});
