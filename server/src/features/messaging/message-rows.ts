/* The parameters of the statement that stores messages, and the rows that it returns. */
import { randomUUID } from 'node:crypto';
import type { MessageWarning } from '@marketplace/shared/messaging/constants';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import type { MessageView } from '@marketplace/shared/messaging/views';
import type { StoredEntry } from '../../realtime/feed.ts';

export interface NewMessage {
  conversationId: string;
  senderId: string;
  clientId: string;
  content: string;
  /** The kind and data of an entry that is not a plain text. */
  entry?: Exclude<TimelineEntry, { kind: 'text' }> | undefined;
  /** How many messages the sender may send in a minute. */
  perMinute: number;
  /** What the reader is warned about. */
  warning?: MessageWarning | null | undefined;
  /** Why a moderator should see the message. */
  report?: string | null | undefined;
  /** Set for a text that not many people may get, see `hashOf`. */
  textHash?: string | null | undefined;
  /** A session to check: that of a socket may have ended since the socket was opened. */
  sessionId?: string | undefined;
}

/**
 * `entries` are events to pass to `hub.deliver` after the commit. `caseId` is the moderation case
 * that was opened for the message, if any.
 */
export type StoredMessage = {
  message: MessageView;
  entries: StoredEntry[];
  caseId: string | null;
};

/** A row that the statement returns: the event of one of the two people. */
export interface EventRow {
  /** The position of the message in the call, from 1. */
  n: number;
  userId: string;
  position: string;
  unread: number;
  conversationUnread: number;
  isRequest: boolean;
  warning: MessageWarning | null;
  /** The case that was opened for the message. */
  caseId: string | null;
  /** Set only in the row of the sender, which comes first. */
  message: MessageView | null;
}

/** Returns the parameters of the statement, one array for each. */
export function valuesOf(messages: NewMessage[]): unknown[] {
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
    messages.map(({ warning }) => warning ?? null),
    messages.map(({ report }) => report ?? null),
    messages.map(({ textHash }) => textHash ?? null),
  ];
}

/** Groups the rows by the position of their message in the call, from 1. */
export function collectStored(rows: EventRow[]): Map<number, StoredMessage> {
  const stored = new Map<number, StoredMessage>();
  for (const { n, userId, position, message: own, warning, caseId, ...state } of rows) {
    const one = stored.get(n) ?? { message: own as MessageView, entries: [], caseId };
    stored.set(n, one);
    const message = { ...one.message, warning };
    const { conversationId } = message;
    const event = { type: 'message' as const, conversationId, message, ...state };
    one.entries.push({ userId, position: Number(position), event });
  }
  return stored;
}
