import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { revokeSessions } from '../features/auth/sessions.ts';
import { sendMessage } from '../features/messaging/send-message.ts';
import { createTestDatabase } from '../test/database.ts';
import { createRecordingHub } from '../test/app-context.ts';
import { connectClient } from '../test/ws-client.ts';
import { contents, listening, startTalk, startUnlimited } from './realtime.fixtures.ts';

/**
 * The tick of fifteen seconds, plus time for the work it starts on a busy machine, in milliseconds.
 */
const timeout = 25_000;

it('recovers from lost wake-ups and revocations within fifteen seconds', async () => {
  const database = await createTestDatabase();
  const server = await startUnlimited(database);
  const { conversationId, buyer, seller } = await startTalk(server);
  const reader = connectClient([server], seller);
  const log = await listening(reader);
  const leaving = connectClient([server], buyer);
  await listening(leaving);

  // An instance whose announcements are lost.
  const mute = { ...server.ctx, hub: createRecordingHub() };
  const message = { conversationId, clientId: randomUUID(), content: 'Unannounced' };
  await sendMessage(mute, { senderId: buyer.id, ...message });
  await revokeSessions(mute.db, { id: buyer.sessionId });

  await vi.waitFor(
    () => {
      expect(contents(log)).toEqual(['Unannounced']);
      expect(leaving.closeCodes).toContain(4401);
    },
    { timeout },
  );
  await Promise.all([reader.close(), leaving.close()]);
  await server.close();
  await database.close();
});
