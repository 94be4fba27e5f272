import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { revokeSessions } from '../features/auth/sessions.ts';
import { draft } from '../features/messaging/messaging.fixtures.ts';
import type { InstanceOptions, TestServer } from '../test/server.ts';
import { connectClient } from '../test/ws-client.ts';
import { eventually, startPair } from './pair.fixtures.ts';
import {
  contents,
  listening,
  positions,
  send,
  soonMs,
  startTalk,
  type Talk,
} from './realtime.fixtures.ts';

const messages = 300;
const writers = 6;

/** Sends messages from both people over both instances, several at once, until all are stored. */
async function chatter(talk: Talk, servers: TestServer[]): Promise<void> {
  const { conversationId } = talk;
  const apis = [talk.buyer, talk.seller].map((user) => connectClient(servers, user));
  let next = 0;
  const write = async () => {
    for (let n = next++; n < messages; n = next++) {
      const api = apis[n % 2]!.api;
      await api.messaging.send.mutate({ conversationId, ...draft(`${n}`) });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await Promise.all(apis.map((api) => api.close()));
}

/** Tests the feed and the sockets of two instances, over any bus. */
export function describeInstances(name: string, options?: InstanceOptions): void {
  describe(`${name}`, () => {
    const pair = startPair(options);

    it('deliver a message to both people and to the sender’s other tabs', async () => {
      const { one, other, connect } = pair;
      const { conversationId, buyer, seller } = await startTalk(one);
      const sender = connect(one, buyer);
      const logs = [
        await listening(sender),
        await listening(connect(other, buyer)),
        await listening(connect(one, seller)),
        await listening(connect(other, seller)),
      ];
      const message = await send(sender, conversationId, 'Hello');
      await eventually(() => {
        for (const log of logs) expect(contents(log)).toEqual(['Hello']);
      });
      const event = { type: 'message', conversationId, message, isRequest: false };
      expect(logs[0]!.events[1]).toEqual({
        id: 1,
        event: { ...event, unread: 0, conversationUnread: 0 },
      });
      expect(logs[3]!.events[1]).toEqual({
        id: 1,
        event: { ...event, unread: 1, conversationUnread: 1 },
      });
    });

    it('deliver a read event to both people', async () => {
      const { one, other, connect } = pair;
      const { conversationId, buyer, seller } = await startTalk(one);
      const sender = connect(one, buyer);
      const reader = connect(other, seller);
      const logs = [await listening(sender), await listening(reader)];
      await send(sender, conversationId, 'Hello');
      await reader.api.messaging.markRead.mutate({ conversationId, upToSeq: 1 });
      const event = {
        type: 'read',
        conversationId,
        readerId: seller.id,
        upToSeq: 1,
        unread: 0,
        conversationUnread: 0,
      };
      await eventually(() => {
        for (const log of logs) expect(log.events.at(-1)).toEqual({ id: 2, event });
      });
    });

    it.each([
      ['the same instance', () => pair.one],
      ['the other instance', () => pair.other],
    ])('close a socket within a second when its session is revoked at %s', async (_at, where) => {
      const user = await pair.one.signedIn();
      const client = pair.connect(pair.one, user);
      await listening(client);
      const closed = once(client.socket()!, 'close');
      const revoked = Date.now();
      const ended = await revokeSessions(where().ctx.db, { id: user.sessionId });
      where().ctx.hub.closeSessions(ended);
      const [code] = await closed;
      expect(code).toBe(4401);
      expect(Date.now() - revoked).toBeLessThan(soonMs);
    });

    it('deliver each message once and in order while sockets are cut at random', async () => {
      const servers = [pair.one, pair.other];
      const talk = await startTalk(pair.one);
      const clients = [talk.buyer, talk.seller].flatMap((user) => [
        connectClient(servers, user),
        connectClient(servers.toReversed(), user),
      ]);
      const logs = await Promise.all(clients.map((client) => listening(client)));
      const cutting = setInterval(() => {
        const client = clients[Math.floor(Math.random() * clients.length)]!;
        client.socket()?.terminate();
      }, 15);
      await chatter(talk, servers);
      clearInterval(cutting);
      const stored = await pair.database.db
        .selectFrom('messages')
        .select('content')
        .where('conversationId', '=', talk.conversationId)
        .orderBy('seq')
        .execute();
      expect(stored).toHaveLength(messages);
      await eventually(() => {
        for (const log of logs) expect(contents(log)).toHaveLength(messages);
      }, 20_000);
      for (const log of logs) {
        expect(contents(log)).toEqual(stored.map(({ content }) => content));
        expect(positions(log)).toEqual(stored.map((_, n) => n + 1));
        expect(log.events.some(({ event }) => event.type === 'reset')).toBe(false);
        expect(log.errors).toEqual([]);
      }
      // Each client was cut, and so resumed, many times.
      expect(Math.min(...clients.map((client) => client.opened()))).toBeGreaterThan(2);
      await Promise.all(clients.map((client) => client.close()));
    }, 60_000);
  });
}
