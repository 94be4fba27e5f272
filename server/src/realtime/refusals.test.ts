import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import Fastify from 'fastify';
import cookie from '@fastify/cookie';
import { TRPCClientError } from '@trpc/client';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { texts } from '@marketplace/shared/texts';
import { revokeSessions } from '../features/auth/sessions.ts';
import { findWrongCounters } from '../features/messaging/messaging.fixtures.ts';
import { createAdmission } from '../platform/admission.ts';
import { sheddingLimits } from '../platform/shedding.ts';
import type { AppRouter } from '../router.ts';
import { startPair, watchPresence } from './pair.fixtures.ts';
import { listening, send, soonMs, startTalk } from './realtime.fixtures.ts';
import { registerSocket } from './socket.ts';

const pair = startPair();

/** Returns the error of a refused call. */
async function errorOf(call: Promise<unknown>): Promise<TRPCClientError<AppRouter>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCClientError)) throw new Error('The call was not refused.');
  return error;
}

/** Returns everything that a message or a read could change. */
async function stateOf(conversationId: string) {
  const { db } = pair.database;
  const of = (table: 'conversationParticipants' | 'messages') =>
    db
      .selectFrom(table)
      .selectAll()
      .where('conversationId', '=', conversationId)
      .orderBy(table === 'messages' ? 'seq' : 'userId')
      .execute();
  return [await of('messages'), await of('conversationParticipants')];
}

describe('a message', () => {
  it.each([
    ['of 4,001 characters', 'x'.repeat(messageMaxLength + 1), 'up to 4000 characters'],
    ['without any', '', texts.messageRequired],
    ['of blanks', ' \n\t ', texts.messageRequired],
  ])(
    '%s is refused with an issue of its field, and nothing is stored',
    async (_what, content, message) => {
      const { conversationId, buyer } = await startTalk(pair.one);
      const before = await stateOf(conversationId);
      const error = await errorOf(send(pair.connect(pair.one, buyer), conversationId, content));
      expect(error.data).toMatchObject({
        httpStatus: 400,
        issues: [{ path: 'content', message: expect.stringContaining(message) }],
      });
      expect(await stateOf(conversationId)).toEqual(before);
    },
  );

  it('of 4,000 characters arrives whole', async () => {
    const { conversationId, buyer, seller } = await startTalk(pair.one);
    const log = await listening(pair.connect(pair.other, seller));
    const content = '\u{1f600}'.repeat(messageMaxLength / 2);
    const stored = await send(pair.connect(pair.one, buyer), conversationId, content);
    expect(stored.content).toBe(content);
    await expect
      .poll(() => log.events.at(-1)?.event)
      .toMatchObject({ type: 'message', message: stored });
  });
});

describe('a stranger', () => {
  it('cannot read or change a conversation', async () => {
    const { conversationId, buyer, seller } = await startTalk(pair.one);
    const { api } = pair.connect(pair.one, await pair.one.signedIn());
    await send(pair.connect(pair.one, buyer), conversationId, 'Between us');
    const seen = await watchPresence(pair.connect(pair.one, seller));
    const before = await stateOf(conversationId);
    const refused = await Promise.all([
      errorOf(api.messaging.history.query({ conversationId })),
      errorOf(
        api.messaging.send.mutate({ conversationId, clientId: randomUUID(), content: 'Me too' }),
      ),
      errorOf(api.messaging.markRead.mutate({ conversationId, upToSeq: 1 })),
      errorOf(api.messaging.setTyping.mutate({ conversationId })),
    ]);
    expect(refused.map((error) => error.data?.httpStatus)).toEqual([404, 404, 404, 404]);
    expect(await stateOf(conversationId)).toEqual(before);
    expect(await findWrongCounters(pair.database.db)).toEqual([]);
    expect(seen.filter(({ type }) => type === 'typing')).toEqual([]);
  });
});

describe('a deactivated user', () => {
  it('loses their sockets on every instance within a second, and can call nothing', async () => {
    const { conversationId, buyer } = await startTalk(pair.one);
    const tabs = [pair.connect(pair.one, buyer), pair.connect(pair.other, buyer)];
    await Promise.all(tabs.map((tab) => listening(tab)));
    const closed = tabs.map((tab) => once(tab.socket()!, 'close'));
    const before = await stateOf(conversationId);
    const start = performance.now();
    await pair.database.db
      .updateTable('users')
      .set({ deactivatedAt: new Date() })
      .where('id', '=', buyer.id)
      .execute();
    pair.one.ctx.hub.closeSessions(await revokeSessions(pair.database.db, { userId: buyer.id }));
    const codes = await Promise.all(closed);
    expect(performance.now() - start).toBeLessThan(soonMs);
    expect(codes.map(([code]) => code)).toEqual([4401, 4401]);
    const error = await errorOf(send(tabs[0]!, conversationId, 'Still here'));
    expect(error.data?.httpStatus).toBe(401);
    expect(await stateOf(conversationId)).toEqual(before);
  });

  it('can call nothing with a remaining session', async () => {
    const { conversationId, buyer } = await startTalk(pair.one);
    await pair.database.db
      .updateTable('users')
      .set({ deactivatedAt: new Date() })
      .where('id', '=', buyer.id)
      .execute();
    const client = pair.connect(pair.one, buyer);
    const error = await errorOf(send(client, conversationId, 'Still here'));
    expect(error.data?.httpStatus).toBe(401);
    expect((await stateOf(conversationId))[0]).toEqual([]);
  });
});

describe('a visitor’s socket', () => {
  it('is closed after its time limit unless it has a subscription', async () => {
    const app = Fastify();
    await app.register(cookie);
    const admission = createAdmission(sheddingLimits, 1);
    await registerSocket(app, pair.one.ctx, { admission, signedOutMs: 1_000 });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const start = performance.now();
    const following = new WebSocket(`ws://127.0.0.1:${port}/trpc`);
    await once(following, 'open');
    const params = { path: 'listings.live', input: { ids: [] } };
    following.send(JSON.stringify({ id: 1, method: 'subscription', params }));
    const socket = new WebSocket(`ws://127.0.0.1:${port}/trpc`);
    const [code] = await once(socket, 'close');
    expect(code).toBe(4401);
    expect(performance.now() - start).toBeGreaterThanOrEqual(999);
    expect(following.readyState).toBe(following.OPEN);
    following.send(JSON.stringify({ id: 1, method: 'subscription.stop' }));
    const [codeAfterwards] = await once(following, 'close');
    expect(codeAfterwards).toBe(4401);
    await app.close();
  });
});
