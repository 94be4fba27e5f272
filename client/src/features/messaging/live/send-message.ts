import type { MessageView } from '@marketplace/shared/messaging/views';
import { sendMessageTexts } from '@marketplace/shared/outcomes/messaging';
import { errorMessage, isUnauthorized, refusalOf } from '../../../api/errors.ts';
import type { trpc } from '../../../api/trpc.ts';
import type { OutboxItem } from './outbox-store.ts';

/** How long the open socket has for a message, in ms, before the message goes over HTTP. */
const socketTimeoutMs = 3_000;
/** A try that takes longer counts as one that did not reach the server. */
const sendTimeoutMs = 20_000;
/** Consecutive internal errors for one message until it counts as refused. */
const mostFailures = 8;
/** A limit that asks for a longer wait counts as a refusal. */
const longestLimitSeconds = 120;

/**
 * Result of one try. `later`: the server was not reached, or asks to wait `afterMs`. `signedOut`: the
 * session is over, and the message waits until its writer signs in again.
 */
export type Sending =
  | { outcome: 'sent' }
  | { outcome: 'refused'; error: string }
  | { outcome: 'later'; afterMs?: number }
  | { outcome: 'signedOut' };

export type Send = (item: OutboxItem) => Promise<Sending>;

interface Sender {
  client: ReturnType<typeof trpc.useUtils>['client'];
  /** Whose messages these are; the server refuses when the session is another's. */
  me: string;
  onStored: (message: MessageView) => void;
  onSignedOut: () => void;
}

/**
 * Sends the messages of an outbox to the server: over the socket that is open, or else over HTTP, whose answer
 * counts. The server stores a message once.
 */
export function messageSender({ client, me, onStored, onSignedOut }: Sender): Send {
  const send = client.messaging.send.mutate;
  const failures = new Map<string, number>();
  return async ({ conversationId, clientId, content }) => {
    if (!navigator.onLine) return { outcome: 'later' };
    try {
      const input = { conversationId, clientId, content, senderId: me };
      const message = await send(input, {
        signal: AbortSignal.timeout(socketTimeoutMs),
        context: { overSocket: true },
      }).catch(() => send(input, { signal: AbortSignal.timeout(sendTimeoutMs) }));
      failures.delete(clientId);
      onStored(message);
      return { outcome: 'sent' };
    } catch (error) {
      if (isUnauthorized(error)) {
        onSignedOut();
        return { outcome: 'signedOut' };
      }
      const failed = failures.get(clientId) ?? 0;
      const sending = sendingAfter(error, failed);
      if (refusalOf(error)?.status === 500) failures.set(clientId, failed + 1);
      if (sending.outcome === 'refused') failures.delete(clientId);
      return sending;
    }
  };
}

/** What a failed try means, after `failures` internal errors for this message. */
export function sendingAfter(error: unknown, failures: number): Sending {
  const refusal = refusalOf(error);
  if (!refusal) return { outcome: 'later' };
  const { status, retryAfter } = refusal;
  if (status === 429 && retryAfter !== undefined && retryAfter <= longestLimitSeconds) {
    return { outcome: 'later', afterMs: retryAfter * 1000 };
  }
  const isPassing = status === 408 || status > 500 || (status === 500 && failures < mostFailures);
  if (isPassing) return { outcome: 'later' };
  return { outcome: 'refused', error: errorMessage(error, sendMessageTexts.failed.message) };
}
