import { randomUUID } from 'node:crypto';
import type { TRPCClientError } from '@trpc/client';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppRouter } from '../router.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { SignedIn, TestServer } from '../test/server.ts';
import { connectClient, recordEvents, type TestClient } from '../test/ws-client.ts';
import { endConnections } from './pair.fixtures.ts';
import {
  contents,
  listening,
  positions,
  send,
  startTalk,
  startUnlimited,
} from './realtime.fixtures.ts';

let database: TestDatabase;
let one: TestServer;
let other: TestServer;
const clients: TestClient[] = [];

const connect = (servers: TestServer[], user: Pick<SignedIn, 'cookie'>) => {
  const client = connectClient(servers, user);
  clients.push(client);
  return client;
};

beforeAll(async () => {
  database = await createTestDatabase();
  one = await startUnlimited(database);
  other = await startUnlimited(database);
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

describe('messaging.events', () => {
  it('begins with the unread count', async () => {
    const { conversationId, buyer, seller } = await startTalk(one);
    await send(connect([one], buyer), conversationId, 'Hello');
    const log = await listening(connect([one], seller));
    expect(log.events).toEqual([{ id: 1, event: { type: 'unread', count: 1 } }]);
  });

  it('is refused, like presence, when the page expects a user other than the one signed in', async () => {
    const { buyer, seller } = await startTalk(one);
    const { api } = connect([one], seller);
    const codeOf = (subscribe: (onError: (error: TRPCClientError<AppRouter>) => void) => void) =>
      new Promise((resolve) => subscribe(({ data }) => resolve(data?.code)));
    const input = { userId: buyer.id, lastEventId: '0' };
    const events = codeOf((onError) => api.messaging.events.subscribe(input, { onError }));
    const presence = codeOf((onError) => api.messaging.presence.subscribe(input, { onError }));
    expect(await Promise.all([events, presence])).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED']);
  });

  it('replays the events after the last position in order, then continues live', async () => {
    const { conversationId, buyer, seller } = await startTalk(one);
    const sender = connect([one], buyer);
    for (const text of ['1', '2', '3', '4']) await send(sender, conversationId, text);
    const log = await listening(connect([other], seller), '2');
    expect(log.events[0]).toEqual({ id: 2, event: { type: 'unread', count: 4 } });
    await vi.waitFor(() => expect(contents(log)).toEqual(['3', '4']));
    await send(sender, conversationId, '5');
    await vi.waitFor(() => expect(contents(log)).toEqual(['3', '4', '5']));
    expect(positions(log)).toEqual([3, 4, 5]);
  });

  it('replays more events than one read returns', async () => {
    const { seller } = await startTalk(one);
    await sql`insert into feed_events (user_id, seq, type, data)
      select ${seller.id}, n, 'notification', '{"notification": {}}'
      from generate_series(1, 1000) n`.execute(one.ctx.db);
    await sql`update feeds set last_seq = 1000 where user_id = ${seller.id}`.execute(one.ctx.db);
    const log = await listening(connect([one], seller), '0');
    await vi.waitFor(() => expect(log.events).toHaveLength(1001));
    expect(positions(log)).toEqual(Array.from({ length: 1000 }, (_, n) => n + 1));
  });

  it('replays 2,000 missed events', async () => {
    const { conversationId, buyer, seller } = await startTalk(one);
    const first = await send(connect([one], buyer), conversationId, 'x'.repeat(200));
    await sql`insert into feed_events (user_id, seq, type, data)
      select user_id, n, type, jsonb_set(data, '{message,seq}', to_jsonb(n))
      from feed_events, generate_series(2, 2001) n
      where user_id = ${seller.id} and seq = 1`.execute(one.ctx.db);
    await sql`update feeds set last_seq = 2001 where user_id = ${seller.id}`.execute(one.ctx.db);
    const log = recordEvents(connect([other], seller), '1');
    await vi.waitFor(() => expect(log.events).toHaveLength(2001));
    expect(positions(log)).toEqual(Array.from({ length: 2000 }, (_, at) => at + 2));
    expect(log.events.at(-1)?.event).toMatchObject({ message: { ...first, seq: 2001 } });
  });

  it.each([
    ['no number', 'abc'],
    ['beyond the newest', '99'],
    ['negative', '-1'],
    ['written another way', '01'],
    ['empty', ''],
  ])(
    'resets when the last position is %s, and continues with new events',
    async (_what, lastEventId) => {
      const { conversationId, buyer, seller } = await startTalk(one);
      const sender = connect([one], buyer);
      await send(sender, conversationId, 'Before');
      const log = await listening(connect([one], seller), lastEventId);
      await send(sender, conversationId, 'After');
      await vi.waitFor(() => expect(contents(log)).toEqual(['After']));
      expect(log.events.slice(0, 2)).toEqual([
        { id: 1, event: { type: 'reset' } },
        { id: 1, event: { type: 'unread', count: 1 } },
      ]);
      expect(positions(log)).toEqual([2]);
    },
  );

  it('resets when the events after the last position are no longer stored', async () => {
    const { conversationId, buyer, seller } = await startTalk(one);
    const sender = connect([one], buyer);
    for (const text of ['1', '2', '3']) await send(sender, conversationId, text);
    await one.ctx.db
      .deleteFrom('feedEvents')
      .where('userId', '=', seller.id)
      .where('seq', '<=', '2')
      .execute();
    const lost = await listening(connect([one], seller), '1');
    expect(lost.events[0]).toEqual({ id: 3, event: { type: 'reset' } });
    const kept = await listening(connect([one], seller), '2');
    await vi.waitFor(() => expect(contents(kept)).toEqual(['3']));
    const newest = await listening(connect([one], seller), '3');
    expect(newest.events[0]).toEqual({ id: 3, event: { type: 'unread', count: 3 } });
  });

  it('refuses a visitor who is not signed in', async () => {
    const log = recordEvents(connect([one], { cookie: '' }));
    await vi.waitFor(() => expect(log.errors).toEqual(['Unauthorized']));
  });

  it('loses and repeats no event when the database ends every connection', async () => {
    const { conversationId, buyer, seller } = await startTalk(one);
    const sender = connect([one], buyer);
    const logs = [
      await listening(connect([one], seller)),
      await listening(connect([other], seller)),
    ];
    const sent: string[] = [];
    for (let n = 0; n < 40; n++) {
      if (n % 10 === 5) await endConnections(database);
      const clientId = randomUUID();
      // A page, too, repeats the call with the same client id until it is answered.
      await vi.waitFor(
        () => sender.api.messaging.send.mutate({ conversationId, clientId, content: `${n}` }),
        10_000,
      );
      sent.push(`${n}`);
    }
    await vi.waitFor(
      () => {
        for (const log of logs) expect(contents(log)).toEqual(sent);
      },
      { timeout: 20_000 },
    );
    for (const log of logs) {
      expect(positions(log)).toEqual(sent.map((_, n) => n + 1));
      expect(log.errors).toEqual([]);
    }
  }, 40_000);
});
