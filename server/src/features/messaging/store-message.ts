import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { DatabaseError, type Pool } from 'pg';
import type { Db } from '@marketplace/db/database';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { createBatcher } from '../../platform/batcher.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import { type EventRow, storeUnlocked, storeWaiting } from './store-message.sql.ts';

export interface NewMessage {
  conversationId: string;
  senderId: string;
  clientId: string;
  content: string;
  /** The kind and data of an entry that is not a plain text. */
  entry?: Exclude<TimelineEntry, { kind: 'text' }> | undefined;
  /** How many messages the sender may send in a minute. */
  perMinute: number;
  /** A session to check: that of a socket may have ended since the socket was opened. */
  sessionId?: string | undefined;
}

interface StoredMessage {
  message: MessageView;
  /** Events to pass to `hub.deliver` after the commit. */
  entries: StoredEntry[];
}

/**
 * Stores a message, its position, the counters of both people and an event for each, in one
 * statement that messages sent at the same moment share. Returns null and stores nothing if the
 * sender is not part of the conversation, sent too many messages or used this `clientId` before; if
 * the other person has left; or if one of the two blocks the other. Also returns null if another
 * transaction has locked its rows, which this statement skips, and for every message of a statement
 * that the database refused. Retry those with `storeAlone`, which waits.
 */
export const storeMessage = createBatcher(
  async (pool: Pool, messages: NewMessage[]): Promise<(StoredMessage | null)[]> => {
    try {
      return await storeMessages(pool, messages, storeUnlocked);
    } catch (error) {
      if (error instanceof DatabaseError) return messages.map(() => null);
      throw error;
    }
  },
  ({ conversationId }) => conversationId,
);

/** Stores one message like `storeMessage`, but waits for locks. */
export async function storeAlone(pool: Pool, message: NewMessage): Promise<StoredMessage | null> {
  try {
    const [stored = null] = await storeMessages(pool, [message], storeWaiting);
    return stored;
  } catch (error) {
    if (isSentBefore(error)) return null;
    throw error;
  }
}

/** Returns true if a message was not stored because its `clientId` was used before. */
export function isSentBefore(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'messages_client_id_key';
}

/** Stores one message within a transaction, which fails if the `clientId` was used before. */
export async function storeWithin(trx: Db, message: NewMessage): Promise<StoredMessage | null> {
  const { text } = storeWaiting;
  const { rows } = await trx.executeQuery(CompiledQuery.raw(text, valuesOf([message])));
  return collectStored(rows as EventRow[]).get(1) ?? null;
}

/** Stores messages of different conversations. Returns null in place of each it left out. */
async function storeMessages(
  pool: Pool,
  messages: NewMessage[],
  statement: { name: string; text: string },
): Promise<(StoredMessage | null)[]> {
  const { rows } = await pool.query<EventRow>({ ...statement, values: valuesOf(messages) });
  const stored = collectStored(rows);
  return messages.map((_, at) => stored.get(at + 1) ?? null);
}

function valuesOf(messages: NewMessage[]): unknown[] {
  return [
    messages.map(({ conversationId }) => conversationId),
    messages.map(({ senderId }) => senderId),
    messages.map(({ clientId }) => clientId),
    messages.map(({ content }) => content),
    messages.map(() => randomUUID()),
    messages.map(({ perMinute }) => perMinute),
    messages.map(({ entry }) => entry?.kind ?? 'text'),
    messages.map(({ entry }) => (entry ? JSON.stringify(entry.data) : null)),
    messages.map(({ sessionId }) => sessionId ?? null),
  ];
}

/** Groups the rows by the position of their message in the call, from 1. */
function collectStored(rows: EventRow[]): Map<number, StoredMessage> {
  const stored = new Map<number, StoredMessage>();
  for (const { n, userId, position, message: own, unread, conversationUnread } of rows) {
    const one = stored.get(n) ?? { message: own as MessageView, entries: [] };
    stored.set(n, one);
    const { message } = one;
    const { conversationId } = message;
    const event = { type: 'message' as const, conversationId, message, unread, conversationUnread };
    one.entries.push({ userId, position: Number(position), event });
  }
  return stored;
}
